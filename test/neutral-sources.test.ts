import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPTIONS } from '../packages/dialects/src/lib/options/option-table.ts';
import { dialectNames } from '../packages/dialects/src/lib/registry.ts';

const packages = join(import.meta.dirname, '../packages');

// They name programs and variables of others, of which some are called as a dialect is.
const namesPrograms = ['fs-core/src/lib/paths/builtin-deny.ts', 'shell/src/lib/clean-environment.ts'];

const SNAKE_CASE = /\b[a-z]+(?:_[a-z]+)+\b/g;

/** Names of tools, arguments and answers. */
const snakeCase = new Set(
  dialectNames().flatMap((dialect) =>
    sourcesIn(`dialects/src/lib/${dialect}`).flatMap((file) => read(file).match(SNAKE_CASE) ?? []),
  ),
);
// A directory, and a member of the cells of Jupyter's notebooks.
for (const name of ['node_modules', 'cell_type']) snakeCase.delete(name);

const ownFlags = new Set(OPTIONS.map(({ name }) => `--${name}`).filter((flag) => /\w-\w/.test(flag)));

describe('what dialects have in common', () => {
  it('is compared with all that dialects and options are called', () => {
    expect([...snakeCase]).toEqual(expect.arrayContaining(['write_code', 'view_range', 'max_tokens', 'old_string']));
    expect([...ownFlags]).toContain('--max-file-size');
  });

  it.each(['fs-core', 'search', 'shell', 'tools'])('%s names no dialect, and nothing as one of them does', (name) => {
    const named = sourcesIn(`${name}/src`).filter((file) => !namesPrograms.includes(file));
    expect(wordsIn(named, new RegExp(`\\b(?:${dialectNames().join('|')})\\b`, 'gi'))).toEqual([]);
    expect(wordsIn(named, SNAKE_CASE, (word) => snakeCase.has(word))).toEqual([]);
  });

  it.each(['fs-core', 'tools'])('%s names no flag', (name) => {
    expect(wordsIn(sourcesIn(`${name}/src`), /(?<![\w-])--[a-z][\w-]*|\bDRAGOMAN_\w+/g)).toEqual([]);
  });

  it.each(['search', 'shell'])('%s names no flag of ours, though those of other programs', (name) => {
    expect(wordsIn(sourcesIn(`${name}/src`), /--[a-z][\w-]*/g, (flag) => ownFlags.has(flag))).toEqual([]);
  });
});

/** The words of files that a pattern finds and `isOurs` knows, each with its file. */
function wordsIn(files: readonly string[], pattern: RegExp, isOurs = (_: string) => true): string[] {
  return files.flatMap((file) => (read(file).match(pattern) ?? []).filter(isOurs).map((word) => `${file}: ${word}`));
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(packages, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.[jt]s$/.test(file) && !/\.test\.ts$/.test(file));
}

function read(file: string): string {
  return readFileSync(join(packages, file), 'utf8');
}
