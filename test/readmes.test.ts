import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { examplesOf, runExample, writeProgram } from '../tooling/readme-examples.ts';

const top = join(import.meta.dirname, '..');

const homes = ['packages', 'apps']
  .flatMap((folder) => readdirSync(join(top, folder)).map((name) => `${folder}/${name}`))
  .filter((home) => !JSON.parse(readFileSync(join(top, home, 'package.json'), 'utf8')).private);

// Each page, and the package whose dependencies its programs may use.
const pages = [
  ...homes.map((home) => ({ page: `${home}/README.md`, home })),
  { page: 'docs/embedding.md', home: 'packages/dialects' },
];

const examples = pages
  .filter(({ page }) => existsSync(join(top, page)))
  .flatMap(({ page, home }) => examplesOf(page).map((example) => ({ home, ...example })));

describe('the examples of the READMEs', () => {
  it.each(examples)('$page:$line runs and prints what it says', async ({ home, ...example }) => {
    await using tree = await openTree();
    const printed = await runExample(home, example, tree.root);
    if (example.output !== null) expect(printed).toBe(example.output);
    expect(printed).not.toBe('');
  });

  it('pass the type checker', () => {
    const programs = examples.filter(({ language }) => language === 'ts');
    const files = programs.map(({ home, ...example }) => writeProgram(home, example));
    const project = join(top, 'node_modules', '.readme', 'tsconfig.json');
    mkdirSync(dirname(project), { recursive: true });
    const compilerOptions = { composite: false, noEmit: true, noUnusedLocals: false };
    writeFileSync(project, JSON.stringify({ extends: join(top, 'tsconfig.base.json'), compilerOptions, files }));
    const tsc = join(top, 'node_modules', 'typescript', 'bin', 'tsc');
    expect(spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' })).toMatchObject({
      stdout: '',
      status: 0,
    });
  });
});
