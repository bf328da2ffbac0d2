import { existsSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createToolset } from '../../src/index.ts';
import { changes, holds, play, type Scenario, touches } from './scenario.ts';

const CURRENT = ' (file state is current in your context — no need to Read it back)';
const MODIFIED =
  ' (note: the file had been modified on disk since you last read it — the edit applied cleanly, but the file contains other changes not in your context. Read it before edits that depend on surrounding content.)';
const STALE =
  '! File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.';
const CWD = 'Note: your current working directory is ROOT.';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const UTF16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('one\r\ntwo\r\n', 'utf16le')]);

const invalid = (tool: string, ...issues: string[]) =>
  `! InputValidationError: ${tool} failed due to the following ${issues.length > 1 ? 'issues' : 'issue'}:\n${issues.join('\n')}`;
const missing = (name: string) => `The required parameter \`${name}\` is missing`;
const type = (name: string, expected: string, provided: string) =>
  `The parameter \`${name}\` type is expected as \`${expected}\` but provided as \`${provided}\``;

const f = { file_path: 'f' };
const swap = (old_string: string, new_string: string, more = {}) => ({ ...f, old_string, new_string, ...more });
const UPDATED = 'The file f has been updated successfully.';
const ALL = 'The file f has been updated. All occurrences were successfully replaced.';

