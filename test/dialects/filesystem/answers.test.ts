import { chmodSync, readFileSync } from 'node:fs';
import { connect, encodeAs, openTree, stranger, textOf } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { table } from './table.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const WAV = Buffer.from(`RIFF\u0024\0\0\0WAVEfmt \u0010\0\0\0\u0001\0\u0001\0`, 'latin1');
const DENIED = 'Access denied - path outside allowed directories: ';

const files = table(
  {
    'ROOT/a.txt': 'one\ntwo\n  three\n',
    'ROOT/crlf.txt': 'one\r\ntwo\r\n  three',
    'ROOT/sjis.txt': encodeAs('日本語\r\n表示\r\n', 'shift_jis'),
    'ROOT/utf16.txt': encodeAs('one\r\ntwo\r\n', 'utf-16le with mark'),
    'ROOT/twice.txt': 'same\nsame\n',
    'ROOT/indented.txt': '  if a\n    b()\n\tend\n',
    'ROOT/large.txt': 'line\n'.repeat(3000),
    'ROOT/dir/inner.txt': 'x',
    'ROOT/dir/deep/.hidden': '',
    'ROOT/skip/a.txt': '',
    'ROOT/denied/key.txt': 'secret',
    'ROOT/binary': Uint8Array.of(0, 1, 2, 255),
    'ROOT/pixel.png': Buffer.from(PIXEL, 'base64'),
    'ROOT/misnamed.txt': Buffer.from(PIXEL, 'base64'),
    'ROOT/text.png': 'text',
    'ROOT/cut.png': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    'ROOT/drawing.svg': '<svg/>',
    'ROOT/sound.bin': WAV,
    'ROOT/headless.mp3': Uint8Array.of(1, 2, 3),
    'ROOT/link': { link: 'a.txt' },
    'ROOT/out': { link: '../outside.txt' },
    'outside.txt': 'secret',
  },
  { args: ['--deny', '**/denied/**', '--deny', '**/denied', '--max-file-size', '10KB'] },
);

const shows = (name: string) => readFileSync(files.tree.path('ROOT', name), 'latin1');
const edit = (path: string, oldText: string, newText: string) => ({ path, edits: [{ oldText, newText }] });
const diff = (name: string, ...lines: string[]) => {
  const path = `ROOT/${name}`;
  const header = `Index: ${path}\n${'='.repeat(67)}\n--- ${path}\toriginal\n+++ ${path}\tmodified\n`;
  return `\`\`\`diff\n${header}${lines.join('\n')}\n\`\`\`\n\n`;
};

for (const tool of ['read_file', 'read_text_file']) {
  files.succeeds(tool, [
    ['all of a file', { path: 'a.txt' }, 'one\ntwo\n  three\n'],
    ['CRLF as it is', { path: 'crlf.txt' }, 'one\r\ntwo\r\n  three'],
    ['text that is not UTF-8', { path: 'sjis.txt' }, '日本語\r\n表示\r\n'],
    ['a mark, which is not shown', { path: 'utf16.txt' }, 'one\r\ntwo\r\n'],
    ['the first lines', { path: 'a.txt', head: 2 }, 'one\ntwo'],
    ['the last lines', { path: 'a.txt', tail: 2 }, 'two\n  three'],
    ['more lines than there are', { path: 'a.txt', tail: 9 }, 'one\ntwo\n  three'],
    ['0, as if it was left out', { path: 'a.txt', head: 0, tail: 1 }, '  three'],
    ['the first lines of CRLF', { path: 'crlf.txt', head: 2 }, 'one\r\ntwo'],
    ['the last lines of CRLF', { path: 'sjis.txt', tail: 2 }, '日本語\r\n表示'],
    ['a link in the tree', { path: 'link', head: 1 }, 'one'],
    ['the end of a file over the limit', { path: 'large.txt', tail: 1 }, 'line'],
    ['the beginning of a file over the limit', { path: 'large.txt', head: 2 }, 'line\nline'],
  ]);
  files.fails(tool, [
    ['both ends', { path: 'a.txt', head: 1, tail: 1 }, 'Cannot specify both head and tail parameters simultaneously'],
    ['a number below 0', { path: 'a.txt', head: -1 }, 'Argument "head" must be 0 or more'],
    ['what is not there', { path: 'gone' }, "ENOENT: no such file or directory, open 'ROOT/gone'"],
    ['a directory', { path: 'dir' }, 'EISDIR: illegal operation on a directory, read'],
    ['a path below a file', { path: 'a.txt/x' }, "ENOTDIR: not a directory, realpath 'ROOT/a.txt/x'"],
    ['what is outside', { path: '/etc/passwd' }, `${DENIED}/etc/passwd not in ROOT`],
    ['a link that leads out', { path: 'out' }, `${DENIED}ROOT/out not in ROOT`],
    ['what is denied', { path: 'denied/key.txt' }, `${DENIED}ROOT/denied/key.txt not in ROOT`],
    ['what would be denied', { path: 'denied/gone' }, `${DENIED}ROOT/denied/gone not in ROOT`],
    [
      'a path of Windows',
      { path: 'C:\\a.txt' },
      'Access denied - Windows-style path received on a POSIX host: C:\\a.txt',
    ],
    ['binary content', { path: 'binary' }, 'Cannot read binary as text: binary file (4 B). Use read_media_file.'],
    [
      'a file over the limit',
      { path: 'large.txt' },
      'File too large: large.txt has 14.6 KB, and the limit is 10.0 KB. head and tail read a part of it; --max-file-size raises the limit',
    ],
  ]);
}

