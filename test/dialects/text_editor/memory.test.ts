import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeAs, openTree, type ServedDialect, serve, start, type TreeNode } from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Args = Readonly<Record<string, unknown>>;
type Case = readonly [situation: string, args: Args, expected: string];

/** A server whose memory holds these files; beside it lies one named `outside`. */
async function remembering(
  files: Readonly<Record<string, TreeNode>> = {},
  args: readonly string[] = [],
): Promise<ServedDialect> {
  const tree = await openTree({
    work: null,
    outside: 'private',
    ...Object.fromEntries(Object.entries(files).map(([name, node]) => [`m/${name}`, node])),
  });
  const server = await serve('text_editor', tree, {
    args: ['--workdir', tree.path('work'), '--memory-dir', tree.path('m'), ...args],
  });
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await tree[Symbol.asyncDispose]();
    },
  };
}

/** Runs cases over one memory. */
function cases(
  files: Readonly<Record<string, TreeNode>>,
  rows: readonly Case[],
  { isError = false, args = [] as string[] } = {},
) {
  let server: ServedDialect;
  beforeAll(async () => {
    server = await remembering(files, args);
  });
  afterAll(() => server[Symbol.asyncDispose]());
  it.each(rows)('%s', async (_, given, expected) => {
    const answer = await server.call('memory', given);
    expect([answer.text, answer.isError]).toEqual([expected, isError]);
  });
}

const LISTED = (path: string) =>
  `Here're the files and directories up to 2 levels deep in ${path}, excluding hidden items and node_modules:`;
const SHOWN = (path: string) => `Here's the content of ${path} with line numbers:`;
const missing = (path: string) => `The path ${path} does not exist. Please provide a valid path.`;

describe('view', () => {
  cases({ a: 'one\n\ttwo\r\nthree\n', empty: '', wide: encodeAs('日本\n', 'shift_jis') }, [
    [
      'shows a file',
      { command: 'view', path: '/memories/a' },
      `${SHOWN('/memories/a')}\n     1\tone\n     2\t\ttwo\n     3\tthree\n     4\t`,
    ],
    ['shows an empty file', { command: 'view', path: '/memories/empty' }, `${SHOWN('/memories/empty')}\n     1\t`],
    [
      'shows some lines',
      { command: 'view', path: '/memories/a', view_range: [2, 3] },
      `${SHOWN('/memories/a')}\n     2\t\ttwo\n     3\tthree`,
    ],
    [
      'shows lines to the end',
      { command: 'view', path: '/memories/a', view_range: [3, -1] },
      `${SHOWN('/memories/a')}\n     3\tthree\n     4\t`,
    ],
    [
      'clamps a range',
      { command: 'view', path: '/memories/a', view_range: [-5, 99] },
      `${SHOWN('/memories/a')}\n     1\tone\n     2\t\ttwo\n     3\tthree\n     4\t`,
    ],
    [
      'shows no line past the end',
      { command: 'view', path: '/memories/a', view_range: [9, 12] },
      `${SHOWN('/memories/a')}\n`,
    ],
    [
      'decodes',
      { command: 'view', path: '/memories/./x/../wide' },
      `${SHOWN('/memories/./x/../wide')}\n     1\t日本\n     2\t`,
    ],
  ]);

  it('lists what lies in a directory, with sizes', async () => {
    await using server = await remembering({
      'b.md': 'x'.repeat(34),
      'a/k': 'x'.repeat(1536),
      'a/deep/deeper': '',
      'c/zero': '',
      big: 'x'.repeat(3 * 1024 * 1024),
      '.hidden': 'x',
      'node_modules/x': '',
      link: { link: 'b.md' },
      'to-a': { link: 'a' },
      out: { link: '../outside' },
      gone: { link: 'nowhere' },
    });
    const { text } = await server.call('memory', { command: 'view', path: '/memories' });
    const size = (name: string) => shortSize(statSync(server.path('m', name)).size);
    expect(text).toBe(
      [
        LISTED('/memories'),
        `${size('.')}\t/memories`,
        `${size('a')}\t/memories/a/`,
        `${size('a/deep')}\t/memories/a/deep/`,
        '1.5K\t/memories/a/k',
        '34B\t/memories/b.md',
        '3M\t/memories/big',
        `${size('c')}\t/memories/c/`,
        '0B\t/memories/c/zero',
        '34B\t/memories/link',
        `${size('a')}\t/memories/to-a/`,
        `${size('a/deep')}\t/memories/to-a/deep/`,
        '1.5K\t/memories/to-a/k',
      ].join('\n'),
    );
    const below = await server.call('memory', { command: 'view', path: '/memories/a/' });
    expect(below.text).toBe(
      `${LISTED('/memories/a/')}\n${size('a')}\t/memories/a/\n${size('a/deep')}\t/memories/a/deep/\n0B\t/memories/a/deep/deeper\n1.5K\t/memories/a/k`,
    );
  });
});

