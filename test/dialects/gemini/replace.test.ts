import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { E, table } from './table.ts';

const files = table({
  'ROOT/dir/inner.txt': 'x',
  'ROOT/edit.txt': 'foo bar foo\n',
  'ROOT/crlf.txt': 'a\r\nb\r\nc\r\n',
});

files.fails('replace', [
  [
    'more places than expected',
    { file_path: 'ROOT/edit.txt', old_string: 'foo', new_string: 'x' },
    'Failed to edit, Expected 1 occurrence but found 2 for old_string in file: ROOT/edit.txt',
  ],
  [
    'fewer places than expected',
    { file_path: 'ROOT/edit.txt', old_string: 'foo', new_string: 'x', expected_replacements: 3 },
    'Failed to edit, Expected 3 occurrence but found 2 for old_string in file: ROOT/edit.txt',
  ],
  [
    'no such text',
    { file_path: 'ROOT/edit.txt', old_string: 'nope', new_string: 'x' },
    "Failed to edit, 0 occurrences found for old_string in ROOT/edit.txt. No edits made. The exact text in old_string was not found. Ensure you're not escaping content incorrectly and check whitespace, indentation, and context. Use read_file tool to verify.",
  ],
  [
    'no path at all',
    { file_path: '/a\0b', old_string: 'a', new_string: 'b' },
    `${E}Path "/a\\u{0}b" contains a NUL byte`,
  ],
  ['a missing file', { file_path: 'ROOT/none.txt', old_string: 'a', new_string: 'b' }, 'File not found: ROOT/none.txt'],
  [
    'an empty text where a file is',
    { file_path: 'ROOT/edit.txt', old_string: '', new_string: 'b' },
    'File already exists, cannot create: ROOT/edit.txt',
  ],
  [
    'a directory',
    { file_path: 'ROOT/dir', old_string: 'a', new_string: 'b' },
    'Error preparing edit: EISDIR: illegal operation on a directory, read',
  ],
  [
    'a relative path',
    { file_path: 'x.txt', old_string: 'a', new_string: 'b' },
    `${E}File path must be absolute: x.txt`,
  ],
  [
    'a path outside',
    { file_path: '/etc/x', old_string: 'a', new_string: 'b' },
    `${E}File path must be within the root directory (ROOT): /etc/x`,
  ],
  [
    'a path below a file',
    { file_path: 'ROOT/edit.txt/a', old_string: 'a', new_string: 'b' },
    'File not found: ROOT/edit.txt/a',
  ],
  [
    'a new file below a file',
    { file_path: 'ROOT/edit.txt/a', old_string: '', new_string: 'b' },
    'File not found: ROOT/edit.txt/a',
  ],
  [
    'an expectation of none',
    { file_path: 'ROOT/edit.txt', old_string: 'a', new_string: 'b', expected_replacements: 0 },
    `${E}params/expected_replacements must be >= 1`,
  ],
]);
files.succeeds('replace', [
  [
    'as many as expected',
    { file_path: 'ROOT/edit.txt', old_string: 'foo', new_string: '$&', expected_replacements: 2 },
    'Successfully modified file: ROOT/edit.txt (2 replacements).',
  ],
  [
    'equal texts',
    { file_path: 'ROOT/edit.txt', old_string: 'bar', new_string: 'bar' },
    'Successfully modified file: ROOT/edit.txt (1 replacements).',
  ],
  [
    'as many as there are',
    { file_path: 'ROOT/edit.txt', old_string: '$&', new_string: 'x', allow_multiple: true, instruction: 'any' },
    'Successfully modified file: ROOT/edit.txt (2 replacements).',
  ],
  [
    'a new file',
    { file_path: 'ROOT/made.txt', old_string: '', new_string: 'made' },
    'Created new file: ROOT/made.txt with provided content.',
  ],
  [
    'lines of a file with CRLF',
    { file_path: 'ROOT/crlf.txt', old_string: 'a\nb', new_string: 'a\nx' },
    'Successfully modified file: ROOT/crlf.txt (1 replacements).',
  ],
]);

it('takes texts literally and keeps line endings', () => {
  expect(readFileSync(files.tree.path('ROOT/edit.txt'), 'utf8')).toBe('x bar x\n');
  expect(readFileSync(files.tree.path('ROOT/crlf.txt'), 'utf8')).toBe('a\r\nx\r\nc\r\n');
});
