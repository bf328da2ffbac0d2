import { execFileSync } from 'node:child_process';
import { utimesSync } from 'node:fs';
import { table } from './table.ts';

const ENOENT = 'No such file or directory (os error 2)';
const EPERM = 'Operation not permitted (os error 1)';
const EISDIR = 'Is a directory (os error 21)';
const ENOTDIR = 'Not a directory (os error 20)';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const files = table(
  {
    'ROOT/f.txt': 'one\r\n\ttwo\n\nfour',
    'ROOT/empty.txt': '',
    'ROOT/long.txt': `${'é'.repeat(300)}\n${'x'.repeat(501)}\n${'😀'.repeat(125)}\n`,
    'ROOT/binary': Uint8Array.of(0, 1, 2, 255),
    'ROOT/pixel.png': Buffer.from(PIXEL, 'base64'),
    'ROOT/image': Buffer.from(PIXEL, 'base64'),
    'ROOT/fake.png': 'text',
    'ROOT/tree/.git/config': '',
    'ROOT/tree/.hidden': '',
    'ROOT/tree/Z': '',
    'ROOT/tree/a/b/c': '',
    'ROOT/tree/a/z': '',
    'ROOT/tree/é': '',
    'ROOT/tree/to-a': { link: 'a' },
    'ROOT/none': null,
    'ROOT/code/old.rs': 'fn main() {}\n',
    'ROOT/code/new.rs': 'fn main() {}\n',
    'ROOT/code/main.py': 'def main():\n',
    'ROOT/code/.hidden.rs': 'fn main() {}\n',
    'ROOT/code/.ignore': 'ignored.rs\n',
    'ROOT/code/ignored.rs': 'fn main() {}\n',
    'ROOT/code/node_modules/x.rs': 'fn main() {}\n',
    'ROOT/denied/x.png': '',
    'outside.txt': 'secret',
  },
  {
    args: ['--deny', '**/denied/**'],
    prepare: (root) => {
      execFileSync('mkfifo', [`${root}/tree/pipe`]);
      utimesSync(`${root}/code/old.rs`, 1_000, 1_000);
      utimesSync(`${root}/code/node_modules/x.rs`, 2_000, 2_000);
      utimesSync(`${root}/code/new.rs`, 3_000, 3_000);
      utimesSync(`${root}/code/main.py`, 4_000, 4_000);
    },
  },
);

files.succeeds('read_file', [
  ['all lines', { file_path: 'ROOT/f.txt' }, 'L1: one\nL2: \ttwo\nL3: \nL4: four'],
  ['some of them', { file_path: 'ROOT/f.txt', offset: 2, limit: 2 }, 'L2: \ttwo\nL3: '],
  ['an empty file', { file_path: 'ROOT/empty.txt' }, ''],
  [
    'lines as far as 500 bytes go',
    { file_path: 'ROOT/long.txt' },
    `L1: ${'é'.repeat(250)}\nL2: ${'x'.repeat(500)}\nL3: ${'😀'.repeat(125)}`,
  ],
]);

files.fails('read_file', [
  ['an offset of 0', { file_path: 'f', offset: 0, limit: 0 }, 'offset must be a 1-indexed line number'],
  ['a limit of 0', { file_path: 'f', limit: 0 }, 'limit must be greater than zero'],
  ['a relative path', { file_path: 'f.txt' }, 'file_path must be an absolute path'],
  ['lines past the end', { file_path: 'ROOT/f.txt', offset: 5 }, 'offset exceeds file length'],
  ['the second line of an empty file', { file_path: 'ROOT/empty.txt', offset: 2 }, 'offset exceeds file length'],
  ['what is not there', { file_path: 'ROOT/no' }, `failed to read file: ${ENOENT}`],
  ['what is outside', { file_path: 'ROOT/../outside.txt' }, `failed to read file: ${EPERM}`],
  ['what is denied', { file_path: 'ROOT/denied/no' }, `failed to read file: ${EPERM}`],
  ['a directory', { file_path: 'ROOT/tree' }, `failed to read file: ${EISDIR}`],
  ['binary content', { file_path: 'ROOT/binary' }, 'failed to read file: `ROOT/binary` is a binary file (4 B)'],
  ['an image', { file_path: 'ROOT/pixel.png' }, 'failed to read file: `ROOT/pixel.png` is a binary file (70 B)'],
]);

