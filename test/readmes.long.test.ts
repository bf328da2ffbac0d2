import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readmeExamples, writeProgram } from '../tooling/readme-examples.ts';
import { examplesSuite } from './readmes.ts';

const top = join(import.meta.dirname, '..');

describe('the examples of the READMEs', () => {
  examplesSuite(readmeExamples());

  it('pass the type checker', () => {
    const programs = readmeExamples().filter(({ language }) => language === 'ts');
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
