import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DIALECTS, type Dialect, openTree, pathToolsOf, serve } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const UNSEEN = ['\u200b', '\ufeff', '\u202e', '\u009b', '\u2028', '\u2029', '\u2066', '\u00ad', '\u{e0041}'];
const COMMANDS = ['\u001b', '\u0007', '\u009b', '\u202e'];
const FILES = Object.fromEntries(UNSEEN.map((letter, index) => [`d/f${index}${letter}x.txt`, 'needle\n']));

/** Names of files, and other forms of them. */
const FORMS: Readonly<Record<string, string>> = {
  'zero\u200bwidth.txt': 'zero\\u{200b}width.txt',
  'Shot 9.41\u202fAM.txt': 'Shot 9.41 AM.txt',
  're\u0301sume\u0301.txt': 'r\u00e9sum\u00e9.txt',
  'it\u2019s \u201cx\u201d.txt': 'it\'s "x".txt',
  '\ufb01le.txt': 'file.txt',
};
const TREE = Object.fromEntries(
  Object.keys(FORMS).flatMap((name) => [
    [`d/${name}`, 'needle\n'],
    [`w${name}/inner.txt`, 'needle\n'],
  ]),
);

/** Values for what tools demand besides a path. */
const VALUES = {
  ...{ old_str: 'needle', new_str: 'thread', old_string: 'needle', new_string: 'thread', pattern: 'needle' },
  ...{ insert_line: 0, insert_text: '', content: 'needle\n', file_text: 'needle\n' },
  ...{ start_line: 1, end_line: 1, replacement: 'needle\n', new_source: 'needle' },
  ...{ edits: [{ oldText: 'needle', newText: 'thread' }] },
};

/** The tool that reads a text, and its arguments. */
const OPENERS: {
  readonly [Name in Dialect]: readonly [tool: string, args: (path: string) => Record<string, unknown>];
} = {
  agent: ['read', (file_path) => ({ file_path })],
  budgeted: ['read_code', (file_path) => ({ file_path })],
  claude: ['Read', (file_path) => ({ file_path })],
  'claude-code': ['Read', (file_path) => ({ file_path })],
  codex: ['read_file', (file_path) => ({ file_path })],
  editor: ['view', (path) => ({ path })],
  filesystem: ['read_text_file', (path) => ({ path })],
  gemini: ['read_file', (absolute_path) => ({ absolute_path })],
  'gemini-cli': ['read_file', (file_path) => ({ file_path })],
  text_editor: ['str_replace_based_edit_tool', (path) => ({ command: 'view', path })],
};
const STRUCTURED: ReadonlySet<Dialect> = new Set(['budgeted']);
/** The dialects of which the sentence for a missing file has room for another name. */
const NAMES_CASE: ReadonlySet<Dialect> = new Set(['claude', 'claude-code', 'editor']);

/** Calls that show names of files, with the directory for DIR. */
const LISTINGS: { readonly [Name in Dialect]: readonly [tool: string, args: Record<string, unknown>][] } = {
  agent: [
    ['glob', { pattern: 'd/*' }],
    ['grep', { pattern: 'needle' }],
  ],
  budgeted: [
    ['find_files', { pattern: '**/*.txt' }],
    ['search_code', { pattern: 'needle' }],
  ],
  claude: [
    ['Glob', { pattern: '*.txt' }],
    ['Grep', { pattern: 'needle' }],
    ['Grep', { pattern: 'needle', output_mode: 'content' }],
    ['Grep', { pattern: 'needle', output_mode: 'count' }],
  ],
  'claude-code': [
    ['Glob', { pattern: '**/*.txt' }],
    ['Grep', { pattern: 'needle' }],
    ['Grep', { pattern: 'needle', output_mode: 'content' }],
    ['Grep', { pattern: 'needle', output_mode: 'count' }],
  ],
  codex: [
    ['list_dir', { dir_path: 'DIR' }],
    ['grep_files', { pattern: 'needle' }],
  ],
  editor: [['view', { path: 'DIR' }]],
  filesystem: [
    ['list_directory', { path: 'DIR' }],
    ['list_directory_with_sizes', { path: 'DIR' }],
    ['directory_tree', { path: 'DIR' }],
    ['search_files', { path: 'DIR', pattern: '**/*.txt' }],
  ],
  gemini: [
    ['list_directory', { path: 'DIR' }],
    ['glob', { pattern: '**/*.txt' }],
    ['search_file_content', { pattern: 'needle' }],
  ],
  'gemini-cli': [
    ['list_directory', { dir_path: 'DIR' }],
    ['glob', { pattern: '**/*.txt' }],
    ['grep_search', { pattern: 'needle' }],
    ['read_many_files', { include: ['d'] }],
  ],
  text_editor: [['str_replace_based_edit_tool', { command: 'view', path: 'DIR' }]],
};