files.succeeds('read_media_file', [
  ['an image', { path: 'pixel.png' }, JSON.stringify([{ type: 'image', data: PIXEL, mimeType: 'image/png' }])],
  [
    'the beginning of an image',
    { path: 'cut.png' },
    JSON.stringify([
      {
        type: 'resource',
        resource: { uri: 'file://ROOT/cut.png', mimeType: 'application/octet-stream', blob: 'iVBORw0KGgo=' },
      },
    ]),
  ],
  [
    'an image by its content',
    { path: 'misnamed.txt' },
    JSON.stringify([{ type: 'image', data: PIXEL, mimeType: 'image/png' }]),
  ],
  [
    'a drawing by its name',
    { path: 'drawing.svg' },
    JSON.stringify([{ type: 'image', data: 'PHN2Zy8+', mimeType: 'image/svg+xml' }]),
  ],
  [
    'sound by its content',
    { path: 'sound.bin' },
    JSON.stringify([{ type: 'audio', data: WAV.toString('base64'), mimeType: 'audio/wav' }]),
  ],
  [
    'sound by its name',
    { path: 'headless.mp3' },
    JSON.stringify([{ type: 'audio', data: 'AQID', mimeType: 'audio/mpeg' }]),
  ],
  [
    'text that is named as an image',
    { path: 'text.png' },
    JSON.stringify([
      {
        type: 'resource',
        resource: { uri: 'file://ROOT/text.png', mimeType: 'application/octet-stream', blob: 'dGV4dA==' },
      },
    ]),
  ],
]);
files.fails('read_media_file', [
  ['what is not there', { path: 'gone' }, "ENOENT: no such file or directory, open 'ROOT/gone'"],
  ['a directory', { path: 'dir' }, 'EISDIR: illegal operation on a directory, read'],
]);

files.succeeds('read_multiple_files', [
  [
    'what can be read, and why the rest cannot',
    { paths: ['a.txt', 'gone', 'binary', '/etc/passwd', 'dir/inner.txt'] },
    [
      'a.txt:\none\ntwo\n  three\n\n',
      "gone: Error - ENOENT: no such file or directory, open 'ROOT/gone'",
      'binary: Error - Cannot read binary as text: binary file (4 B). Use read_media_file.',
      `/etc/passwd: Error - ${DENIED}/etc/passwd not in ROOT`,
      'dir/inner.txt:\nx\n',
    ].join('\n---\n'),
  ],
]);
files.fails('read_multiple_files', [['no path', { paths: [] }, 'Argument "paths" must have at least 1 items']]);

files.succeeds('list_directory', [
  ['by name, links as files', { path: 'dir' }, '[DIR] deep\n[FILE] inner.txt'],
  ['hidden entries', { path: 'dir/deep' }, '[FILE] .hidden'],
]);
files.fails('list_directory', [
  ['a file', { path: 'a.txt' }, "ENOTDIR: not a directory, scandir 'ROOT/a.txt'"],
  ['what is not there', { path: 'gone' }, "ENOENT: no such file or directory, scandir 'ROOT/gone'"],
  ['what is denied', { path: 'denied' }, `${DENIED}ROOT/denied not in ROOT`],
]);

const padded = (name: string) => name.padEnd(30);
files.succeeds('list_directory_with_sizes', [
  [
    'by name',
    { path: 'dir' },
    `[DIR] ${padded('deep')} \n[FILE] ${padded('inner.txt')}        1 B\n\nTotal: 1 files, 1 directories\nCombined size: 1 B`,
  ],
]);

