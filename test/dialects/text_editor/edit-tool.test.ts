import { lstatSync, readFileSync, statSync } from 'node:fs';
import { encodeAs, openTree, serve } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { type Case, tableOf } from '../table.ts';

const TOOL = 'str_replace_based_edit_tool';
const PIXEL = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');

/** Cases of one command. */
function of(command: string, cases: readonly Case[]): Case[] {
  return cases.map(([situation, args, expected]) => [`${command}: ${situation}`, { command, ...args }, expected]);
}

const FIRST = "Here's the result of running `cat -n` on";
const missing = (path: string) => `The path ${path} does not exist. Please provide a valid path.`;

describe('paths', () => {
  const files = {
    'ROOT/a': 'one\n',
    'ROOT/d/b': '',
    'ROOT/a.secret': 'x',
    'ROOT/out': { link: '../outside' },
    outside: 'x',
  };
  const { fails, succeeds } = tableOf('text_editor', files, { args: ['--deny', '*.secret'] });
  const relative = (path: string) =>
    `The path ${path} is not an absolute path, it should start with \`/\`. Maybe you meant ROOT/${path}?`;

  fails(TOOL, [
    ...['view', 'create', 'str_replace', 'insert', 'frob'].map(
      (command): Case => [
        `${command} of a relative path, whatever else is wrong`,
        { command, path: 'a', view_range: [1] },
        relative('a'),
      ],
    ),
    ['a path at home', { command: 'view', path: '~/a' }, relative('~/a')],
    ...['view', 'str_replace', 'insert', 'frob'].flatMap((command): Case[] => [
      [`${command} of what is missing`, { command, path: 'ROOT/gone' }, missing('ROOT/gone')],
      [`${command} of what is outside`, { command, path: 'ROOT/../outside' }, missing('ROOT/../outside')],
      [`${command} of what is outside and missing`, { command, path: 'ROOT/../gone' }, missing('ROOT/../gone')],
      [`${command} of what is denied`, { command, path: 'ROOT/a.secret' }, missing('ROOT/a.secret')],
      [`${command} over a link that leads out`, { command, path: 'ROOT/out' }, missing('ROOT/out')],
      [`${command} below a file`, { command, path: 'ROOT/a/b' }, missing('ROOT/a/b')],
    ]),
    ...['str_replace', 'insert', 'frob'].map(
      (command): Case => [
        `${command} of a directory`,
        { command, path: 'ROOT/d/' },
        'The path ROOT/d is a directory and only the `view` command can be used on directories',
      ],
    ),
    ...['../outside', 'a.secret', 'new.secret', 'out', '.git/config'].map(
      (name): Case => [
        `create of ${name}`,
        { command: 'create', path: `ROOT/${name}`, file_text: '' },
        `Ran into an access error while trying to write to ROOT/${name}`,
      ],
    ),
    [
      'a command that it does not have',
      { command: 'undo_edit', path: 'ROOT/a' },
      'Unrecognized command undo_edit. The allowed commands for the str_replace_based_edit_tool tool are: view, create, str_replace, insert',
    ],
    ['no command', { path: 'ROOT/a' }, 'Argument "command" is required and must be a string'],
    ['no path', { command: 'view' }, 'Parameter `path` is required for command: view'],
  ]);

  succeeds(TOOL, [
    ['a slash at the end', { command: 'view', path: 'ROOT/a/' }, `${FIRST} ROOT/a:\n     1\tone\n     2\t\n`],
  ]);

  it('says the same of what is outside, whether or not it is there, with one code', async () => {
    await using tree = await openTree({ in: null, there: 'x' });
    await using server = await serve('text_editor', tree, { args: ['--workdir', tree.path('in')] });
    for (const command of ['view', 'create', 'str_replace', 'insert']) {
      const answers = await Promise.all(
        ['there', 'gone'].map((name) =>
          server.call(TOOL, {
            command,
            path: tree.path(name),
            file_text: '',
            old_str: 'x',
            insert_line: 0,
            insert_text: '',
          }),
        ),
      );
      expect(answers.map(({ error }) => error.code)).toEqual(['ACCESS_DENIED', 'ACCESS_DENIED']);
      expect(answers[0]?.text.replace('there', 'gone')).toBe(answers[1]?.text);
    }
  });
});

