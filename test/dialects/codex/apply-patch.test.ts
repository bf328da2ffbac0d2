import { readFileSync } from 'node:fs';
import { encodeAs } from '@dragoman/testing';
import { expect, it } from 'vitest';
import type { Case } from '../table.ts';
import { table } from './table.ts';

const VF = 'apply_patch verification failed: ';
const ENOENT = 'No such file or directory (os error 2)';
const DONE = 'Exit code: 0\nWall time: T seconds\nOutput:\nSuccess. Updated the following files:\n';

const patch = (...lines: string[]) => ({ input: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') });

const files = table(
  {
    'ROOT/a.txt': 'one\ntwo\nthree\n',
    'ROOT/b.txt': 'old\n',
    'ROOT/moved.txt': 'x\ny\n',
    'ROOT/crlf.txt': 'one\r\ntwo\r\nopen',
    'ROOT/sjis.txt': encodeAs('日本語のテキスト\n表示する\n', 'shift_jis'),
    'ROOT/utf16.txt': encodeAs('one\r\ntwo\r\n', 'utf-16le with mark'),
    'ROOT/gone.txt': '',
    'ROOT/quotes.txt': 'say “hi” – now\n  indented\n',
    'ROOT/dir/inner.txt': '',
    'ROOT/link': { link: 'b.txt' },
    'ROOT/out': { link: '../outside.txt' },
    'ROOT/denied/secret.pem': '',
    'outside.txt': 'secret',
  },
  { args: ['--deny', '**/denied/**'] },
);

const shows = (name: string) => readFileSync(files.tree.path('ROOT', name), 'latin1');

const UNREADABLE: readonly Case[] = [
  ['no patch', { input: 'hello' }, `${VF}invalid patch: The first line of the patch must be '*** Begin Patch'`],
  ['no text', { input: '' }, `${VF}invalid patch: The last line of the patch must be '*** End Patch'`],
  [
    'no end',
    { input: '*** Begin Patch\n*** Delete File: a.txt' },
    `${VF}invalid patch: The last line of the patch must be '*** End Patch'`,
  ],
  ['an empty patch', patch(), 'patch rejected: empty patch'],
  [
    'an environment',
    patch('*** Environment ID: x', '*** Delete File: a.txt'),
    'apply_patch environment selection is unavailable for this turn',
  ],
  [
    'a line where a section must begin',
    patch(' foo'),
    `${VF}invalid hunk at line 2, 'foo' is not a valid hunk header. Valid hunk headers: '*** Add File: {path}', '*** Delete File: {path}', '*** Update File: {path}'`,
  ],
  [
    'a strange first line',
    patch('*** Update File: a.txt', '@@', 'foo'),
    `${VF}invalid hunk at line 4, Unexpected line found in update hunk: 'foo'. Every line should start with ' ' (context line), '+' (added line), or '-' (removed line)`,
  ],
  [
    'a strange later line',
    patch('*** Update File: a.txt', '@@', '-one', 'foo'),
    `${VF}invalid hunk at line 5, Expected update hunk to start with a @@ context marker, got: 'foo'`,
  ],
  [
    '@@ without lines',
    patch('*** Update File: a.txt', '@@'),
    `${VF}invalid hunk at line 4, Update hunk does not contain any lines`,
  ],
  [
    'an empty update',
    patch('*** Update File: a.txt'),
    `${VF}invalid hunk at line 2, Update file hunk for path 'a.txt' is empty`,
  ],
];

const REJECTED = 'patch rejected: writing outside of the project; rejected by user approval settings';

const REFUSED: readonly Case[] = [
  ['a path outside', patch('*** Delete File: no', '*** Add File: ../new'), REJECTED],
  ['a link that leads out', patch('*** Update File: out', '-secret'), REJECTED],
  ['what is denied, there or not', patch('*** Add File: denied/no'), REJECTED],
  ['what is in .git', patch('*** Add File: .git/hooks/x'), REJECTED],
  ['a new name outside', patch('*** Update File: a.txt', '*** Move to: ../a.txt'), REJECTED],
  [
    'a file named twice',
    patch('*** Delete File: a.txt', '*** Update File: dir/../a.txt', '-one'),
    `${VF}invalid patch: multiple operations target ROOT/a.txt`,
  ],
  [
    'a file and a link to it',
    patch('*** Update File: b.txt', '-old', '*** Update File: link', '-old'),
    `${VF}invalid patch: multiple operations target ROOT/link`,
  ],
  ['an update of nothing', patch('*** Update File: no', '-x'), `${VF}Failed to read file to update ROOT/no: ${ENOENT}`],
  [
    'an update of a directory',
    patch('*** Update File: dir', '-x'),
    `${VF}Failed to read file to update ROOT/dir: path \`ROOT/dir\` is not a file`,
  ],
  ['a deletion of nothing', patch('*** Delete File: no'), `${VF}Failed to read ROOT/no: ${ENOENT}`],
  [
    'a deletion of a directory',
    patch('*** Delete File: dir'),
    `${VF}Failed to read ROOT/dir: path \`ROOT/dir\` is not a file`,
  ],
  [
    'a hunk that is not there',
    patch('*** Add File: new', '*** Update File: a.txt', ' one', '-three', '*** Delete File: no'),
    `${VF}Failed to find expected lines in ROOT/a.txt:\none\nthree`,
  ],
  [
    'a line above that is not there',
    patch('*** Update File: a.txt', '@@ two', '@@ one', '-three'),
    `${VF}Failed to find context 'one' in ROOT/a.txt`,
  ],
  [
    'a directory in the way',
    patch('*** Update File: a.txt', '-one', '*** Add File: dir', '+x'),
    'Exit code: 1\nWall time: T seconds\nOutput:\nFailed to write file ROOT/dir\n',
  ],
  [
    'a file where a parent must be',
    patch('*** Add File: a.txt/x', '+x'),
    'Exit code: 1\nWall time: T seconds\nOutput:\nFailed to write file ROOT/a.txt/x\n',
  ],
  [
    'what the encoding cannot hold',
    patch('*** Update File: sjis.txt', ' 表示する', '+😀'),
    'Cannot write ROOT/sjis.txt: its encoding, shift_jis, has no form for "😀" (U+1F600), at line 1, column 1 of the new text. Nothing was written',
  ],
];

files.fails('apply_patch', UNREADABLE);
files.fails('apply_patch', REFUSED);

it('has changed nothing by what it refused', () => {
  expect(shows('a.txt')).toBe('one\ntwo\nthree\n');
  expect(() => shows('new')).toThrow('ENOENT');
});

files.succeeds('apply_patch', [
  [
    'all kinds, in three groups',
    patch(
      ...[
        '*** Delete File: gone.txt',
        '*** Update File: a.txt',
        '@@ one',
        '-two',
        '+2',
        '*** Add File: new/deep.txt',
        '+x',
      ],
      ...['*** Update File: moved.txt', '*** Move to: new/place.txt', ' x', '-y', '*** Add File: empty.txt'],
    ),
    `${DONE}A new/deep.txt\nA empty.txt\nM a.txt\nM new/place.txt\nD gone.txt\n`,
  ],
  [
    'a patch in a heredoc',
    { input: `<<'EOF'\n${patch('*** Update File: b.txt', '-old', '+new').input}\nEOF` },
    `${DONE}M b.txt\n`,
  ],
  ['another name of the argument', { patch: patch('*** Add File: p').input, mood: 'x' }, `${DONE}A p\n`],
  [
    'an operation',
    { operation: { type: 'update_file', path: 'b.txt', diff: '@@\n-new\n+newer\n' } },
    `${DONE}M b.txt\n`,
  ],
  [
    'CRLF, and no newline at the end',
    patch('*** Update File: crlf.txt', ' two', '+2½', '-open', '+still'),
    `${DONE}M crlf.txt\n`,
  ],
  ['Shift_JIS', patch('*** Update File: sjis.txt', '-表示する', '+表を'), `${DONE}M sjis.txt\n`],
  ['UTF-16', patch('*** Update File: utf16.txt', '-two', '+文'), `${DONE}M utf16.txt\n`],
  [
    'lines in spite of their quotes and spaces',
    patch('*** Update File: quotes.txt', ' say "hi" - now', '-indented', '+done'),
    `${DONE}M quotes.txt\n`,
  ],
]);

it('has written what it was told to', () => {
  const contents = ['a.txt', 'new/deep.txt', 'new/place.txt', 'empty.txt', 'b.txt', 'crlf.txt', 'quotes.txt'].map(
    shows,
  );
  expect(contents.slice(0, -1)).toEqual([
    ...['one\n2\nthree\n', 'x\n', 'x\n', '', 'newer\n'],
    Buffer.from('one\r\ntwo\r\n2½\r\nstill').toString('latin1'),
  ]);
  expect(Buffer.from(contents.at(-1) ?? '', 'latin1').toString()).toBe('say “hi” – now\ndone\n');
  expect(shows('sjis.txt')).toBe(encodeAs('日本語のテキスト\n表を\n', 'shift_jis').toString('latin1'));
  expect(shows('utf16.txt')).toBe(encodeAs('one\r\n文\r\n', 'utf-16le with mark').toString('latin1'));
});

it('changes the target of a link', async () => {
  const answer = await files.answer('apply_patch', patch('*** Update File: link', '-newer', '+newest'));
  expect([answer.text, shows('b.txt')]).toEqual([`${DONE}M link\n`, 'newest\n']);
});

it('tells programs what became of each file', async () => {
  const { outcome } = await files.server.call(
    'apply_patch',
    patch('*** Add File: told', '*** Update File: told2', '*** Move to: x'),
  );
  expect(outcome).toEqual({});
  const done = await files.server.call(
    'apply_patch',
    patch('*** Add File: told', '*** Update File: new/deep.txt', '*** Move to: up'),
  );
  expect(done.outcome).toEqual({
    kind: 'patch',
    files: [
      { change: 'add', path: 'told', version: expect.stringMatching(/^sha256:/) },
      { change: 'move', path: 'up', from: 'new/deep.txt' },
    ],
  });
});