const node = (name: string) => ({ name, type: 'file' });
files.succeeds('directory_tree', [
  [
    'all that lies below',
    { path: 'dir' },
    JSON.stringify([{ name: 'deep', type: 'directory', children: [node('.hidden')] }, node('inner.txt')], null, 2),
  ],
  [
    'but for what is excluded',
    { path: 'dir', excludePatterns: ['deep'] },
    JSON.stringify([node('inner.txt')], null, 2),
  ],
  ['an empty one', { path: 'skip', excludePatterns: ['*.txt'] }, '[]'],
]);

files.succeeds('search_files', [
  ['by a path', { path: '.', pattern: 'dir/*' }, 'ROOT/dir/deep\nROOT/dir/inner.txt'],
  ['hidden ones', { path: 'dir', pattern: '**/.*' }, 'ROOT/dir/deep/.hidden'],
  ['below what is excluded', { path: '.', pattern: 'skip/**', excludePatterns: ['skip'] }, 'No matches found'],
  ['what no path can match', { path: '.', pattern: '../*' }, 'No matches found'],
  [
    'but for what is excluded',
    { path: 'dir', pattern: '**', excludePatterns: ['deep/**'] },
    'ROOT/dir/deep\nROOT/dir/inner.txt',
  ],
  ['nothing', { path: '.', pattern: 'nothing*' }, 'No matches found'],
  ['nothing that is denied', { path: '.', pattern: '**/key.txt' }, 'No matches found'],
]);

it('get_file_info says what is known', async () => {
  const { text } = await files.answer('get_file_info', { path: 'a.txt' });
  const time = String.raw`\w{3} \w{3} \d\d \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4} \(.+\)`;
  const lines = ['size: 16', ...['created', 'modified', 'accessed'].map((what) => `${what}: ${time}`)];
  expect(text).toMatch(
    new RegExp(`^${[...lines, 'isDirectory: false', 'isFile: true', 'permissions: [0-7]{3}'].join('\n')}$`),
  );
});
files.fails('get_file_info', [
  ['what is not there', { path: 'gone' }, "ENOENT: no such file or directory, stat 'ROOT/gone'"],
]);

files.succeeds('list_allowed_directories', [['each on a line', {}, 'Allowed directories:\nROOT']]);

files.fails('edit_file', [
  ['a text that is not there', edit('a.txt', 'four', ''), 'Could not find exact match for edit:\nfour'],
  [
    'a text in several places',
    edit('twice.txt', 'same', ''),
    'Could not find a unique match for edit: 2 places match:\nsame',
  ],
  [
    'lines in several places',
    edit('twice.txt', ' same ', ''),
    'Could not find a unique match for edit: 2 places match:\n same ',
  ],
  ['no text', edit('a.txt', '', 'x'), 'Cannot edit "ROOT/a.txt": the old text is empty'],
  ['what is not there', edit('gone', 'a', ''), "ENOENT: no such file or directory, open 'ROOT/gone'"],
  ['a directory', edit('dir', 'a', ''), 'EISDIR: illegal operation on a directory, read'],
  ['binary content', edit('binary', 'a', ''), 'Cannot read binary as text: binary file (4 B). Use read_media_file.'],
  [
    'a later edit that fails, by which none is made',
    {
      path: 'a.txt',
      edits: [
        { oldText: 'one', newText: '1' },
        { oldText: 'one', newText: '2' },
      ],
    },
    'Could not find exact match for edit:\none',
  ],
]);

files.succeeds('edit_file', [
  [
    'links by what they lead to',
    { ...edit('link', 'two', '2'), dryRun: true },
    diff('a.txt', '@@ -1,3 +1,3 @@', ' one', '-two', '+2', '   three'),
  ],
  [
    'a look at what would change',
    { ...edit('a.txt', 'two', '2'), dryRun: true },
    diff('a.txt', '@@ -1,3 +1,3 @@', ' one', '-two', '+2', '   three'),
  ],
  [
    'one edit on what another has left',
    {
      path: 'a.txt',
      edits: [
        { oldText: 'two', newText: '2' },
        { oldText: '2\n', newText: '2\n2½\n' },
      ],
    },
    diff('a.txt', '@@ -1,3 +1,4 @@', ' one', '-two', '+2', '+2½', '   three'),
  ],
  [
    'text in spite of its line endings, and of backticks',
    edit('crlf.txt', 'one\ntwo', 'one\n```'),
    diff('crlf.txt', '@@ -1,3 +1,3 @@', ' one', '-two', '+```', '   three', '\\ No newline at end of file').replaceAll(
      /^```(?=diff|\n)|```(?=\n\n$)/g,
      '````',
    ),
  ],
  [
    'lines in spite of their indentation',
    edit('indented.txt', 'if a \n  b()\nend', 'if c\n    d()\nend'),
    diff('indented.txt', '@@ -1,3 +1,3 @@', '-  if a', '-    b()', '-\tend', '+  if c', '+    d()', '+end'),
  ],
  ['Shift_JIS', edit('sjis.txt', '表示', '表'), diff('sjis.txt', '@@ -1,2 +1,2 @@', ' 日本語', '-表示', '+表')],
]);