describe('view', () => {
  const { fails, succeeds } = tableOf('text_editor', {
    'ROOT/a': 'one\n\ttwo\nthree\n',
    'ROOT/open': 'one\ntwo',
    'ROOT/empty': '',
    'ROOT/crlf': 'one\r\ntwo\r\n',
    'ROOT/bom': Buffer.concat([Buffer.from('efbbbf', 'hex'), Buffer.from('one')]),
    'ROOT/wide': Buffer.from('\ufeff一\n', 'utf16le'),
    'ROOT/pixel.txt': PIXEL,
    'ROOT/data': Buffer.from([0, 1, 2, 3]),
    'ROOT/d/b': '',
    'ROOT/d/a.md': '',
    'ROOT/d/a/x/y/z': '',
    'ROOT/d/.hidden/x': '',
    'ROOT/d/node_modules/x': '',
    'ROOT/d/link': { link: 'a' },
  });
  const range = (situation: string, a: number, b: number, words: string): Case => [
    situation,
    { command: 'view', path: 'ROOT/a', view_range: [a, b] },
    `Invalid \`view_range\`: [${a}, ${b}]. ${words}`,
  ];
  const first = (a: number) => `Its first element \`${a}\` should be within the range of lines of the file: [1, 4]`;

  succeeds(
    TOOL,
    of('view', [
      ['a text', { path: 'ROOT/a' }, `${FIRST} ROOT/a:\n     1\tone\n     2\t\ttwo\n     3\tthree\n     4\t\n`],
      ['no newline at the end', { path: 'ROOT/open' }, `${FIRST} ROOT/open:\n     1\tone\n     2\ttwo\n`],
      ['an empty text', { path: 'ROOT/empty' }, `${FIRST} ROOT/empty:\n     1\t\n`],
      ['CRLF', { path: 'ROOT/crlf' }, `${FIRST} ROOT/crlf:\n     1\tone\n     2\ttwo\n     3\t\n`],
      ['a byte-order mark', { path: 'ROOT/bom' }, `${FIRST} ROOT/bom:\n     1\tone\n`],
      ['UTF-16', { path: 'ROOT/wide' }, `${FIRST} ROOT/wide:\n     1\t一\n     2\t\n`],
      ['some lines', { path: 'ROOT/a', view_range: [2, 3] }, `${FIRST} ROOT/a:\n     2\t\ttwo\n     3\tthree\n`],
      ['lines to the end', { path: 'ROOT/a', view_range: [3, -1] }, `${FIRST} ROOT/a:\n     3\tthree\n     4\t\n`],
      ['the line after the last newline', { path: 'ROOT/a', view_range: [4, 4] }, `${FIRST} ROOT/a:\n     4\t\n`],
      ['no range, as null', { path: 'ROOT/empty', view_range: null }, `${FIRST} ROOT/empty:\n     1\t\n`],
      [
        'an image, by its content',
        { path: 'ROOT/pixel.txt' },
        JSON.stringify([{ type: 'image', data: PIXEL.toString('base64'), mimeType: 'image/gif' }]),
      ],
      [
        'a directory',
        { path: 'ROOT/d/' },
        "Here's the files and directories up to 2 levels deep in ROOT/d, excluding hidden items:\nROOT/d\nROOT/d/a\nROOT/d/a.md\nROOT/d/a/x\nROOT/d/b\nROOT/d/link\n\n",
      ],
      [
        'a directory with a hidden name',
        { path: 'ROOT/d/.hidden' },
        "Here's the files and directories up to 2 levels deep in ROOT/d/.hidden, excluding hidden items:\nROOT/d/.hidden\nROOT/d/.hidden/x\n\n",
      ],
    ]),
  );

  fails(TOOL, [
    range('a start before the first line', 0, 2, first(0)),
    range('a start past the last line', 5, 6, first(5)),
    range('a start past the last line, to the end', 9, -1, first(9)),
    range(
      'an end past the last line',
      2,
      5,
      'Its second element `5` should be smaller than the number of lines in the file: `4`',
    ),
    range('an end before the start', 3, 2, 'Its second element `2` should be larger or equal than its first `3`'),
    range('an end that is no line', 1, -2, 'Its second element `-2` should be larger or equal than its first `1`'),
    ...([[1], [1, 2, 3], [], ['a', 'b'], [1.5, 2], 7, {}] as const).map(
      (view_range): Case => [
        `the range ${JSON.stringify(view_range)}`,
        { command: 'view', path: 'ROOT/a', view_range },
        'Invalid `view_range`. It should be a list of two integers.',
      ],
    ),
    [
      'a range of a directory',
      { command: 'view', path: 'ROOT/d', view_range: [1, 2] },
      'The `view_range` parameter is not allowed when `path` points to a directory.',
    ],
    [
      'binary content',
      { command: 'view', path: 'ROOT/data' },
      'Ran into a binary file (4 B) while trying to read ROOT/data',
    ],
  ]);

  it('ends a text that is too long after a whole line, and says so', async () => {
    const lines = Array.from({ length: 300 }, (_, at) => `line ${at + 1}`);
    await using server = await serve(
      'text_editor',
      { long: lines.join('\n') },
      { args: ['--max-response-size', '2000'] },
    );
    const { text, outcome } = await server.call(TOOL, { command: 'view', path: server.path('long') });
    const [head, ...shown] = text.split('\n');
    expect(head).toBe(`${FIRST} ${server.path('long')}:`);
    expect(shown.pop()).toBe(
      '<response clipped><NOTE>To save on context only part of this file has been shown to you. You should retry this tool after you have searched inside the file with `grep -n` in order to find the line numbers of what you are looking for.</NOTE>',
    );
    expect(shown).toEqual(lines.slice(0, shown.length).map((line, at) => `${String(at + 1).padStart(6)}\t${line}`));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2000);
    expect(outcome).toMatchObject({ kind: 'text', startLine: 1, endLine: shown.length, totalLines: 300 });
  });

  it('refuses a file over the limit, and names no tool that is not there', async () => {
    await using server = await serve('text_editor', { large: 'one\ntwo\n' }, { args: ['--max-file-size', '7'] });
    const path = server.path('large');
    const { text, error } = await server.call(TOOL, { command: 'view', path });
    expect(error.code).toBe('FILE_TOO_LARGE');
    expect(text).toBe(
      `File too large: ${path} has 8 bytes, and the limit is 7 bytes. view_range reads lines of files of any size; --max-file-size raises the limit`,
    );
  });

  it.each([
    ['one\ntwo\n', [3, 3], '     3\t'],
    ['one\ntwo', [2, -1], '     2\ttwo'],
    ['one\r\ntwo\r\n', [1, 3], '     1\tone\n     2\ttwo\n     3\t'],
    ['\n\n\n\n\n\n\n\n', [8, 9], '     8\t\n     9\t'],
  ])('counts lines of a file over the limit like those of others: %j %j', async (content, view_range, shown) => {
    for (const limit of ['6', '1KB']) {
      await using server = await serve('text_editor', { large: content }, { args: ['--max-file-size', limit] });
      const path = server.path('large');
      const { text } = await server.call(TOOL, { command: 'view', path, view_range });
      expect(text).toBe(`Here's the result of running \`cat -n\` on ${path}:\n${shown}\n`);
    }
  });
});

