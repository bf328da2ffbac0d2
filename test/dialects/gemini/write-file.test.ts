import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { E, table } from './table.ts';

const files = table({ 'ROOT/dir/inner.txt': 'x' });

files.succeeds('write_file', [
  [
    'a new file',
    { file_path: 'ROOT/new.txt', content: ' a\r\n\n' },
    'Successfully created and wrote to new file: ROOT/new.txt.',
  ],
  [
    'missing directories',
    { file_path: 'ROOT/x/y/z.txt', content: 'z' },
    'Successfully created and wrote to new file: ROOT/x/y/z.txt.',
  ],
  [
    'a file that is there',
    { file_path: 'ROOT/new.txt', content: ' b\r\n\n' },
    'Successfully overwrote file: ROOT/new.txt.',
  ],
]);
files.fails('write_file', [
  ['a path below a file', { file_path: 'ROOT/dir/inner.txt/a', content: 'x' }, 'File not found: ROOT/dir/inner.txt/a'],
  ['a path far below a file', { file_path: 'ROOT/new.txt/a/b', content: 'x' }, 'File not found: ROOT/new.txt/a/b'],
  ['a directory', { file_path: 'ROOT/dir', content: 'x' }, `${E}Path is a directory, not a file: ROOT/dir`],
  ['a relative path', { file_path: 'x.txt', content: 'x' }, `${E}File path must be absolute: x.txt`],
  [
    'a path outside',
    { file_path: '/etc/x', content: 'x' },
    `${E}File path must be within the root directory (ROOT): /etc/x`,
  ],
  ['no path at all', { file_path: '/a\0b', content: 'x' }, `${E}Path "/a\\u{0}b" contains a NUL byte`],
  ['no content', { file_path: 'ROOT/x.txt' }, `${E}params must have required property 'content'`],
]);

it('writes exactly what it is given', () => {
  expect(readFileSync(files.tree.path('ROOT/new.txt'), 'utf8')).toBe(' b\r\n\n');
});
