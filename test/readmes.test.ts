import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { readmeExamples, runExample } from '../tooling/readme-examples.ts';

describe('the examples of the READMEs', () => {
  it.each(readmeExamples())('$page:$line runs and prints what it says', async ({ home, ...example }) => {
    await using tree = await openTree();
    const printed = await runExample(home, example, tree.root);
    if (example.output !== null) expect(printed).toBe(example.output);
    expect(printed).not.toBe('');
  });
});