describe('create', () => {
  const { fails, succeeds } = tableOf('text_editor', {
    'ROOT/a': 'one\n',
    'ROOT/d/b': '',
    'ROOT/to-a': { link: 'a' },
  });
  const there = (path: string) => `File already exists at: ${path}. Cannot overwrite files using command \`create\`.`;

  succeeds(
    TOOL,
    of('create', [
      ['a file', { path: 'ROOT/new', file_text: 'x\r\n' }, 'File created successfully at: ROOT/new'],
      [
        'a file in directories that are missing',
        { path: 'ROOT/x/y/z', file_text: '' },
        'File created successfully at: ROOT/x/y/z',
      ],
    ]),
  );
  fails(
    TOOL,
    of('create', [
      ['a file that is there', { path: 'ROOT/a', file_text: '' }, there('ROOT/a')],
      ['a file that is there, without its text', { path: 'ROOT/a' }, there('ROOT/a')],
      ['a directory that is there', { path: 'ROOT/d/', file_text: '' }, there('ROOT/d')],
      ['a link to a file', { path: 'ROOT/to-a', file_text: '' }, there('ROOT/to-a')],
      ['no text', { path: 'ROOT/new2' }, 'Parameter `file_text` is required for command: create'],
      [
        'half a surrogate pair',
        { path: 'ROOT/new3', file_text: '\ud800' },
        expect.stringMatching(/^Cannot write ROOT\/new3: /) as never,
      ],
    ]),
  );

  it('gives what is new the modes that it should have, whatever the umask', async () => {
    await using server = await serve('text_editor');
    await server.call(TOOL, { command: 'create', path: server.path('d', 'f'), file_text: 'x\n' });
    expect([statSync(server.path('d')).mode & 0o777, statSync(server.path('d', 'f')).mode & 0o777]).toEqual([
      0o755, 0o644,
    ]);
  });
});

