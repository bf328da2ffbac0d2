import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { DIALECTS, type Dialect, openTree, pathToolsOf, type ServedDialect, serve } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

/** Controls, separators, directions, fillers, selectors, tags: a model, or a terminal, would not show that they are there. */
const CODES = [
  ...[0x07, 0x1b, 0x7f, 0x80, 0x9b, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180b, 0x180e, 0x200b, 0x200d, 0x200e],
  ...[0x2028, 0x2029, 0x202e, 0x2060, 0x2063, 0x2066, 0x206a, 0x2800, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0x1bca0],
  ...[0x1d173, 0xe0001, 0xe0041, 0xe007f, 0xe0100],
];
const UNSEEN = CODES.map((code) => String.fromCodePoint(code));
const NAME = `u${UNSEEN.join('u')}u`;

type Args = Readonly<Record<string, unknown>>;
type Call = readonly [tool: string, args: Args];

/** Values for what tools demand besides a path. */
const VALUES: Args = {
  ...{ content: 'mine\n', old_str: 'old', new_str: NAME, old_string: 'old', new_string: NAME, replacement: 'mine\n' },
  ...{ pattern: `old|${NAME}`, start_line: 1, end_line: 1, file_text: 'mine\n', insert_line: 0, insert_text: 'mine\n' },
  ...{ edits: [{ oldText: 'old', newText: 'mine' }], view_range: [1, 1] },
};

/** Calls that quote more than one path. @param path absolute, and of a file that holds `old` where it is asked for one */
const OTHERS: { readonly [Name in Dialect]?: (path: string) => readonly Call[] } = {
  agent: (path) => [['bash', { command: `cd '${path}'` }]],
  claude: (path) => [
    ['Bash', { command: `cd '${path}'` }],
    ['Glob', { pattern: `${path}/**` }],
    ['Grep', { pattern: 'old', glob: NAME, output_mode: 'content' }],
    ['TaskStop', { task_id: NAME }],
  ],
  'claude-code': (path) => [
    ['Bash', { command: `cd '${path}'` }],
    ['Glob', { pattern: `${path}/**` }],
    ['Grep', { pattern: 'old', glob: NAME, output_mode: 'content' }],
    ['TaskOutput', { task_id: NAME }],
  ],
  codex: (path) => [
    ['apply_patch', { input: `*** Begin Patch\n*** Update File: ${path}\n@@ ${NAME}\n-${NAME}\n*** End Patch` }],
    ['apply_patch', { input: `*** Begin Patch\n*** Update File: ${path}\n-old\n+new\n*** End Patch` }],
    ['apply_patch', { input: `*** Begin Patch\n*** Move File: ${path}\n*** End Patch` }],
    ['apply_patch', { input: NAME }],
    ['grep_files', { pattern: NAME, include: NAME, path }],
  ],
  filesystem: (path) => [
    ['read_multiple_files', { paths: [path, `${path}none`] }],
    ['move_file', { source: path, destination: `${path}moved` }],
    ['move_file', { source: `${path}moved`, destination: path }],
  ],
  gemini: (path) => [
    ['search_file_content', { pattern: NAME, path, include: `*${NAME}*` }],
    ['glob', { pattern: `${NAME}*`, path }],
    ['glob', { pattern: `**/*${NAME}*` }],
    ['run_shell_command', { command: `: '${NAME}'`, directory: NAME }],
    ['run_shell_command', { command: `: '${NAME}'` }],
  ],
  'gemini-cli': (path) => [
    ['grep_search', { pattern: NAME, dir_path: path, include_pattern: `*${NAME}*` }],
    ['glob', { pattern: `${NAME}*`, dir_path: path }],
    ['glob', { pattern: `**/*${NAME}*` }],
    ['read_many_files', { include: [`*${NAME}*`, `none${NAME}`] }],
    ['run_shell_command', { command: `: '${NAME}'`, dir_path: NAME }],
    ['run_shell_command', { command: `: '${NAME}'`, is_background: true }],
    ['list_background_processes', {}],
  ],
  text_editor: (path) => [
    ...[{ command: 'create' }, { command: 'view' }, { command: 'str_replace', old_str: 'mine' }, { command: 'insert' }]
      .concat([{ command: 'delete' }, { command: NAME }])
      .map((args): Call => ['memory', { ...VALUES, ...args, path: `/memories/${NAME}` }]),
    ['memory', { ...VALUES, command: 'create', path: `/memories/${NAME}` }],
    ['memory', { command: 'view', path: '/memories' }],
    ['memory', { command: 'rename', old_path: `/memories/${NAME}`, new_path: `/memories/b${NAME}` }],
    ['memory', { command: 'rename', old_path: `/memories/${NAME}`, new_path: path }],
    ['memory', { command: 'create', path, file_text: '' }],
  ],
};

/** All calls about a path: of tools that take one, and of the others. */
async function callsAbout(server: ServedDialect, dialect: Dialect, path: string): Promise<readonly Call[]> {
  const tools = (await server.tools()).flatMap((tool) => pathToolsOf(tool, VALUES));
  const calls = tools.map(({ name, argumentsFor }): Call => [name, argumentsFor(path)]);
  return [...calls.filter(([name]) => name !== 'memory'), ...(OTHERS[dialect]?.(path) ?? [])];
}

/** The lines of a file are its own, and a diff or a snippet shows them: everything else is ours. */
function ours(text: string): string {
  return text
    .replace(/(?<= Here is the updated code:\n).*/s, '')
    .replaceAll(/(?<![^\n])(?:[+-](?![+-])| *\d+\t)[^\n]*/g, '');
}

describe.each(DIALECTS)('%s', (dialect) => {
  it('shows in no answer what cannot be seen in a path or in an argument', async () => {
    await using tree = await openTree({ 'memory/a': '', 'work/a': '' });
    const args = ['--workdir', tree.path('work'), '--memory-dir', tree.path('memory')];
    const more = ['--require-read', 'never', '--shell', 'unrestricted'];
    await using server = await serve(dialect, tree, { args: [...args, ...more] });
    const answered = { successes: 0, failures: 0 };
    for (const name of [`${NAME}/file`, NAME, `none${NAME}`, `../out${NAME}`, 'n\0l']) {
      const path = `${tree.path('work')}/${name}`;
      for (const [tool, given] of await callsAbout(server, dialect, path)) {
        rmSync(tree.path('work'), { recursive: true });
        mkdirSync(tree.path('work', NAME), { recursive: true });
        writeFileSync(tree.path('work', NAME, 'file'), 'old\n');
        writeFileSync(tree.path('work', `file${NAME}`), 'old\n');
        const { text, isError, _meta } = await server.call(tool, given);
        answered[isError ? 'failures' : 'successes'] += 1;
        const { message = '' } = (_meta?.['dragoman/error'] ?? {}) as { readonly message?: string };
        const raw = [...UNSEEN, '\0'].filter((letter) => (ours(text) + message).includes(letter));
        expect({ tool, given, text, raw }).toEqual({ tool, given, text, raw: [] });
      }
    }
    expect(Math.min(...Object.values(answered))).toBeGreaterThan(4);
  }, 60_000);
});
