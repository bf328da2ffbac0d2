import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openOutputFiles } from './output-files.ts';

const bytes = (length: number) => new Uint8Array(length).fill(120);

describe('openOutputFiles', () => {
  it('keeps files that only this user can read, each up to its bound, until they are disposed of', () => {
    const files = openOutputFiles({ maxFileBytes: 10, maxBytes: 100 });
    const file = files.open('a.output');
    for (const length of [4, 4, 4, 4]) file.add(bytes(length));
    expect(readFileSync(file.path, 'utf8')).toBe('x'.repeat(10));
    expect([files.directory, file.path].map((path) => statSync(path).mode & 0o77)).toEqual([0, 0]);
    expect(() => files.open('a.output')).toThrow('EEXIST');
    files[Symbol.dispose]();
    expect(() => statSync(files.directory)).toThrow('ENOENT');
  });

  it('removes the oldest files for new ones, also those that still grow', () => {
    using files = openOutputFiles({ maxFileBytes: 10, maxBytes: 25 });
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => files.open(name));
    for (const file of all) {
      file.add(bytes(10));
      all[0]?.add(bytes(1));
    }
    expect(readdirSync(files.directory)).toEqual(['d', 'e']);
  });
});