const REVIEW = 'Review the changes and make sure they are as expected. Edit the file again if necessary.';
const numbered = (lines: readonly string[], from = 1) =>
  lines.map((line, at) => `${String(from + at).padStart(6)}\t${line}\n`).join('');
const TEN = Array.from({ length: 10 }, (_, at) => `l${at + 1}`);

/** A tree with one file, a call on it, and what becomes of both. */
async function change(content: string | Buffer, args: Readonly<Record<string, unknown>>, more: readonly string[] = []) {
  await using server = await serve('text_editor', { f: content }, { args: more });
  const { text, isError, error, outcome } = await server.call(TOOL, { path: server.path('f'), ...args });
  return {
    text: text.replaceAll(server.path('f'), 'F'),
    isError,
    code: error.code,
    outcome,
    after: readFileSync(server.path('f')),
  };
}

it.each([
  { command: 'str_replace', old_str: 'a', new_str: 'b' },
  { command: 'insert', insert_line: 0, insert_text: 'b' },
])('says of binary content how large it is: %j', async (args) => {
  const content = Buffer.from([0, 1, 2, 255]);
  const { text, code, after } = await change(content, args);
  expect([code, after]).toEqual(['UNSUPPORTED_FILE', content]);
  expect(text).toBe('Ran into a binary file (4 B) while trying to read F');
});