it('has kept every byte of an edited file that no edit replaced', () => {
  expect(shows('a.txt')).toBe(Buffer.from('one\n2\n2½\n  three\n').toString('latin1'));
  expect(shows('crlf.txt')).toBe('one\r\n```\r\n  three');
  expect(shows('sjis.txt')).toBe(encodeAs('日本語\r\n表\r\n', 'shift_jis').toString('latin1'));
  expect(shows('indented.txt')).toBe('  if c\n    d()\nend\n');
});

files.succeeds('write_file', [
  ['a new file', { path: 'new/deep/b.txt', content: 'x' }, 'Successfully wrote to new/deep/b.txt'],
  ['another content', { path: 'new/deep/b.txt', content: 'y' }, 'Successfully wrote to new/deep/b.txt'],
]);
files.fails('write_file', [
  ['a directory', { path: 'dir', content: '' }, "EISDIR: illegal operation on a directory, open 'ROOT/dir'"],
  ['what is outside', { path: '/new.txt', content: '' }, `${DENIED}/new.txt not in ROOT`],
]);

files.succeeds('create_directory', [
  ['a directory and those above', { path: 'made/of/many' }, 'Successfully created directory made/of/many'],
  ['one that is there', { path: 'made' }, 'Successfully created directory made'],
]);
files.fails('create_directory', [
  ['where a file is', { path: 'a.txt' }, "EEXIST: file already exists, mkdir 'ROOT/a.txt'"],
]);

files.succeeds('move_file', [
  ['a file', { source: 'new/deep/b.txt', destination: 'c.txt' }, 'Successfully moved new/deep/b.txt to c.txt'],
  ['a directory', { source: 'made', destination: 'put/there' }, 'Successfully moved made to put/there'],
  ['a link, and not its target', { source: 'link', destination: 'link2' }, 'Successfully moved link to link2'],
]);
files.fails('move_file', [
  ['a name that is taken', { source: 'c.txt', destination: 'a.txt' }, 'Destination already exists: ROOT/a.txt'],
  ['its own name', { source: 'c.txt', destination: './c.txt' }, 'Destination already exists: ROOT/c.txt'],
  [
    'what is not there',
    { source: 'gone', destination: 'x' },
    "ENOENT: no such file or directory, rename 'ROOT/gone' -> 'ROOT/x'",
  ],
  [
    'a directory into itself',
    { source: 'dir', destination: 'dir/deep/dir' },
    "EINVAL: invalid argument, rename 'ROOT/dir' -> 'ROOT/dir/deep/dir'",
  ],
  ['what is denied', { source: 'denied/key.txt', destination: 'x' }, `${DENIED}ROOT/denied/key.txt not in ROOT`],
  ['to a place outside', { source: 'c.txt', destination: '/x' }, `${DENIED}/x not in ROOT`],
]);

const user = stranger();

it.skipIf(user === null)('names both ends of a move that the system refuses', async () => {
  await using tree = await openTree({ 'a.txt': 'x' });
  await using server = await connect({ cwd: tree.root, args: ['--dialect', 'filesystem'], ...user });
  chmodSync(tree.root, 0o555);
  const refused = await server.call('move_file', { source: 'a.txt', destination: 'b.txt' });
  const ends = `'${tree.path('a.txt')}' -> '${tree.path('b.txt')}'`;
  expect(textOf(refused)).toBe(`EACCES: permission denied, rename ${ends}`);
  expect(readFileSync(tree.path('a.txt'), 'utf8')).toBe('x');
});

it('mirrors a success, and no failure, in its structured content', async () => {
  const read = await files.server.call('read_text_file', { path: files.tree.path('ROOT/c.txt') });
  expect(read.structuredContent).toEqual({ content: 'y' });
  const image = await files.server.call('read_media_file', { path: files.tree.path('ROOT/pixel.png') });
  expect(image.structuredContent).toEqual({ content: image.content });
  expect((await files.server.call('read_text_file', { path: 'gone' })).structuredContent).toBeUndefined();
});