function shortSize(bytes: number): string {
  return bytes < 1024 ? `${bytes}B` : `${bytes % 1024 === 0 ? bytes / 1024 : (bytes / 1024).toFixed(1)}K`;
}

describe('what cannot be done', () => {
  const files = { a: 'x a\nb\nx x\n', d: null, data: Buffer.from([0, 1, 2]), out: { link: '../outside' }, 'd2/f': '' };
  const everywhere = (path: string, expected: string): Case[] => [
    ...['view', 'create', 'str_replace', 'insert', 'delete'].map(
      (command): Case => [
        `${command} of ${path}`,
        { command, path, file_text: '', old_str: 'private', new_str: 'y', insert_line: 0, insert_text: '' },
        expected,
      ],
    ),
    [`rename of ${path}`, { command: 'rename', old_path: path, new_path: '/memories/new' }, expected],
    [`rename to ${path}`, { command: 'rename', old_path: '/memories/a', new_path: path }, expected],
  ];
  const prefix = (path: string) => everywhere(path, `Path must start with /memories, got: ${path}`);
  const escaping = (path: string) => everywhere(path, `Path ${path} would escape /memories directory`);
  const edit = (old_str: string, path = '/memories/a') => ({ command: 'str_replace', path, old_str, new_str: 'y' });

  cases(
    files,
    [
      ...[
        'a',
        '/memories2',
        '/memories2/a',
        '/memory',
        '/etc/passwd',
        './memories/a',
        '~/a',
        '//memories/a',
        'memories/a',
        '',
      ].flatMap(prefix),
      ...[
        '/memories/..',
        '/memories/../outside',
        '/memories/d/../../outside',
        '/memories/../../../../etc/passwd',
        '/memories/../memories2/a',
      ].flatMap(escaping),
      ...['view', 'str_replace', 'insert'].flatMap((command): Case[] => {
        const rest = { old_str: 'x', new_str: 'y', insert_line: 0, insert_text: 'z' };
        return [
          [`${command} of a missing file`, { command, path: '/memories/gone', ...rest }, missing('/memories/gone')],
          [`${command} below a file`, { command, path: '/memories/a/b', ...rest }, missing('/memories/a/b')],
          [
            `${command} over a link that leads out`,
            { command, path: '/memories/out', ...rest },
            'Path /memories/out would escape /memories directory',
          ],
        ];
      }),
      [
        'create over a link that leads out',
        { command: 'create', path: '/memories/out/x', file_text: '' },
        'Path /memories/out/x would escape /memories directory',
      ],
      ['str_replace in a directory', edit('x', '/memories/d'), 'The path /memories/d is not a file.'],
      [
        'insert into a directory',
        { command: 'insert', path: '/memories/d', insert_line: 0, insert_text: '' },
        'The path /memories/d is not a file.',
      ],
      [
        'create of a file that is there',
        { command: 'create', path: '/memories/a', file_text: '' },
        'File /memories/a already exists',
      ],
      [
        'create of a directory that is there',
        { command: 'create', path: '/memories/d', file_text: '' },
        'File /memories/d already exists',
      ],
      [
        'create of the memory',
        { command: 'create', path: '/memories', file_text: '' },
        'File /memories already exists',
      ],
      [
        'str_replace of what is nowhere',
        edit('nothing like it'),
        'No replacement was performed, old_str `nothing like it` did not appear verbatim in /memories/a.',
      ],
      [
        'str_replace of what is there but for a letter, of which no more is said',
        edit('x A'),
        'No replacement was performed, old_str `x A` did not appear verbatim in /memories/a.',
      ],
      [
        'str_replace of what is in several places',
        edit('x'),
        'No replacement was performed. Multiple occurrences of old_str `x` in lines: 1, 3. Please ensure it is unique',
      ],
      [
        'insert past the end',
        { command: 'insert', path: '/memories/a', insert_line: 5, insert_text: '' },
        'Invalid `insert_line` parameter: 5. It should be within the range of lines of the file: [0, 4]',
      ],
      [
        'delete of what is missing',
        { command: 'delete', path: '/memories/gone' },
        'The path /memories/gone does not exist',
      ],
      ...['/memories', '/memories/', '/memories/.', '/memories/d/..'].flatMap((path): Case[] => [
        [`delete of ${path}`, { command: 'delete', path }, 'Cannot delete the /memories directory itself'],
        [
          `rename of ${path}`,
          { command: 'rename', old_path: path, new_path: '/memories/new' },
          'Cannot rename the /memories directory itself',
        ],
      ]),
      [
        'rename of what is missing',
        { command: 'rename', old_path: '/memories/gone', new_path: '/memories/new' },
        'The path /memories/gone does not exist',
      ],
      [
        'rename to a name that is taken',
        { command: 'rename', old_path: '/memories/a', new_path: '/memories/d' },
        'The destination /memories/d already exists',
      ],
      [
        'rename of what is missing to a name that is taken',
        { command: 'rename', old_path: '/memories/gone', new_path: '/memories/d' },
        'The destination /memories/d already exists',
      ],
      [
        'rename to the memory',
        { command: 'rename', old_path: '/memories/a', new_path: '/memories' },
        'The destination /memories already exists',
      ],
      [
        'rename to its own name',
        { command: 'rename', old_path: '/memories/a', new_path: '/memories/a' },
        'The destination /memories/a already exists',
      ],
      [
        'rename of a directory into itself',
        { command: 'rename', old_path: '/memories/d2', new_path: '/memories/d2/x' },
        'Cannot move "/memories/d2" to "/memories/d2/x": a directory cannot lie in itself',
      ],
      [
        'binary content',
        { command: 'view', path: '/memories/data' },
        'Not a text file: /memories/data holds binary data',
      ],
      ['no path', { command: 'view' }, 'Parameter `path` is required for command: view'],
      [
        'no text',
        { command: 'create', path: '/memories/new' },
        'Parameter `file_text` is required for command: create',
      ],
      [
        'no old path',
        { command: 'rename', new_path: '/memories/new' },
        'Parameter `old_path` is required for command: rename',
      ],
      [
        'another command',
        { command: 'undo_edit', path: '/memories/a' },
        'Unrecognized command undo_edit. The allowed commands for the memory tool are: view, create, str_replace, insert, delete, rename',
      ],
    ],
    { isError: true },
  );
});