describe('str_replace', () => {
  const edit = (old_str: string, new_str?: string) => ({
    command: 'str_replace',
    old_str,
    ...(new_str !== undefined && { new_str }),
  });

  it.each<[string, string, string, string | undefined, string, string[], number]>([
    [
      'in the middle',
      `${TEN.join('\n')}\n`,
      'l5',
      'X',
      `${TEN.join('\n').replace('l5', 'X')}\n`,
      ['l1', 'l2', 'l3', 'l4', 'X', 'l6', 'l7', 'l8', 'l9'],
      1,
    ],
    ['at the start', 'a\nb\n', 'a', 'x\ny', 'x\ny\nb\n', ['x', 'y', 'b', ''], 1],
    [
      'by several lines',
      `${TEN.join('\n')}\n`,
      'l6\n',
      'x\ny\n',
      `${TEN.join('\n').replace('l6', 'x\ny')}\n`,
      ['l2', 'l3', 'l4', 'l5', 'x', 'y', 'l7', 'l8', 'l9', 'l10', ''],
      2,
    ],
    ['by nothing', 'a\nb\nc\n', 'b\n', undefined, 'a\nc\n', ['a', 'c', ''], 1],
    ['CRLF by LF', 'a\r\nb\r\n', 'a\nb', 'x\ny', 'x\r\ny\r\n', ['x', 'y', ''], 1],
    ['with tabs', '\ta\n', '\ta', '\tb', '\tb\n', ['\tb', ''], 1],
    ['with what a pattern would mean', 'a$&\n', '$&', "$'$1", "a$'$1\n", ["a$'$1", ''], 1],
  ])('replaces text %s', async (_, before, old_str, new_str, after, lines, from) => {
    const { text, after: bytes } = await change(before, edit(old_str, new_str));
    expect(bytes.toString()).toBe(after);
    expect(text).toBe(`The file F has been edited. ${FIRST} a snippet of F:\n${numbered(lines, from)}${REVIEW}`);
  });

  it.each([
    ['several lines', 'a x\nb\nx\n', 'x', '[1, 3]'],
    ['one line', 'x x\n', 'x', '[1]'],
    ['more lines than ten', 'x\n'.repeat(13), 'x', '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]'],
    ['lines from which matches go on', 'a\nb\na\nb\n', 'a\nb', '[1, 3]'],
  ])('names %s in which matches begin', async (_, content, old_str, lines) => {
    const { text, isError, code, after } = await change(content, edit(old_str, 'y'));
    expect([isError, code, after.toString()]).toEqual([true, 'AMBIGUOUS_MATCH', content]);
    expect(text).toBe(
      `No replacement was performed. Multiple occurrences of old_str \`${old_str}\` in lines ${lines}. Please ensure it is unique`,
    );
  });

  it('says that a text is nowhere, and after an empty line what comes nearest', async () => {
    const { text, code } = await change('let count = 1;\n', edit('let  count = 1;', 'x'));
    const [sentence, empty, nearest] = text.split('\n');
    expect([code, sentence, empty]).toEqual([
      'NO_MATCH',
      'No replacement was performed, old_str `let  count = 1;` did not appear verbatim in F.',
      '',
    ]);
    expect(nearest).toMatch(/^Nearest: line 1 /);
    expect((await change('x\n', edit('nothing like it', 'x'))).text).toBe(
      'No replacement was performed, old_str `nothing like it` did not appear verbatim in F.',
    );
  });

  it.each([
    ['no old_str', { command: 'str_replace' }, 'Parameter `old_str` is required for command: str_replace'],
    ['an empty old_str', { command: 'str_replace', old_str: '' }, 'Cannot edit "F": the old text is empty'],
  ])('refuses %s', async (_, args, sentence) => {
    const { text, code, after } = await change('x\n', args);
    expect([text, code, after.toString()]).toEqual([sentence, 'INVALID_ARGUMENT', 'x\n']);
  });

  it('keeps what it does not replace, in other encodings', async () => {
    const { after, outcome } = await change(encodeAs('日本\r\n語\n', 'shift_jis'), edit('語', '文'));
    expect(after).toEqual(encodeAs('日本\r\n文\n', 'shift_jis'));
    expect(outcome).toMatchObject({ kind: 'edit', replacements: 1 });
    expect((await change(encodeAs('日本\r\n語\n', 'shift_jis'), edit('語', '😀'))).code).toBe('UNENCODABLE');
  });

  it('changes nothing on a dry run', async () => {
    const { text, after } = await change('a\n', edit('a', 'b'), ['--dry-run']);
    expect(text).toBe(
      `[Dry Run] The file F would be edited. ${FIRST} a snippet of F:\n${numbered(['b', ''])}${REVIEW}`,
    );
    expect(after.toString()).toBe('a\n');
  });

  it('is also called by its older name', async () => {
    await using server = await serve('text_editor', { f: 'a' });
    const { isError } = await server.call('str_replace_editor', { ...edit('a', 'b'), path: server.path('f') });
    expect([isError, readFileSync(server.path('f'), 'utf8')]).toEqual([false, 'b']);
  });
});