files.succeeds('list_dir', [
  [
    'two levels in the order of bytes, links among them',
    { dir_path: 'ROOT/tree' },
    'Absolute path: ROOT/tree\n.git/\n  config\n.hidden\nZ\na/\n  b/\n  z\npipe?\nto-a@\né',
  ],
  [
    'one level, links among them',
    { dir_path: 'ROOT/tree', depth: 1 },
    'Absolute path: ROOT/tree\n.git/\n.hidden\nZ\na/\npipe?\nto-a@\né',
  ],
  [
    'some entries',
    { dir_path: 'ROOT/tree', offset: 3, limit: 3 },
    'Absolute path: ROOT/tree\n.hidden\nZ\na/\nMore than 3 entries found',
  ],
  ['three levels', { dir_path: 'ROOT/tree/a/../a', depth: 3 }, 'Absolute path: ROOT/tree/a/../a\nb/\n  c\nz'],
  ['an empty directory', { dir_path: 'ROOT/none' }, 'Absolute path: ROOT/none'],
]);

files.fails('list_dir', [
  ['an offset of 0', { dir_path: 'ROOT', offset: 0 }, 'offset must be a 1-indexed entry number'],
  ['a limit of 0', { dir_path: 'ROOT', limit: 0 }, 'limit must be greater than zero'],
  ['a depth of 0', { dir_path: 'ROOT', depth: 0 }, 'depth must be greater than zero'],
  ['a relative path', { dir_path: 'tree' }, 'dir_path must be an absolute path'],
  ['entries past the end', { dir_path: 'ROOT/none', offset: 2 }, 'offset exceeds directory entry count'],
  ['what is not there', { dir_path: 'ROOT/no' }, `failed to read directory: ${ENOENT}`],
  ['what is outside', { dir_path: 'ROOT/..' }, `failed to read directory: ${EPERM}`],
  ['a file', { dir_path: 'ROOT/f.txt' }, `failed to read directory: ${ENOTDIR}`],
]);

files.succeeds('grep_files', [
  [
    'the newest first, but for hidden and ignored ones',
    { pattern: ' fn main ', path: 'code' },
    'ROOT/code/new.rs\nROOT/code/node_modules/x.rs\nROOT/code/old.rs',
  ],
  [
    'what a glob names, which beats ignore files as in ripgrep',
    { pattern: 'main', path: 'code', include: ' {ignored.rs,*.py} ' },
    'ROOT/code/ignored.rs\nROOT/code/main.py',
  ],
  [
    'as many as asked for',
    { pattern: 'fn main', path: 'code', limit: 1 },
    'ROOT/code/new.rs\n[1 of 3 files listed: give a higher limit, or narrow the search by include or path to see the rest]',
  ],
  ['a single file', { pattern: 'main', path: 'ROOT/code/main.py' }, 'ROOT/code/main.py'],
  ['nothing', { pattern: 'FN MAIN' }, 'No matches found.'],
]);

files.fails('grep_files', [
  ['an empty pattern', { pattern: ' ' }, 'pattern must not be empty'],
  ['a limit of 0', { pattern: 'x', limit: 0 }, 'limit must be greater than zero'],
  ['what is not there', { pattern: 'x', path: 'no' }, `unable to access \`ROOT/no\`: ${ENOENT}`],
  ['what is denied', { pattern: 'x', path: 'denied' }, `unable to access \`ROOT/denied\`: ${EPERM}`],
]);

files.succeeds('view_image', [
  ['an image', { path: 'pixel.png' }, JSON.stringify([{ type: 'image', data: PIXEL, mimeType: 'image/png' }])],
  [
    'an image by any name',
    { path: 'ROOT/image' },
    JSON.stringify([{ type: 'image', data: PIXEL, mimeType: 'image/png' }]),
  ],
]);

files.fails('view_image', [
  ['what is not there', { path: 'no.png' }, `unable to locate image at \`ROOT/no.png\`: ${ENOENT}`],
  ['what is denied', { path: 'denied/x.png' }, `unable to locate image at \`ROOT/denied/x.png\`: ${EPERM}`],
  ['a directory', { path: 'tree' }, 'image path `ROOT/tree` is not a file'],
  ['a pipe', { path: 'tree/pipe' }, 'image path `ROOT/tree/pipe` is not a file'],
  ['text', { path: 'fake.png' }, 'unable to process image: invalid or unsupported image data'],
]);
