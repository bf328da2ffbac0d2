import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Scope } from './scenario.ts';

const CHUNK = 8 * 1024 * 1024;

/** A text of lines as source code has them, 35 bytes each on average. */
export function sourceText(bytes: number): string {
  const block = [
    'function add(one, other) {',
    '  // Both are numbers, as the caller made sure.',
    '  return one + other;',
    '}',
    '',
  ];
  const lines = Array.from({ length: 400 }, (_, at) => block.map((line) => line.replace('add', `add${at}`)).join('\n'));
  const text = `${lines.join('\n')}\n`;
  return text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);
}

/** The path of a file of lines, which the other side may have made already. */
export function makeLines(scope: Scope, name: string, bytes: number): string {
  return makeFile(scope, name, { bytes, chunk: Buffer.from(sourceText(CHUNK)) });
}

/** The same for a file of one line without an end. */
export function makeOneLine(scope: Scope, name: string, bytes: number): string {
  return makeFile(scope, name, { bytes, chunk: Buffer.alloc(CHUNK, 'one line, ') });
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