describe('a change', () => {
  it('creates files and directories that nobody else can read, whatever the umask', async () => {
    await using server = await remembering();
    const { text } = await server.call('memory', { command: 'create', path: '/memories/d/e/f', file_text: 'x\r\n' });
    expect(text).toBe('File created successfully at: /memories/d/e/f');
    const modes = ['m', 'm/d', 'm/d/e', 'm/d/e/f'].map((name) => statSync(server.path(name)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o700, 0o600]);
    await server.call('memory', { command: 'rename', old_path: '/memories/d/e/f', new_path: '/memories/g/h' });
    expect([statSync(server.path('m/g')).mode & 0o777, readFileSync(server.path('m/g/h'), 'utf8')]).toEqual([
      0o700,
      'x\r\n',
    ]);
  });

  it('replaces text, and shows two lines on either side of the first changed one', async () => {
    await using server = await remembering({ a: '1\n2\n3\nold\n5\n6\n7\n', crlf: 'a\r\nb\r\n' });
    const edit = { command: 'str_replace', path: '/memories/a', old_str: 'old', new_str: 'x\ny' };
    expect((await server.call('memory', edit)).text).toBe(
      'The memory file has been edited. Here is the snippet showing the change (with line numbers):\n     2\t2\n     3\t3\n     4\tx\n     5\ty\n     6\t5',
    );
    const short = { command: 'str_replace', path: '/memories/crlf', old_str: 'a\n', new_str: '' };
    expect((await server.call('memory', short)).text).toMatch(/\):\n {5}1\tb\n {5}2\t$/);
    expect(readFileSync(server.path('m/crlf'), 'utf8')).toBe('b\r\n');
  });

  it('inserts lines', async () => {
    await using server = await remembering({ a: 'one\r\ntwo\r\n' });
    const insert = { command: 'insert', path: '/memories/a', insert_line: 1, insert_text: 'x\ny\n' };
    expect((await server.call('memory', insert)).text).toBe('The file /memories/a has been edited.');
    expect(readFileSync(server.path('m/a'), 'utf8')).toBe('one\r\nx\r\ny\r\ntwo\r\n');
  });

  it('deletes files, and directories with all they hold, but not what links lead to', async () => {
    await using server = await remembering({
      a: 'x',
      'd/e/f': 'x',
      'd/out': { link: '../../outside' },
      'd/in': { link: '../kept' },
      kept: 'kept',
      out: { link: '../outside' },
    });
    for (const name of ['a', 'd', 'out']) {
      const path = `/memories/${name}`;
      expect((await server.call('memory', { command: 'delete', path })).text).toBe(`Successfully deleted ${path}`);
    }
    expect(readdirSync(server.path('m'))).toEqual(['kept']);
    expect(readFileSync(server.path('outside'), 'utf8')).toBe('private');
  });

  it('renames files, directories and links', async () => {
    await using server = await remembering({ a: 'x', 'd/f': 'y', link: { link: 'a' } });
    const rename = (from: string, to: string) => ({
      command: 'rename',
      old_path: `/memories/${from}`,
      new_path: `/memories/${to}`,
    });
    const answer = await server.call('memory', rename('a', 'b/c'));
    expect([answer.text, answer.outcome]).toMatchObject([
      'Successfully renamed /memories/a to /memories/b/c',
      { kind: 'move' },
    ]);
    await server.call('memory', rename('d', 'e'));
    await server.call('memory', rename('link', 'other'));
    expect(readdirSync(server.path('m')).sort()).toEqual(['b', 'e', 'other']);
    expect(readFileSync(server.path('m/e/f'), 'utf8')).toBe('y');
  });

  it('is only told of on a dry run', async () => {
    await using server = await remembering({ a: 'x\n', b: 'y' }, ['--dry-run']);
    const told = async (args: Args) => (await server.call('memory', args)).text;
    const path = '/memories/a';
    expect(await told({ command: 'create', path: '/memories/new', file_text: '' })).toBe(
      '[Dry Run] Would create /memories/new',
    );
    expect(await told({ command: 'str_replace', path, old_str: 'x', new_str: 'y' })).toBe(
      '[Dry Run] Would edit /memories/a',
    );
    expect(await told({ command: 'insert', path, insert_line: 0, insert_text: '' })).toBe(
      '[Dry Run] Would edit /memories/a',
    );
    expect(await told({ command: 'delete', path })).toBe('[Dry Run] Would delete /memories/a');
    expect(await told({ command: 'rename', old_path: path, new_path: '/memories/c' })).toBe(
      '[Dry Run] Would rename /memories/a to /memories/c',
    );
    expect([readdirSync(server.path('m')), readFileSync(server.path('m/a'), 'utf8')]).toEqual([['a', 'b'], 'x\n']);
  });
});

