import { execFileSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { lines, openTree, serve } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { E, table } from './table.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = Buffer.from(
  '%PDF-1.4\n%\u00e2\u00e3\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n',
  'latin1',
);

const files = table(
  {
    'ROOT/a.txt': 'one\ntwo\r\nthree\n',
    'ROOT/long.txt': lines(2500),
    'ROOT/wide.txt': `${'x'.repeat(2001)}\nnext`,
    'ROOT/empty.txt': '',
    'ROOT/bin/data.bin': Uint8Array.from([0, 1, 2, 3, 0]),
    'ROOT/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
    'ROOT/dir/inner.txt': 'x',
    'ROOT/picture.txt': Uint8Array.from(PNG),
    'ROOT/paper.pdf': Uint8Array.from(PDF),
    'ROOT/.geminiignore': '*.secret\n!kept.secret\n..hidden\n/private/\n# notes\n',
    'ROOT/a.secret': 'a',
    'ROOT/kept.secret': 'kept',
    'ROOT/private/x.txt': 'x',
    'ROOT/sub/private/x.txt': 'x',
    'ROOT/alias': { link: 'private/x.txt' },
    'outside.txt': 'secret',
  },
  {
    args: ['--deny', '**/denied.txt'],
    prepare: (root) => void execFileSync('mkfifo', [`${root}/pipe`]),
  },
);

const shown = (from: number, to: number) =>
  lines(to)
    .trimEnd()
    .split('\n')
    .slice(from - 1)
    .join('\n');
const header = (from: number, to: number, total: number) =>
  `[File content truncated: showing lines ${from}-${to} of ${total} total lines. Use offset/limit parameters to view more.]\n`;

