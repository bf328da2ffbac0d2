import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Scope } from './measure/scenario.ts';

export const KB = 1024;
export const MB = 1024 * KB;

const BLOCK = [
  '/** Adds one number to another, and returns the sum, which the caller rounds. */',
  'function add(one: number, other: number): number {',
  '  // Both are numbers, as the caller made sure.',
  '  return one + other;',
  '}',
  '',
].join('\n');

/** Lines of source code, 35 bytes each on average, 2,000 of them in 70 KB. */
export function sourceText(bytes: number): string {
  const blocks = Array.from({ length: 400 }, (_, at) => `${BLOCK.replaceAll('add', `add${at}`)}\n`);
  const text = blocks.join('');
  return text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);
}

/** Makes a file of lines and returns its path. */
export function makeLines({ directory }: Scope, name: string, bytes: number): string {
  const path = join(directory, name);
  const chunk = Buffer.from(sourceText(8 * MB));
  const fd = openSync(path, 'w');
  for (let left = bytes; left > 0; left -= chunk.length) writeSync(fd, chunk, 0, Math.min(left, chunk.length));
  closeSync(fd);
  return path;
}

const trees = new Map<number, string>();

/**
 * The path of a tree of source files of 4 KB, fifty in a directory, where one file in twenty holds the word `needle`.
 * It is made once for all scenarios.
 */
export function sourceTree(files: number): string {
  const known = trees.get(files);
  if (known !== undefined) return known;
  const root = mkdtempSync(join(tmpdir(), 'dragoman-sources-'));
  process.once('exit', () => rmSync(root, { recursive: true, force: true }));
  const text = sourceText(4 * KB);
  for (let file = 0; file < files; file++) {
    const directory = join(root, `part${Math.floor(file / 1000)}`, `group${Math.floor(file / 50)}`);
    if (file % 50 === 0) mkdirSync(directory, { recursive: true });
    const word = file % 20 === 0 ? `const needle = ${file};\n` : '';
    writeFileSync(join(directory, `file${file}.${file % 7 === 3 ? 'md' : 'ts'}`), word + text);
  }
  trees.set(files, root);
  return root;
}