describe.each(DIALECTS)('%s', (dialect) => {
  it('shows in every listing what cannot be seen in a name', async () => {
    await using server = await serve(dialect, FILES);
    for (const [tool, args] of LISTINGS[dialect]) {
      const given = Object.entries(args).map(([name, value]) => [name, value === 'DIR' ? server.path('d') : value]);
      const { text, isError } = await server.call(tool, Object.fromEntries(given));
      expect([tool, isError, isError ? text : '']).toEqual([tool, false, '']);
      expect([tool, UNSEEN.filter((letter) => text.includes(letter))]).toEqual([tool, []]);
      expect(UNSEEN.filter((_, index) => !text.includes(`f${index}\\`))).toEqual([]);
    }
  });

  it('takes a name back as it shows it, or in other forms of its characters', async () => {
    await using server = await serve(dialect, TREE, { args: ['--require-read', 'never'] });
    const tools = (await server.tools()).flatMap((tool) => pathToolsOf(tool, VALUES));
    for (const { name, writes, argumentsFor } of tools) {
      for (const [entry, given] of Object.entries(FORMS)) {
        writeFileSync(server.path('d', entry), 'needle\n');
        const args = argumentsFor(`${server.path('d')}/${given}`);
        // They take a name that is free, or an image.
        if (args.command === 'create' || name === 'view_image' || name === 'NotebookEdit') continue;
        // What can be told apart is another file, if one is to be made.
        if (entry === '\ufb01le.txt' && writes && !/edit|Edit|replace/.test(name)) continue;
        const called = await server.call(name, args);
        const ofDirectory = argumentsFor(`${server.path()}/w${given}`);
        const { text, isError } = called.isError ? await server.call(name, ofDirectory) : called;
        expect([name, given, isError, isError ? called.text + text : '']).toEqual([name, given, false, '']);
      }
    }
    expect(readdirSync(server.path('d')).sort()).toEqual(Object.keys(FORMS).sort());
    expect(readdirSync(server.path()).sort()).toEqual([...Object.keys(FORMS).map((entry) => `w${entry}`), 'd'].sort());
  });

  it('names all names that are meant alike, and what is meant by a path with something around it', async () => {
    const alike = ['a\u00a0b.txt', 'a\u202fb.txt'];
    const tree = { 'd/a\u00a0b.txt': 'needle\n', 'd/a\u202fb.txt': 'needle\n', 'd/plain.txt': 'needle\n' };
    await using server = await serve(dialect, tree, { args: ['--require-read', 'never'] });
    const file = server.path('d', 'plain.txt');
    const around = [`file://${file}`, `@${file}`, `"${file}"`, `'${file}'`, `${file} `, ` ${file}`];
    for (const { name, argumentsFor } of (await server.tools()).flatMap((tool) => pathToolsOf(tool, VALUES))) {
      if (name === 'NotebookEdit') continue;
      const { text, isError } = await server.call(name, argumentsFor(server.path('d', 'a b.txt')));
      const named = [...alike, 'U+00A0', 'U+202F'].filter((part) => text.includes(part));
      expect([name, isError, named.length, text]).toEqual([name, true, 4, text]);
      const plain = await server.call(name, argumentsFor(file));
      for (const given of around) {
        writeFileSync(file, 'needle\n');
        const answer = await server.call(name, argumentsFor(given));
        // A tool for directories says of the file what it is.
        const isMeant = !answer.isError || (plain.isError && answer.text === plain.text);
        const isTold = isMeant || answer.text.includes(`Did you mean ${file}?`);
        expect([name, given, isTold, answer.text]).toEqual([name, given, true, answer.text]);
      }
    }
    expect(readdirSync(server.path())).toEqual(['d']);
    expect(readdirSync(server.path('d')).sort()).toEqual([...alike, 'plain.txt'].sort());
  });

  it('says which name a successful call found, and of another case what is meant', async () => {
    const tree = { 'd/Shot 9.41\u202fAM.txt': 'needle\n', 'd/README.txt': 'needle\n' };
    await using server = await serve(dialect, tree, { args: ['--require-read', 'never'] });
    const [name, argumentsFor] = OPENERS[dialect];
    const { text, isError } = await server.call(name, argumentsFor(server.path('d', 'Shot 9.41 AM.txt')));
    const note = 'Note: the name on the disk is Shot 9.41\u202fAM.txt (U+202F)';
    // An answer that a schema describes has no room.
    expect([isError, text]).toEqual([false, expect.stringContaining(STRUCTURED.has(dialect) ? 'needle' : note)]);
    const other = await server.call(name, argumentsFor(server.path('d', 'ReadMe.TXT')));
    expect([other.isError, other.text]).toEqual([
      true,
      expect.stringContaining(NAMES_CASE.has(dialect) ? 'README.txt' : ''),
    ]);
  });

  it('repeats no command for a terminal in an error', async () => {
    await using server = await serve(dialect, FILES);
    const command = 'x\u001b]0;title\u0007\u009b2J\u202ey';
    for (const { name, inputSchema } of await server.tools()) {
      const fields = Object.keys(inputSchema.properties ?? {});
      const args = Object.fromEntries(fields.map((field) => [field, `${server.path()}/${command}`]));
      for (const given of [args, { [command]: command }]) {
        const { text, isError } = await server.call(name, given);
        if (isError) expect([name, COMMANDS.filter((each) => text.includes(each))]).toEqual([name, []]);
      }
    }
    const none = `none${command}`;
    const { text } = await server.call(LISTINGS[dialect][0]?.[0] ?? '', { path: none, file_path: none });
    expect(COMMANDS.filter((each) => text.includes(each))).toEqual([]);
  });
});

