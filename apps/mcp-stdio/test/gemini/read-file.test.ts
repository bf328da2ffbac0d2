import { E, table } from './table.ts';

const { succeeds, fails } = table(
  {
    'ROOT/a.txt': 'one\ntwo\r\nthree\n',
    'ROOT/long.txt': Array.from({ length: 2500 }, (_, index) => `line ${index + 1}\n`).join(''),
    'ROOT/wide.txt': `${'x'.repeat(2001)}\nnext`,
    'ROOT/empty.txt': '',
    'ROOT/bin/data.bin': Uint8Array.from([0, 1, 2, 3, 0]),
    'ROOT/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
    'ROOT/dir/inner.txt': 'x',
    'outside.txt': 'secret',
  },
  { args: ['--deny', '**/denied.txt'] },
);

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`).join('\n');
const header = (from: number, to: number, total: number) =>
  `[File content truncated: showing lines ${from}-${to} of ${total} total lines. Use offset/limit parameters to view more.]\n`;

succeeds('read_file', [
  ['a whole file, exactly', { absolute_path: 'ROOT/a.txt' }, 'one\ntwo\r\nthree\n'],
  ['an empty file', { absolute_path: 'ROOT/empty.txt' }, ''],
  ['an SVG as text', { absolute_path: 'ROOT/logo.svg' }, '<svg xmlns="http://www.w3.org/2000/svg"/>\n'],
  ['a long file', { absolute_path: 'ROOT/long.txt' }, header(1, 2000, 2500) + numbered(1, 2000)],
  ['a range', { absolute_path: 'ROOT/long.txt', offset: 10, limit: 3 }, header(11, 13, 2500) + numbered(11, 13)],
  ['a range up to the end', { absolute_path: 'ROOT/long.txt', offset: 2498, limit: 5 }, 'line 2499\nline 2500\n'],
  ['a range past the end', { absolute_path: 'ROOT/a.txt', offset: 30, limit: 5 }, ''],
  [
    'a limit over the default',
    { absolute_path: 'ROOT/long.txt', limit: 2400 },
    header(1, 2400, 2500) + numbered(1, 2400),
  ],
  [
    'lines that are too long',
    { absolute_path: 'ROOT/wide.txt' },
    `[File content partially truncated: some lines exceeded maximum length of 2000 characters.]\n${'x'.repeat(2000)}... [truncated]\nnext`,
  ],
  ['numbers in strings', { absolute_path: 'ROOT/a.txt', offset: '2' }, 'three\n'],
  [
    'parameters of newer models',
    { file_path: 'ROOT/long.txt', start_line: 2, end_line: 3 },
    header(2, 3, 2500) + numbered(2, 3),
  ],
  ['unknown parameters', { absolute_path: 'ROOT/a.txt', nonsense: 1 }, 'one\ntwo\r\nthree\n'],
]);
fails('read_file', [
  ['a missing file', { absolute_path: 'ROOT/none.txt' }, 'File not found: ROOT/none.txt'],
  ['a directory', { absolute_path: 'ROOT/dir' }, 'Path is a directory, not a file: ROOT/dir'],
  ['a binary file', { absolute_path: 'ROOT/bin/data.bin' }, 'Cannot display content of binary file: bin/data.bin'],
  [
    'a relative path',
    { absolute_path: 'a.txt' },
    `${E}File path must be absolute, but was relative: a.txt. You must provide an absolute path.`,
  ],
  [
    'a path outside',
    { absolute_path: '/etc/hostname' },
    `${E}File path must be within the root directory (ROOT): /etc/hostname`,
  ],
  [
    'a path outside where nothing is',
    { absolute_path: '/etc/none' },
    `${E}File path must be within the root directory (ROOT): /etc/none`,
  ],
  [
    'a denied path',
    { absolute_path: 'ROOT/denied.txt' },
    `${E}File path must be within the root directory (ROOT): ROOT/denied.txt`,
  ],
  ['a negative offset', { absolute_path: 'ROOT/a.txt', offset: -1 }, `${E}Offset must be a non-negative number`],
  ['an empty limit', { absolute_path: 'ROOT/a.txt', limit: 0 }, `${E}Limit must be a positive number`],
  ['no path', {}, `${E}params must have required property 'absolute_path'`],
  ['an offset that is no number', { absolute_path: 'ROOT/a.txt', offset: 'x' }, `${E}params/offset must be number`],
]);
