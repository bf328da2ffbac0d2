import { readdirSync, writeFileSync } from 'node:fs';
import { DIALECTS, type Dialect, pathToolsOf, serve } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const UNSEEN = ['\u200b', '\ufeff', '\u202e', '\u009b', '\u2028', '\u2029', '\u2066', '\u00ad', '\u{e0041}'];
const COMMANDS = ['\u001b', '\u0007', '\u009b', '\u202e'];
const FILES = Object.fromEntries(UNSEEN.map((letter, index) => [`d/f${index}${letter}x.txt`, 'needle\n']));

/** Values for what tools demand besides a path. */
const VALUES = {
  ...{ old_str: 'needle', new_str: 'thread', old_string: 'needle', new_string: 'thread', pattern: 'needle' },
  ...{ insert_line: 0, insert_text: '' },
  ...{ edits: [{ oldText: 'needle', newText: 'thread' }] },
};

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

  it('takes a name back as it shows it', async () => {
    const tree = { ...FILES, 'w\u200b/inner.txt': 'needle\n' };
    await using server = await serve(dialect, tree, { args: ['--require-read', 'never'] });
    const tools = (await server.tools()).flatMap((tool) => pathToolsOf(tool, VALUES));
    const [file, directory] = [`${server.path('d')}/f0\\u{200b}x.txt`, `${server.path()}/w\\u{200b}`];
    for (const { name, writes, argumentsFor } of tools) {
      if (writes && !/edit|Edit|replace/.test(name)) continue;
      writeFileSync(server.path('d', 'f0\u200bx.txt'), 'needle\n');
      const args = argumentsFor(file);
      // These take a name that is free, or an image.
      if (args.command === 'create' || name === 'view_image') continue;
      const given = await server.call(name, args);
      const { text, isError } = given.isError ? await server.call(name, argumentsFor(directory)) : given;
      expect([name, args.command, isError, isError ? given.text + text : '']).toEqual([name, args.command, false, '']);
    }
    expect(readdirSync(server.path()).sort()).toEqual(['d', 'w\u200b']);
    expect(
      readdirSync(server.path('d'))
        .map((name) => `d/${name}`)
        .sort(),
    ).toEqual(Object.keys(FILES).sort());
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