it('a patch says which names are others on the disk', async () => {
  const names = ['Shot 9.41\u202fAM.txt', 're\u0301sume\u0301.txt', 'plain name.txt'];
  await using server = await serve('codex', Object.fromEntries(names.map((name) => [name, 'old\n'])));
  const patch = (...lines: string[]) => ({ input: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') });
  const update = (path: string) => [`*** Update File: ${path}`, '-old', '+new'];
  const { text } = await server.call('apply_patch', {
    ...patch(...update('Shot 9.41 AM.txt'), '*** Delete File: r\u00e9sum\u00e9.txt', ...update('plain name.txt')),
  });
  expect(text.match(/^Note: .*$/gm)).toEqual([
    'Note: the name on the disk is Shot 9.41\u202fAM.txt (U+202F)',
    'Note: the name on the disk is re\u0301sume\u0301.txt (decomposed)',
  ]);
});

it('an allowed directory may be named in other forms of its characters', async () => {
  const names = ['Re\u0301sume\u0301 2024', '\ufb01les', 'it\u2019s'];
  const forms = ['R\u00e9sum\u00e9 2024', 'files', "it's"];
  await using tree = await openTree(Object.fromEntries(names.map((name) => [`${name}/a.txt`, 'needle\n'])));
  for (const [index, name] of names.entries()) {
    const args = ['--require-read', 'never', '--workdir', tree.path(name), '--allow-dir', tree.path(name)];
    await using server = await serve('claude-code', tree, { args });
    const file_path = `${tree.path(forms[index] ?? '')}/a.txt`;
    expect((await server.call('Read', { file_path })).text).toContain('needle');
    const edited = await server.call('Edit', { file_path, old_string: 'needle', new_string: 'thread' });
    expect([name, edited.isError, readFileSync(tree.path(name, 'a.txt'), 'utf8')]).toEqual([name, false, 'thread\n']);
    const outside = await server.call('Read', { file_path: `${tree.path(`${forms[index]}x`)}/a.txt` });
    expect(outside.text).toContain('Access denied');
  }
  expect(readdirSync(tree.root).sort()).toEqual([...names].sort());
});

it('a name that JSON shows is the name when it is parsed', async () => {
  await using server = await serve('filesystem', FILES);
  const { text } = await server.call('directory_tree', { path: server.path('d') });
  const names = (JSON.parse(text) as { readonly name: string }[]).map(({ name }) => `d/${name}`);
  expect(names.sort()).toEqual(Object.keys(FILES).sort());
});

describe('names of our own temporary files and indexes', () => {
  const PLANTED = {
    '.dragoman-1-1-00000000-000000000000.tmp': 'needle\n',
    '.dragoman-1-1-deadbeef-000000000000.old': 'needle\n',
    'x.dragoman-index/code.ts': 'needle\n',
    'x.dragoman-overlay/code.ts': 'needle\n',
    'src/dragoman-secret.ts': 'needle\n',
    'dragoman-transactions/code.ts': 'needle\n',
    'dragoman/index/x.dragoman-index/code.ts': 'needle\n',
    'dragoman/overlays/x.dragoman-overlay/code.ts': 'needle\n',
    'home/.cache/dragoman/index/code.ts': 'needle\n',
    'home/.local/state/dragoman/dragoman-secret.ts': 'needle\n',
    'dragoman-locks/dragoman-transactions/code.ts': 'needle\n',
  };

  it('hide nothing that came with a repository', async () => {
    await using server = await serve('gemini', PLANTED);
    const found = await server.call('search_file_content', { pattern: 'needle' });
    const listed = await server.call('glob', { pattern: '**/*' });
    for (const name of Object.keys(PLANTED)) {
      expect(found.text).toContain(name);
      expect(listed.text).toContain(name);
      expect((await server.call('read_file', { absolute_path: server.path(name) })).text).toContain('needle');
    }
  });
});