files.succeeds('read_file', [
  ['a whole file, exactly', { absolute_path: 'ROOT/a.txt' }, 'one\ntwo\r\nthree\n'],
  ['an empty file', { absolute_path: 'ROOT/empty.txt' }, ''],
  ['an SVG as text', { absolute_path: 'ROOT/logo.svg' }, '<svg xmlns="http://www.w3.org/2000/svg"/>\n'],
  ['a long file', { absolute_path: 'ROOT/long.txt' }, header(1, 2000, 2500) + shown(1, 2000)],
  ['a range', { absolute_path: 'ROOT/long.txt', offset: 10, limit: 3 }, header(11, 13, 2500) + shown(11, 13)],
  ['a range up to the end', { absolute_path: 'ROOT/long.txt', offset: 2498, limit: 5 }, 'line 2499\nline 2500\n'],
  ['a range past the end', { absolute_path: 'ROOT/a.txt', offset: 30, limit: 5 }, ''],
  ['a limit over the default', { absolute_path: 'ROOT/long.txt', limit: 2400 }, header(1, 2400, 2500) + shown(1, 2400)],
  [
    'lines that are too long',
    { absolute_path: 'ROOT/wide.txt' },
    `[File content partially truncated: some lines exceeded maximum length of 2000 characters.]\n${'x'.repeat(2000)}... [truncated]\nnext`,
  ],
  ['numbers in strings', { absolute_path: 'ROOT/a.txt', offset: '2' }, 'three\n'],
  [
    'parameters of newer models',
    { file_path: 'ROOT/long.txt', start_line: 2, end_line: 3 },
    header(2, 3, 2500) + shown(2, 3),
  ],
  [
    'parameters of newer models as text',
    { file_path: 'ROOT/long.txt', start_line: '2499', end_line: '2500' },
    'line 2499\nline 2500\n',
  ],
  ['what .geminiignore takes back', { absolute_path: 'ROOT/kept.secret' }, 'kept'],
  ['what .geminiignore names elsewhere', { absolute_path: 'ROOT/sub/private/x.txt' }, 'x'],
  ['unknown parameters', { absolute_path: 'ROOT/a.txt', nonsense: 1 }, 'one\ntwo\r\nthree\n'],
]);
files.fails('read_file', [
  ['a missing file', { absolute_path: 'ROOT/none.txt' }, 'File not found: ROOT/none.txt'],
  ['a path below a file', { absolute_path: 'ROOT/a.txt/b' }, 'File not found: ROOT/a.txt/b'],
  ['a file named as a directory', { absolute_path: 'ROOT/a.txt/' }, 'File not found: ROOT/a.txt/'],
  ['a pipe', { absolute_path: 'ROOT/pipe' }, 'Error reading file pipe: Not a regular file: ROOT/pipe is a named pipe'],
  ['a directory', { absolute_path: 'ROOT/dir' }, 'Path is a directory, not a file: ROOT/dir'],
  ['a binary file', { absolute_path: 'ROOT/bin/data.bin' }, 'Cannot display content of binary file: bin/data.bin'],
  [
    'a binary file by a detour',
    { absolute_path: 'ROOT/./dir/../bin//data.bin' },
    'Cannot display content of binary file: bin/data.bin',
  ],
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
  ['half a line before', { absolute_path: 'ROOT/a.txt', offset: -0.5 }, `${E}Offset must be a non-negative number`],
  ['an empty limit', { absolute_path: 'ROOT/a.txt', limit: 0 }, `${E}Limit must be a positive number`],
  [
    'a file that .geminiignore names',
    { absolute_path: 'ROOT/a.secret' },
    `${E}File path 'ROOT/a.secret' is ignored by .geminiignore pattern(s).`,
  ],
  [
    'a file that is not there and that .geminiignore names',
    { absolute_path: 'ROOT/./dir/../b.secret' },
    `${E}File path 'ROOT/./dir/../b.secret' is ignored by .geminiignore pattern(s).`,
  ],
  [
    'a file in a directory that .geminiignore names',
    { absolute_path: 'ROOT/private/x.txt' },
    `${E}File path 'ROOT/private/x.txt' is ignored by .geminiignore pattern(s).`,
  ],
  [
    'a file that .geminiignore names and whose name begins as the way up does',
    { absolute_path: 'ROOT/..hidden' },
    `${E}File path 'ROOT/..hidden' is ignored by .geminiignore pattern(s).`,
  ],
  [
    'a link to what .geminiignore names',
    { absolute_path: 'ROOT/alias' },
    `${E}File path 'ROOT/alias' is ignored by .geminiignore pattern(s).`,
  ],
  ['no path', {}, `${E}params must have required property 'absolute_path'`],
  ['an offset that is no number', { absolute_path: 'ROOT/a.txt', offset: 'x' }, `${E}params/offset must be number`],
]);

it('shows an image as an image, whatever it is called', async () => {
  const { content, outcome } = await files.server.call('read_file', {
    absolute_path: files.tree.path('ROOT/picture.txt'),
  });
  expect(content).toEqual([{ type: 'image', mimeType: 'image/png', data: PNG.toString('base64') }]);
  expect(outcome).toMatchObject({ kind: 'image', mimeType: 'image/png', size: PNG.length });
});

it('shows a PDF as it is', async () => {
  const path = files.tree.path('ROOT/paper.pdf');
  const { content } = await files.server.call('read_file', { absolute_path: path });
  expect(content).toEqual([
    {
      type: 'resource',
      resource: { uri: `file://${path}`, mimeType: 'application/pdf', blob: PDF.toString('base64') },
    },
  ]);
});

it('reads what is allowed where the working directory is not, or is gone', async () => {
  await using tree = await openTree({ 'home/.geminiignore': '*', 'project/a.txt': 'one', 'gone/b.txt': '' });
  const read = async (workdir: string) => {
    const args = ['--workdir', tree.path(workdir), '--allow-dir', tree.path('project')];
    await using server = await serve('gemini', tree, { args });
    await rm(tree.path('gone'), { recursive: true, force: true });
    const { content } = await server.call('read_file', { absolute_path: tree.path('project/a.txt') });
    return content;
  };
  expect(await read('home')).toEqual([{ type: 'text', text: 'one' }]);
  await mkdir(tree.path('gone'));
  expect(await read('gone')).toEqual([{ type: 'text', text: 'one' }]);
});