const READS: readonly Scenario[] = [
  ['a final newline', { f: 'a\nb\n' }, ['Read', f, '1\ta\n2\tb\n3\t']],
  ['no final newline', { f: 'a\nb' }, ['Read', f, '1\ta\n2\tb']],
  ['one newline', { f: '\n' }, ['Read', f, '1\t\n2\t']],
  ['CRLF and a lone CR', { f: 'a\r\nb\rc\n' }, ['Read', f, '1\ta\n2\tb\rc\n3\t']],
  ['numbers that grow', { f: 'x\n'.repeat(10) }, ['Read', { ...f, offset: 9 }, '9\tx\n10\tx\n11\t']],
  ['a byte-order mark', { f: '\ufeffa\n' }, ['Read', f, '1\ta\n2\t']],
  ['UTF-16', { f: UTF16 }, ['Read', f, '1\tone\n2\ttwo\n3\t']],
  ['an offset', { f: 'a\nb\nc' }, ['Read', { ...f, offset: 2 }, '2\tb\n3\tc']],
  ['an offset of 0', { f: 'a\nb' }, ['Read', { ...f, offset: 0 }, '1\ta\n2\tb']],
  ['a negative offset', { f: 'a\nb' }, ['Read', { ...f, offset: -3 }, '1\ta\n2\tb']],
  ['a limit without a note', { f: 'a\nb\nc' }, ['Read', { ...f, limit: 2 }, '1\ta\n2\tb']],
  ['a limit that ends at the last newline', { f: 'a\nb\n' }, ['Read', { ...f, limit: 2 }, '1\ta\n2\tb']],
  ['a limit that means nothing', { f: 'a\nb' }, ['Read', { ...f, limit: 0 }, '1\ta\n2\tb']],
  ['numbers in strings', { f: 'a\nb\nc' }, ['Read', { ...f, offset: '2', limit: '1' }, '2\tb']],
  ['null for what is left out', { f: 'a' }, ['Read', { ...f, offset: null, limit: null, pages: null }, '1\ta']],
  ['the empty line at the end alone', { f: 'a\nb\n' }, ['Read', { ...f, offset: 3 }, '3\t']],
  [
    'an offset past the end',
    { f: 'a\nb\n' },
    [
      'Read',
      { ...f, offset: 4 },
      'Warning: the file exists but is shorter than the provided offset (4). The file has 3 lines.',
    ],
  ],
  [
    'an offset past an open end',
    { f: 'a\nb' },
    [
      'Read',
      { ...f, offset: 9 },
      'Warning: the file exists but is shorter than the provided offset (9). The file has 2 lines.',
    ],
  ],
  ['an empty file', { f: '' }, ['Read', f, 'Warning: the file exists but the contents are empty.']],
  ['white space around a path', { f: 'a' }, ['Read', { file_path: ' f\n' }, '1\ta']],
  ['an absolute path', { f: 'a' }, ['Read', { file_path: 'ROOT/f' }, '1\ta']],
  ['a missing file', {}, ['Read', { file_path: 'zzz' }, `! File does not exist. ${CWD}`]],
  [
    'another extension',
    { 'a.ts': '' },
    ['Read', { file_path: 'a.js' }, `! File does not exist. ${CWD} Did you mean a.ts?`],
  ],
  [
    'another case',
    { 'd/Main.ts': '' },
    ['Read', { file_path: 'd/main.ts' }, `! File does not exist. ${CWD} Did you mean Main.ts?`],
  ],
  [
    'a near name',
    { 'index.ts': '' },
    ['Read', { file_path: 'indxe.ts' }, `! File does not exist. ${CWD} Did you mean index.ts?`],
  ],
  [
    'a directory',
    { 'd/f': '' },
    ['Read', { file_path: 'd' }, "! EISDIR: illegal operation on a directory, read 'ROOT/d'"],
  ],
  ['a file as a directory', { f: '' }, ['Read', { file_path: 'f/x' }, "! ENOTDIR: not a directory, open 'ROOT/f/x'"]],
  [
    'a path outside',
    {},
    [
      'Read',
      { file_path: '/etc/passwd' },
      '! Access denied: /etc/passwd is outside the allowed directories or denied\nAllowed: ROOT',
    ],
  ],
  [
    'an image',
    { 'a.txt': PNG },
    [
      'Read',
      { file_path: 'a.txt' },
      JSON.stringify({ type: 'image', data: PNG.toString('base64'), mimeType: 'image/png' }),
    ],
  ],
  ['an SVG', { 'a.svg': '<svg/>' }, ['Read', { file_path: 'a.svg' }, '1\t<svg/>']],
  ['an empty image', { 'a.png': '' }, ['Read', { file_path: 'a.png' }, '! The image file is empty: a.png']],
  ['an empty PDF', { 'a.pdf': '' }, ['Read', { file_path: 'a.pdf' }, '! The PDF file is empty: a.pdf']],
  [
    'a binary file',
    { 'a.bin': Buffer.from([0, 1, 2, 3, 0xff, 0xfe, 0]) },
    [
      'Read',
      { file_path: 'a.bin' },
      /^! This tool cannot read binary files\. The file appears to be a binary \.bin file\./,
    ],
  ],
  [
    'a large file',
    { f: 'x'.repeat(442_880) },
    ['Read', f, /^! File content \(432\.5KB\) exceeds maximum allowed size \(256KB\)\..*offset.*limit.*allow_large/],
    ['Read', { ...f, limit: 1, offset: 2 }, /shorter than the provided offset/],
  ],
  [
    'lines over the response limit',
    { f: `${'x'.repeat(59)}\n`.repeat(3000) },
    ['Read', f, /^1\tx(?:.|\n)*\n\[Showing lines 1-(\d+) of 3001; more lines follow\. Use offset=\d+ to continue\.\]$/],
    ['Read', { ...f, allow_large: true }, /\n3000\tx+\n3001\t$/],
  ],
  [
    'a line over the response limit',
    { f: `${'x'.repeat(200_000)}\nb` },
    ['Read', f, /x\n\[Line 1 of 2 is cut: it is over the response size limit; use offset=2 to continue\.\]$/],
  ],
  ['no pages that can be read', { f: 'a' }, ['Read', { ...f, pages: 'x' }, /^! Invalid pages parameter: "x"\./]],
  ['pages backwards', { f: 'a' }, ['Read', { ...f, pages: '5-2' }, /^! Invalid pages parameter: "5-2"\./]],
  ['pages from 0', { f: 'a' }, ['Read', { ...f, pages: '0' }, /^! Invalid pages parameter: "0"\./]],
  [
    'too many pages',
    { f: 'a' },
    ['Read', { ...f, pages: '1-21' }, /^! Page range "1-21" exceeds maximum of 20 pages per request\./],
  ],
];