describe('the directory of the memory', () => {
  it('is made for the user alone, and is reached by no other tool', async () => {
    await using tree = await openTree({ work: null });
    const directory = tree.path('state', 'memory');
    const args = ['--workdir', tree.path('work'), '--memory-dir', directory];
    await using server = await serve('text_editor', tree, { args });
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    await server.call('memory', { command: 'create', path: '/memories/a', file_text: 'x' });
    const view = (path: string) => server.call('str_replace_based_edit_tool', { command: 'view', path });
    expect((await view(join(directory, 'a'))).error.code).toBe('ACCESS_DENIED');
    expect((await view('/memories/a')).error.code).toBe('ACCESS_DENIED');
  });

  it.each([
    ['a link of the user’s', { 'disk/a': 'x', memory: { link: 'disk' } }, 'memory'],
    ['below one', { 'disk/notes/a': 'x', state: { link: 'disk' } }, 'state/notes'],
    ['in an allowed tree, where other tools reach it too', { 'work/notes/a': 'x' }, 'work/notes'],
  ])('may be %s', async (_, files, memory) => {
    await using tree = await openTree({ work: null, ...files });
    const args = ['--workdir', tree.path('work'), '--memory-dir', tree.path(memory)];
    await using server = await serve('text_editor', tree, { args });
    expect((await server.call('memory', { command: 'view', path: '/memories/a' })).text).toContain('     1\tx');
    const view = { command: 'view', path: tree.path(memory, 'a') };
    const { isError } = await server.call('str_replace_based_edit_tool', view);
    expect(isError).toBe(!memory.startsWith('work'));
  });

  // Whoever filled the tree may have made it.
  it('is not looked for through a link in an allowed tree', async () => {
    await using tree = await openTree({ 'real/notes': null, memory: { link: 'real' } });
    for (const memory of ['memory', 'memory/notes']) {
      await using server = start({ args: ['--dialect', 'text_editor', '--memory-dir', memory], cwd: tree.root });
      expect((await server.ended).code).toBe(2);
      expect(server.log).toBe(
        `dragoman-mcp: --memory-dir: Cannot use "${tree.path(memory)}": a link in an allowed directory leads there, "${tree.path('memory')}"\n`,
      );
    }
  });

  it('is in no answer', async () => {
    await using server = await remembering({ notes: 'x' });
    for (const args of [
      { command: 'view', path: '/memories/note' },
      { command: 'str_replace', path: '/memories/../x', old_str: 'x' },
      { command: 'create', path: '/memories/notes/x', file_text: '' },
      { command: 'rename', old_path: '/memories/gone', new_path: '/memories/x' },
    ]) {
      const { content, error } = await server.call('memory', args);
      expect(JSON.stringify([content, error])).not.toContain(server.tree.root);
    }
  });

  it('is no tool without one, and reads alone where nothing may be changed', async () => {
    await using server = await serve('text_editor', {});
    expect((await server.tools()).map(({ name }) => name)).toEqual(['str_replace_based_edit_tool']);
    await using reading = await remembering({ a: 'x' }, ['--read-only']);
    const memory = (await reading.tools()).find(({ name }) => name === 'memory');
    expect(memory?.inputSchema.properties?.command).toMatchObject({ enum: ['view'] });
    expect(memory?.annotations?.readOnlyHint).toBe(true);
    const path = '/memories/a';
    for (const args of [
      { command: 'create', path: '/memories/b', file_text: '' },
      { command: 'str_replace', path, old_str: 'x', new_str: 'y' },
      { command: 'insert', path, insert_line: 0, insert_text: '' },
      { command: 'delete', path },
      { command: 'rename', old_path: path, new_path: '/memories/b' },
    ]) {
      expect((await reading.call('memory', args)).error.code).toBe('READ_ONLY');
    }
    expect(readFileSync(reading.path('m/a'), 'utf8')).toBe('x');
  });

  it('must be read first where that is demanded', async () => {
    await using server = await remembering({ a: 'x\n' }, ['--require-read', 'always']);
    const path = '/memories/a';
    const changes = [
      { command: 'str_replace', path, old_str: 'x', new_str: 'y' },
      { command: 'rename', old_path: path, new_path: '/memories/b' },
      { command: 'delete', path },
    ];
    for (const args of changes) expect((await server.call('memory', args)).error.code).toBe('NOT_READ');
    await server.call('memory', { command: 'view', path });
    expect((await server.call('memory', { command: 'delete', path })).isError).toBe(false);
  });

  it('holds what deny globs forbid, and keeps it', async () => {
    await using server = await remembering({ 'a.secret': 'SECRET', '.git/config': 'x' }, ['--deny', '*.secret']);
    expect((await server.call('memory', { command: 'view', path: '/memories/a.secret' })).text).toBe(
      'Path /memories/a.secret would escape /memories directory',
    );
    const { error } = await server.call('memory', { command: 'delete', path: '/memories/.git' });
    expect([error.code, existsSync(server.path('m/.git/config'))]).toEqual(['ACCESS_DENIED', true]);
  });

  it('is not left while links are exchanged', async () => {
    await using server = await remembering({ 'd/f': 'inside' });
    mkdirSync(server.path('elsewhere'));
    writeFileSync(server.path('elsewhere', 'f'), 'private');
    symlinkSync(server.path('elsewhere'), server.path('m/link'));
    for (const command of ['view', 'create', 'str_replace', 'insert']) {
      const args = {
        path: '/memories/link/f',
        file_text: '',
        old_str: 'private',
        new_str: '',
        insert_line: 0,
        insert_text: '',
      };
      const { text, error } = await server.call('memory', { command, ...args });
      expect([text, error.code]).toEqual(['Path /memories/link/f would escape /memories directory', 'ACCESS_DENIED']);
    }
    await server.call('memory', { command: 'delete', path: '/memories/link/f' });
    await server.call('memory', { command: 'rename', old_path: '/memories/link/f', new_path: '/memories/g' });
    await server.call('memory', { command: 'rename', old_path: '/memories/d/f', new_path: '/memories/link/g' });
    expect([readdirSync(server.path('elsewhere')), readFileSync(server.path('m/d/f'), 'utf8')]).toEqual([
      ['f'],
      'inside',
    ]);
  });
});
