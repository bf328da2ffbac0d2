import { closeSync, existsSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Scope } from './scenario.ts';

const CHUNK_BYTES = 8 * 1024 * 1024;

/** Lines of source code, 35 bytes each on average. */
export function sourceText(bytes: number): string {
  const block = [
    '/** Adds one number to another, and returns the sum, which the caller rounds. */',
    'function add(one: number, other: number): number {',
    '  // Both are numbers, as the caller made sure.',
    '  return one + other;',
    '}',
    '',
  ];
  const lines = Array.from({ length: 400 }, (_, at) => block.map((line) => line.replace('add', `add${at}`)).join('\n'));
  const text = `${lines.join('\n')}\n`;
  return text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);
}

/** Makes a file of lines, unless the other side has made it already, and returns its path. */
export function makeLines(scope: Scope, name: string, bytes: number): string {
  return makeFile(scope, name, { bytes, chunk: Buffer.from(sourceText(CHUNK_BYTES)) });
}

/** As `makeLines`, for a file of one line without a newline. */
export function makeOneLine(scope: Scope, name: string, bytes: number): string {
  return makeFile(scope, name, { bytes, chunk: Buffer.alloc(CHUNK_BYTES, 'one line, ') });
}

function makeFile(scope: Scope, name: string, { bytes, chunk }: { bytes: number; chunk: Buffer }): string {
  const path = join(scope.directory, name);
  if (existsSync(path)) return path;
  const fd = openSync(path, 'w');
  try {
    for (let left = bytes; left > 0; left -= chunk.length) writeSync(fd, chunk, 0, Math.min(left, chunk.length));
  } finally {
    closeSync(fd);
  }
  return path;
}

/** Makes a directory of empty files, unless the other side has made it already, and returns its path. */
export function makeEntries(scope: Scope, name: string, count: number): string {
  const path = join(scope.directory, name);
  if (existsSync(path)) return path;
  mkdirSync(path);
  for (let entry = 0; entry < count; entry++) writeFileSync(join(path, `entry-${entry}.ts`), '');
  return path;
}

/**
 * Makes a tree of source files, a hundred in a directory, 4.6 KB each on average, unless the other side has made it
 * already, and returns its path. One file in a thousand has the word `needle`. The tree is the same every time.
 */
export function makeTree(scope: Scope, files: number): string {
  const root = join(scope.directory, `tree-${files}`);
  if (existsSync(root)) return root;
  const text = sourceText(64 * 1024);
  for (let file = 0; file < files; file++) {
    const directory = join(root, `part-${Math.floor(file / 10_000)}`, `group-${Math.floor(file / 100)}`);
    if (file % 100 === 0) mkdirSync(directory, { recursive: true });
    const size = 600 + ((file * 7919) % 8_000);
    const word = file % 1_000 === 500 ? 'const needle = 1;\n' : '';
    writeFileSync(join(directory, `file-${file}.${file % 3 === 0 ? 'ts' : 'js'}`), text.slice(0, size) + word);
  }
  return root;
}