const ARGUMENTS: readonly Scenario[] = [
  ['nothing', {}, ['Read', {}, invalid('Read', missing('file_path'))]],
  ['null where something must be', {}, ['Read', { file_path: null }, invalid('Read', missing('file_path'))]],
  [
    'several faults',
    {},
    ['Edit', {}, invalid('Edit', missing('file_path'), missing('old_string'), missing('new_string'))],
  ],
  [
    'a word for a number',
    { f: '' },
    ['Read', { ...f, offset: 'two' }, invalid('Read', type('offset', 'number', 'string'))],
  ],
  ['a fraction', { f: '' }, ['Read', { ...f, offset: 1.5 }, invalid('Read', type('offset', 'int', 'number'))]],
  ['a list for a path', {}, ['Read', { file_path: ['f'] }, invalid('Read', type('file_path', 'string', 'array'))]],
  ['a number for a text', {}, ['Read', { file_path: 5 }, invalid('Read', type('file_path', 'string', 'number'))]],
  [
    'a word for a boolean',
    {},
    ['Edit', swap('a', 'b', { replace_all: 'yes' }), invalid('Edit', type('replace_all', 'boolean', 'string'))],
  ],
  ['a NUL in a path', {}, ['Read', { file_path: 'a\0b' }, /^! InputValidationError: Read failed.*\n.*`file_path`/]],
  ['a misspelt name of a required one', {}, ['Read', { file_pth: 'f' }, invalid('Read', missing('file_path'))]],
  [
    'a misspelt name',
    { f: 'a' },
    ['Read', { ...f, limt: 1 }, /`?"limt" is not one of this tool's; did you mean "limit"\?$/],
  ],
  [
    'a word for another change',
    { f: 'a' },
    ['Edit', swap('a', 'b', { dry_run: true }), /^! InputValidationError: Edit/],
    holds('f', 'a'),
  ],
  ['path', { f: 'a' }, ['Read', { path: 'f' }, '1\ta']],
  ['filePath', { f: 'a' }, ['Read', { filePath: 'f' }, '1\ta']],
  ['filename', { f: 'a' }, ['Read', { filename: 'f' }, '1\ta']],
  ['absolute_path', { f: 'a' }, ['Read', { absolute_path: 'ROOT/f' }, '1\ta']],
  ['the true name beside another', { f: 'a', g: 'b' }, ['Read', { ...f, path: 'g' }, '1\ta']],
  ['old_str', { f: 'a' }, ['Edit', { ...f, old_str: 'a', new_str: 'b' }, UPDATED], holds('f', 'b')],
  ['oldString', { f: 'a' }, ['Edit', { ...f, oldString: 'a', newString: 'b' }, UPDATED], holds('f', 'b')],
  ['oldText', { f: 'a' }, ['Edit', { ...f, oldText: 'a', newText: 'b' }, UPDATED], holds('f', 'b')],
  ['replaceAll in a string', { f: 'aa' }, ['Edit', swap('a', 'b', { replaceAll: 'True' }), ALL], holds('f', 'bb')],
  ['contents', {}, ['Write', { ...f, contents: 'a' }, `File created successfully at: f${CURRENT}`], holds('f', 'a')],
  [
    'an object as content',
    {},
    ['Write', { ...f, content: { a: [1, 'b'] } }, `File created successfully at: f${CURRENT}`],
    holds('f', '{"a":[1,"b"]}'),
  ],
];

const EDITS: readonly Scenario[] = [
  ['a file never read', { f: 'a' }, ['Edit', swap('a', 'b'), UPDATED], holds('f', 'b')],
  [
    'a file read whole',
    { f: 'a\n' },
    ['Read', f, '1\ta\n2\t'],
    ['Edit', swap('a', 'b'), UPDATED + CURRENT],
    ['Edit', swap('b', 'c'), UPDATED + CURRENT],
  ],
  ['a file read in part', { f: 'a\nb' }, ['Read', { ...f, limit: 1 }, '1\ta'], ['Edit', swap('a', 'b\n'), UPDATED]],
  [
    'a file read in part, then whole',
    { f: 'a\nb' },
    ['Read', { ...f, limit: 1 }, '1\ta'],
    ['Read', f, '1\ta\n2\tb'],
    ['Edit', swap('a', 'c'), UPDATED + CURRENT],
  ],
  [
    'a file that it wrote',
    {},
    ['Write', { ...f, content: 'a' }, `File created successfully at: f${CURRENT}`],
    ['Edit', swap('a', 'b'), UPDATED + CURRENT],
  ],
  [
    'a file that somebody else changed',
    { f: 'a\nb\n' },
    ['Read', f, '1\ta\n2\tb\n3\t'],
    changes('f', 'a\nc\n'),
    ['Edit', swap('a', 'd'), UPDATED + MODIFIED],
    holds('f', 'd\nc\n'),
    ['Edit', swap('d', 'e'), UPDATED],
  ],
  [
    'another time over the same bytes',
    { f: 'a' },
    ['Read', f, '1\ta'],
    touches('f'),
    ['Edit', swap('a', 'b'), UPDATED + CURRENT],
  ],
  [
    'all, in a changed file',
    { f: 'a' },
    ['Read', f, '1\ta'],
    changes('f', 'aa'),
    ['Edit', swap('a', 'b', { replace_all: true }), ALL + MODIFIED],
    holds('f', 'bb'),
  ],
  [
    'a place that is gone from a changed file',
    { f: 'a' },
    ['Read', f, '1\ta'],
    changes('f', 'b'),
    ['Edit', swap('a', 'c'), STALE],
    holds('f', 'b'),
  ],
  [
    'a place that is twice in a changed file',
    { f: 'a' },
    ['Read', f, '1\ta'],
    changes('f', 'aa'),
    ['Edit', swap('a', 'c'), STALE],
    holds('f', 'aa'),
  ],
  [
    'equal texts',
    { f: 'a' },
    ['Edit', swap('a', 'a'), '! No changes to make: old_string and new_string are exactly the same.'],
  ],
  [
    'equal texts of a notebook',
    {},
    [
      'Edit',
      { file_path: 'n.ipynb', old_string: 'a', new_string: 'a' },
      '! No changes to make: old_string and new_string are exactly the same.',
    ],
  ],
  [
    'a notebook',
    { 'n.ipynb': '{}' },
    [
      'Edit',
      { file_path: 'n.ipynb', old_string: '{', new_string: '[' },
      '! File is a Jupyter Notebook. Use the NotebookEdit to edit this file.',
    ],
  ],
  [
    'a new file',
    {},
    [
      'Edit',
      { file_path: 'd/f', old_string: '', new_string: 'a' },
      `The file d/f has been updated successfully.${CURRENT}`,
    ],
    holds('d/f', 'a'),
  ],
  ['a file of white space', { f: ' \n' }, ['Edit', swap('', 'a\n'), UPDATED], holds('f', 'a\n')],
  ['an empty file', { f: '' }, ['Edit', swap('', 'a'), UPDATED], holds('f', 'a')],
  [
    'an empty text in a file',
    { f: 'a' },
    ['Edit', swap('', 'b'), '! Cannot create new file - file already exists.'],
    holds('f', 'a'),
  ],
  ['a missing file', {}, ['Edit', swap('a', 'b'), `! File does not exist. ${CWD}`]],
  [
    'no such text',
    { f: 'xyz\n' },
    ['Edit', swap('abc', 'b'), /^! String to replace not found in file\.\nString: abc(?:\n\n|$)/],
  ],
  [
    'several places',
    { f: 'a a a' },
    [
      'Edit',
      swap('a', 'b'),
      '! Found 3 matches of the string to replace, but replace_all is false. To replace all occurrences, set replace_all to true. To replace only one occurrence, please provide more context to uniquely identify the instance.\nString: a',
    ],
  ],
  ['several places at once', { f: 'a a a' }, ['Edit', swap('a', 'b', { replace_all: true }), ALL], holds('f', 'b b b')],
  ['a binary file', { f: PNG }, ['Edit', swap('a', 'b'), /^! File is binary/]],
  [
    'LF for CRLF',
    { f: 'a\r\nb\r\nc\r\n' },
    ['Edit', swap('a\nb', 'x\ny\nz'), UPDATED],
    holds('f', 'x\r\ny\r\nz\r\nc\r\n'),
  ],
  ['CRLF for LF', { f: 'a\nb\nc\n' }, ['Edit', swap('a\r\nb', 'x\r\ny'), UPDATED], holds('f', 'x\ny\nc\n')],
  ['mixed endings', { f: 'a\r\nb\nc\r\n' }, ['Edit', swap('a\nb\nc', 'x\ny\nz'), UPDATED], holds('f', 'x\r\ny\nz\r\n')],
  [
    'UTF-16',
    { f: UTF16 },
    ['Edit', swap('one', 'two'), UPDATED],
    holds('f', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('two\r\ntwo\r\n', 'utf16le')])),
  ],
  [
    'double quotes',
    { f: 'say “hi” now' },
    ['Edit', swap('say "hi"', 'say "ho" ("x")'), UPDATED],
    holds('f', 'say “ho” (“x”) now'),
  ],
  [
    'single quotes',
    { f: 'the ‘a’ it’s' },
    ['Edit', swap("'a' it's", "'b' don't"), UPDATED],
    holds('f', 'the ‘b’ don’t'),
  ],
  ['only the kind that stood there', { f: '“a”' }, ['Edit', swap('"a"', `"b" 'c'`), UPDATED], holds('f', "“b” 'c'")],
  ['typographic quotes for straight ones', { f: '"a"' }, ['Edit', swap('“a”', '"b"'), UPDATED], holds('f', '"b"')],
  ['quotes as they are first', { f: '"a" “a”' }, ['Edit', swap('"a"', '"b"'), UPDATED], holds('f', '"b" “a”')],
  ['quotes in several places', { f: '“a” “a”' }, ['Edit', swap('"a"', 'b'), /^! Found 2 matches/]],
  [
    'quotes in several places at once',
    { f: '“a” “a”' },
    ['Edit', swap('"a"', '"b"', { replace_all: true }), ALL],
    holds('f', '“b” “b”'),
  ],
  [
    'quotes after a dash',
    { f: 'x—“a”' },
    ['Edit', swap('x—"a"', 'x—"b" –"c" {"d"}'), UPDATED],
    holds('f', 'x—“b” –“c” {“d”}'),
  ],
  ['nothing else is folded', { f: 'a\u00a0b' }, ['Edit', swap('a b', 'c'), /^! String to replace not found/]],
];

const WRITES: readonly Scenario[] = [
  [
    'a new file and its parents',
    {},
    ['Write', { file_path: 'd/e/f', content: 'a\n' }, `File created successfully at: d/e/f${CURRENT}`],
    holds('d/e/f', 'a\n'),
  ],
  ['an empty file', { f: '' }, ['Write', { ...f, content: 'a' }, `File created successfully at: f${CURRENT}`]],
  ['a file never read', { f: 'old' }, ['Write', { ...f, content: 'new' }, UPDATED + CURRENT], holds('f', 'new')],
  ['a file read', { f: 'old' }, ['Read', f, '1\told'], ['Write', { ...f, content: 'new' }, UPDATED + CURRENT]],
  [
    'a file read in part',
    { f: 'a\nb' },
    ['Read', { ...f, limit: 1 }, '1\ta'],
    ['Write', { ...f, content: 'new' }, UPDATED + CURRENT],
  ],
  [
    'what somebody else changed',
    { f: 'old' },
    ['Read', f, '1\told'],
    changes('f', 'other'),
    ['Write', { ...f, content: 'new' }, STALE],
    holds('f', 'other'),
    ['Read', f, '1\tother'],
    ['Write', { ...f, content: 'new' }, UPDATED + CURRENT],
  ],
  [
    'what it wrote and somebody else changed',
    {},
    ['Write', { ...f, content: 'a' }, /created/],
    changes('f', 'bb'),
    ['Write', { ...f, content: 'c' }, STALE],
  ],
  [
    'line endings as given',
    { f: 'a\r\nb\r\n' },
    ['Write', { ...f, content: 'a\nb\n' }, UPDATED + CURRENT],
    holds('f', 'a\nb\n'),
  ],
  [
    'a byte-order mark',
    { f: '\ufeffold' },
    ['Write', { ...f, content: 'new' }, UPDATED + CURRENT],
    holds('f', '\ufeffnew'),
  ],
  [
    'an encoding',
    { f: UTF16 },
    ['Write', { ...f, content: 'é' }, UPDATED + CURRENT],
    holds('f', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('é', 'utf16le')])),
  ],
  ['a binary file', { f: PNG }, ['Write', { ...f, content: 'a' }, /^! File is binary/], holds('f', PNG)],
  [
    'a directory',
    { 'd/f': '' },
    ['Write', { file_path: 'd', content: 'a' }, /^! ROOT\/d is a directory, not a file\./],
  ],
  [
    'a path outside',
    {},
    [
      'Write',
      { file_path: '../x', content: '' },
      '! Access denied: ../x is outside the allowed directories or denied\nAllowed: ROOT',
    ],
  ],
];

const NOT_READ = '! File has not been read yet. Read it first before writing to it.';

const STRICT: readonly Scenario[] = [
  ['an edit of what was not read', { f: 'a' }, ['Edit', swap('a', 'b'), NOT_READ]],
  ['an overwrite of what was not read', { f: 'a' }, ['Write', { ...f, content: 'b' }, NOT_READ]],
  ['an edit of what changed', { f: 'a' }, ['Read', f, '1\ta'], changes('f', 'ab'), ['Edit', swap('a', 'b'), STALE]],
  ['an edit of what was read', { f: 'a' }, ['Read', f, '1\ta'], ['Edit', swap('a', 'b'), UPDATED + CURRENT]],
];

const FREE: readonly Scenario[] = [
  [
    'an overwrite of what changed',
    { f: 'a' },
    ['Read', f, '1\ta'],
    changes('f', 'ab'),
    ['Write', { ...f, content: 'c' }, UPDATED + CURRENT],
  ],
  ['an edit of what changed', { f: 'a' }, ['Read', f, '1\ta'], changes('f', 'ab'), ['Edit', swap('a', 'c'), UPDATED]],
];

const DRY: readonly Scenario[] = [
  ['an edit', { f: 'a' }, ['Edit', swap('a', 'b'), '[Dry Run] The file f would be updated.'], holds('f', 'a')],
  [
    'an overwrite',
    { f: 'a' },
    ['Write', { ...f, content: 'b' }, '[Dry Run] The file f would be updated.'],
    holds('f', 'a'),
  ],
  [
    'a new file',
    {},
    ['Write', { ...f, content: 'b' }, '[Dry Run] The file f would be created.'],
    (tree) => expect(existsSync(tree.path('f'))).toBe(false),
  ],
];

describe('Read', () => play(READS));
describe('arguments', () => play(ARGUMENTS));
describe('Edit', () => play(EDITS));
describe('Write', () => play(WRITES));
describe('a session that requires reads', () => play(STRICT, { requireRead: 'always' }));
describe('a session that requires none', () => play(FREE, { requireRead: 'never' }));
describe('a dry run', () => play(DRY, { dryRun: true }));

describe('what programs learn', () => {
  it('is the patch of an edit, and what was done to arguments', async () => {
    await using tree = await openTree({ f: 'a\nb\nc\nd\ne\nf\n' });
    await using toolset = await createToolset({ dialect: 'claude', session: { workdir: tree.root } });
    const { _meta } = await toolset.call('Edit', { path: 'f', old_string: 'c', new_string: 'x', why: 1 } as never);
    const lines = [' a', ' b', '-c', '+x', ' d', ' e', ' f'];
    expect(_meta).toMatchObject({
      'dragoman/outcome': { kind: 'edit', patch: [{ oldStart: 1, oldLines: 6, newStart: 1, newLines: 6, lines }] },
      'dragoman/arguments': { taken: { path: 'file_path' }, ignored: ['why'] },
    });
    const read = await toolset.call('Read', { file_path: 'f', limit: 0 });
    expect(read._meta).toMatchObject({ 'dragoman/arguments': { clamped: { limit: [0, null] } } });
  });

  it('is the patch of an overwrite; the mode stays, and links are written through', async () => {
    await using tree = await openTree({ f: 'a\nb\n' });
    mkdirSync(tree.path('d'));
    symlinkSync('../f', tree.path('d/link'));
    const { mode } = statSync(tree.path('f'));
    await using toolset = await createToolset({ dialect: 'claude', session: { workdir: tree.root } });
    const { _meta } = await toolset.call('Write', { file_path: 'd/link', content: 'a\nc\n' });
    expect(_meta['dragoman/outcome']).toMatchObject({ kind: 'write', patch: [{ lines: [' a', '-b', '+c'] }] });
    expect(statSync(tree.path('f')).mode).toBe(mode);
    expect((await toolset.call('Read', { file_path: 'f' })).content).toEqual([
      { type: 'text', text: '1\ta\n2\tc\n3\t' },
    ]);
  });
});
