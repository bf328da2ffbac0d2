import { openTree } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { type ReadmeExample, runExample } from '../tooling/readme-examples.ts';

/** States that examples of READMEs run, and print what is shown. */
export function examplesSuite(examples: readonly ReadmeExample[]): void {
  it.each(examples)('$page:$line runs and prints what it says', async ({ home, ...example }) => {
    await using tree = await openTree();
    const printed = await runExample(home, example, tree.root);
    if (example.output !== null) expect(printed).toBe(example.output);
    expect(printed).not.toBe('');
  });
}