describe('insert', () => {
  const REVIEW_LINES =
    'Review the changes and make sure they are as expected (correct indentation, no duplicate lines, etc). Edit the file again if necessary.';
  const insert = (insert_line: number, insert_text: string) => ({ command: 'insert', insert_line, insert_text });

  it.each<[string, string, number, string, string, string[], number]>([
    [
      'in the middle',
      `${TEN.join('\n')}\n`,
      5,
      'x\n',
      `${TEN.slice(0, 5).join('\n')}\nx\n${TEN.slice(5).join('\n')}\n`,
      ['l2', 'l3', 'l4', 'l5', 'x', 'l6', 'l7', 'l8', 'l9'],
      2,
    ],
    ['at the start', 'a\r\nb\n', 0, 'x\ny', 'x\r\ny\r\na\r\nb\n', ['x', 'y', 'a', 'b', ''], 1],
    ['after the last line', 'a\nb\n', 2, 'x', 'a\nb\nx\n', ['a', 'b', 'x', ''], 1],
    ['after the last newline', 'a\nb\n', 3, 'x', 'a\nb\nx', ['a', 'b', 'x'], 1],
    ['after the last newline, closed', 'a\nb\n', 3, 'x\n', 'a\nb\nx\n', ['a', 'b', 'x', ''], 1],
    ['after the last newline, two', 'a\r\nb\r\n', 3, 'x\ny', 'a\r\nb\r\nx\r\ny', ['a', 'b', 'x', 'y'], 1],
    ['after a last line without a newline', 'a\nb', 2, 'x\n', 'a\nb\nx', ['a', 'b', 'x'], 1],
    ['into an empty file', '', 0, 'x', 'x\n', ['x', ''], 1],
    ['into an empty file, after its line', '', 1, 'x', 'x', ['x'], 1],
    ['an empty line', 'a\nb\n', 1, '', 'a\n\nb\n', ['a', '', 'b', ''], 1],
    ['a newline alone', 'a\nb\n', 1, '\n', 'a\n\nb\n', ['a', '', 'b', ''], 1],
    ['two lines, the second empty', 'a\nb\n', 1, 'x\n\n', 'a\nx\n\nb\n', ['a', 'x', '', 'b', ''], 1],
  ])('puts lines in %s', async (_, before, line, inserted, after, lines, from) => {
    const { text, after: bytes } = await change(before, insert(line, inserted));
    expect(bytes.toString()).toBe(after);
    expect(text).toBe(
      `The file F has been edited. ${FIRST} a snippet of the edited file:\n${numbered(lines, from)}${REVIEW_LINES}`,
    );
  });

  it('takes new_str for insert_text', async () => {
    const { after } = await change('a\n', { command: 'insert', insert_line: 1, new_str: 'x' });
    expect(after.toString()).toBe('a\nx\n');
  });

  it.each([
    [
      'a line before the first',
      -1,
      'Invalid `insert_line` parameter: -1. It should be within the range of lines of the file: [0, 3]',
    ],
    [
      'a line past the last',
      4,
      'Invalid `insert_line` parameter: 4. It should be within the range of lines of the file: [0, 3]',
    ],
  ])('refuses %s', async (_, line, sentence) => {
    const { text, code } = await change('a\nb\n', insert(line, 'x'));
    expect([text, code]).toEqual([sentence, 'INVALID_RANGE']);
  });

  it.each([
    [
      'no insert_line',
      { command: 'insert', insert_text: 'x' },
      'Parameter `insert_line` is required for command: insert',
    ],
    [
      'no insert_text',
      { command: 'insert', insert_line: 0 },
      'Parameter `insert_text` is required for command: insert',
    ],
  ])('refuses %s', async (_, args, sentence) => {
    expect(await change('x', args)).toMatchObject({ text: sentence, code: 'INVALID_ARGUMENT' });
  });

  it('changes nothing on a dry run', async () => {
    const { text, after } = await change('a\n', insert(1, 'b'), ['--dry-run']);
    expect(text).toBe(
      `[Dry Run] The file F would be edited. ${FIRST} a snippet of the edited file:\n${numbered(['a', 'b', ''])}${REVIEW_LINES}`,
    );
    expect(after.toString()).toBe('a\n');
  });
});

describe('a session that changes nothing', () => {
  it('lists the command that reads, and says of the others why not', async () => {
    await using server = await serve('text_editor', { f: 'a\n' }, { args: ['--read-only'] });
    const [tool, ...others] = await server.tools();
    expect(others).toEqual([]);
    expect(tool?.inputSchema.properties?.command).toMatchObject({ enum: ['view'] });
    expect(tool?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    const path = server.path('f');
    for (const args of [
      { command: 'create', path: server.path('new'), file_text: '' },
      { command: 'str_replace', path, old_str: 'a' },
      { command: 'insert', path, insert_line: 0, insert_text: '' },
    ]) {
      expect((await server.call(TOOL, args)).error.code).toBe('READ_ONLY');
    }
    expect((await server.call(TOOL, { command: 'undo_edit', path })).text).toBe(
      'Unrecognized command undo_edit. The allowed commands for the str_replace_based_edit_tool tool are: view',
    );
    expect(readFileSync(path, 'utf8')).toBe('a\n');
  });

  it('writes only what was read, where that is demanded', async () => {
    await using server = await serve('text_editor', { f: 'a\n' }, { args: ['--require-read', 'always'] });
    const edit = { command: 'str_replace', path: server.path('f'), old_str: 'a', new_str: 'b' };
    expect((await server.call(TOOL, edit)).error.code).toBe('NOT_READ');
    await server.call(TOOL, { command: 'view', path: server.path('f') });
    expect((await server.call(TOOL, edit)).isError).toBe(false);
    await server.call(TOOL, { command: 'create', path: server.path('new'), file_text: 'a' });
    expect(lstatSync(server.path('new')).size).toBe(1);
  });
});
