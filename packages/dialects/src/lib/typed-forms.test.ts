import { createHash } from 'node:crypto';
import { openTree } from '@dragoman/testing';
import { createSession } from '@dragoman/tools';
import { describe, expect, it } from 'vitest';
import { createToolset } from './create-toolset.ts';
import { type DialectName, dialectNames } from './registry.ts';

type Args = Readonly<Record<string, unknown>>;

const LONG = `${'x'.repeat(5000)}\r\n`;
const WIDE = LONG.repeat(20);
const FILE = 'one\ntwo\nthree';

async function typed(dialect: DialectName, name: string, args: (root: string) => Args, client = 'codex-mcp-client') {
  await using tree = await openTree({
    'a.txt': FILE,
    'wide.txt': WIDE,
    empty: '',
    'd/b.txt': 'two\n',
    link: { link: 'a.txt' },
  });
  const shell = { mode: 'unrestricted', timeoutMs: 60_000, environment: process.env } as const;
  const session = createSession({ workdir: tree.root, requireRead: 'never', shell });
  await using toolset = await createToolset({ dialect, session });
  const { structuredContent, content, isError } = await toolset.call(name, args(tree.root), {
    client,
    structured: true,
  });
  const { required = [], properties = {} } = toolset.tools.find((tool) => tool.name === name)?.typedSchema ?? {};
  const json: unknown = structuredContent && JSON.parse(JSON.stringify(structuredContent).replaceAll(tree.root, ''));
  return { json, content, isError, required, listed: Object.keys(properties) };
}

const ONE_FILE = { entries: [{ path: 'b.txt', type: 'file' }], truncated: false, next_offset: null };
const TWO = { path: '/d/b.txt', line: 1, text: 'two' };

/** Calls of the one tool of `text_editor`, whose paths are absolute. */
function edited(calls: readonly (readonly [Args, object])[]) {
  return calls.map(
    ([args, expected]) =>
      [
        ...(['text_editor', 'str_replace_based_edit_tool'] as const),
        (root: string) => ({ ...args, path: `${root}/${args.path}` }),
        expected,
      ] as const,
  );
}

describe('a typed answer', () => {
  it('holds a text as it is, whatever the model is shown of it', async () => {
    const { json, content } = await typed('codex', 'read_file', (root) => ({ file_path: `${root}/wide.txt` }));
    const version = `sha256:${createHash('sha256').update(WIDE).digest('hex')}`;
    const lines = { start_line: 1, end_line: 20, total_lines: 20, truncated: false, next_line: null };
    expect(json).toEqual({ content: WIDE, ...lines, encoding: 'utf-8', version });
    expect(JSON.stringify(content).length).toBeLessThan(12_000);
  });

  it('says where a text goes on', async () => {
    const two = await typed('codex', 'read_file', (root) => ({ file_path: `${root}/a.txt`, offset: 2, limit: 1 }));
    const range = { content: 'two\n', start_line: 2, end_line: 2, total_lines: 3, truncated: true, next_line: 3 };
    expect(two.json).toMatchObject(range);
    const none = await typed('codex', 'read_file', (root) => ({ file_path: `${root}/empty` }));
    expect(none.json).toMatchObject({ content: '', start_line: 1, end_line: 0, total_lines: 0, truncated: false });
  });

  it.each<readonly [DialectName, string, (root: string) => Args, object]>([
    [
      'codex',
      'list_dir',
      (root) => ({ dir_path: root, limit: 2 }),
      {
        path: '',
        entries: [
          { path: 'a.txt', type: 'file' },
          { path: 'd', type: 'directory' },
        ],
        truncated: true,
        next_offset: 3,
      },
    ],
    [
      'codex',
      'list_dir',
      (root) => ({ dir_path: root, offset: 5 }),
      {
        entries: [
          { path: 'link', type: 'link' },
          { path: 'wide.txt', type: 'file' },
        ],
        truncated: false,
        next_offset: null,
      },
    ],
    ['codex', 'grep_files', () => ({ pattern: 'two', include: 'b.*' }), { files: ['/d/b.txt'], truncated: false }],
    [
      'codex',
      'apply_patch',
      () => ({ input: '*** Begin Patch\n*** Delete File: a.txt\n*** End Patch' }),
      { files: [{ change: 'delete', path: 'a.txt' }] },
    ],
    [
      'codex',
      'exec_command',
      () => ({ cmd: 'printf out; exit 3' }),
      { output: 'out', exit_code: 3, session_id: null, original_token_count: 1 },
    ],
    [
      'claude',
      'Grep',
      () => ({ pattern: 't.o', output_mode: 'content', glob: 'a.txt' }),
      { matches: [{ path: '/a.txt', line: 2, text: 'two' }], truncated: false },
    ],
    [
      'claude',
      'Grep',
      () => ({ pattern: 'two', output_mode: 'count', glob: 'a.txt' }),
      { counts: [{ path: '/a.txt', count: 1 }], truncated: false },
    ],
    ['claude', 'Glob', () => ({ pattern: 'd/*' }), { files: ['/d/b.txt'], truncated: false }],
    ['claude', 'Read', () => ({ file_path: 'a.txt' }), { content: FILE, total_lines: 3, next_line: null }],
    ['claude', 'Write', () => ({ file_path: 'new', content: 'abc' }), { path: 'new', created: true, bytes_written: 3 }],
    [
      'claude',
      'Edit',
      () => ({ file_path: 'a.txt', old_string: 'two', new_string: '2' }),
      { path: 'a.txt', replacements: 1 },
    ],
    ['gemini-cli', 'read_file', () => ({ file_path: 'a.txt', start_line: 3 }), { content: 'three', start_line: 3 }],
    ['editor', 'str_replace', () => ({ path: 'a.txt', old_str: 'two' }), { replacements: 1 }],
    [
      'editor',
      'view',
      () => ({ path: 'a.txt', view_range: [2, 2] }),
      { content: 'two\n', truncated: true, next_line: 3 },
    ],
    ['editor', 'view', () => ({ path: 'd' }), { path: 'd', ...ONE_FILE }],
    ['agent', 'read', () => ({ file_path: 'wide.txt' }), { content: WIDE, end_line: 20, truncated: false }],
    [
      'agent',
      'read',
      () => ({ file_path: 'a.txt', view_range: [2, 2] }),
      { content: 'two\n', start_line: 2, next_line: 3 },
    ],
    ['agent', 'read', () => ({ file_path: 'empty' }), { content: '', start_line: 1, end_line: 0, total_lines: 0 }],
    ['agent', 'grep', () => ({ pattern: 'two', path: 'd' }), { matches: [{ path: '/d/b.txt', line: 1, text: 'two' }] }],
    ['gemini', 'search_file_content', () => ({ pattern: 'two', include: 'd/*' }), { matches: [TWO], truncated: false }],
    ['gemini', 'list_directory', (root) => ({ path: `${root}/d` }), { path: '/d', ...ONE_FILE }],
    [
      'gemini',
      'replace',
      (root) => ({ file_path: `${root}/a.txt`, old_string: 'two', new_string: '2' }),
      { replacements: 1 },
    ],
    ['gemini-cli', 'list_directory', () => ({ dir_path: 'd' }), ONE_FILE],
    ['gemini-cli', 'grep_search', () => ({ pattern: 'two', dir_path: 'd' }), { matches: [TWO], truncated: false }],
    ['gemini-cli', 'grep_search', () => ({ pattern: 't.o', names_only: true, dir_path: 'd' }), { files: ['/d/b.txt'] }],
    ['gemini-cli', 'write_file', () => ({ file_path: 'a.txt', content: 'abc' }), { created: false, bytes_written: 3 }],
    ['gemini-cli', 'replace', () => ({ file_path: 'a.txt', old_string: 'two', new_string: '2' }), { replacements: 1 }],
    ...edited([
      [
        { command: 'view', path: 'a.txt', view_range: [2, -1] },
        { content: 'two\nthree', end_line: 3, next_line: null },
      ],
      [{ command: 'view', path: 'd' }, ONE_FILE],
      [
        { command: 'create', path: 'new', file_text: 'abc' },
        { created: true, bytes_written: 3 },
      ],
      [{ command: 'str_replace', path: 'a.txt', old_str: 'two', new_str: '2' }, { replacements: 1 }],
      [{ command: 'insert', path: 'a.txt', insert_line: 1, insert_text: 'x' }, { replacements: 0 }],
    ]),
  ])('of %s %s is what its schema says', async (dialect, name, args, expected) => {
    const { json, required, listed } = await typed(dialect, name, args);
    expect(json).toMatchObject(expected);
    expect(Object.keys(Object(json))).toEqual(expect.arrayContaining(required));
    expect(listed).toEqual(expect.arrayContaining(Object.keys(Object(json))));
  });

  it('is none of a failure, and of a call that does not ask', async () => {
    const failed = await typed('codex', 'read_file', (root) => ({ file_path: `${root}/none` }));
    expect([failed.isError, failed.json]).toEqual([true, undefined]);
  });

  it.each(dialectNames())('has no union and no reference in the schemas of %s', async (dialect) => {
    await using tree = await openTree({});
    await using toolset = await createToolset({ dialect, session: { workdir: tree.root } });
    for (const { typedSchema, outputSchema } of toolset.tools) {
      expect(JSON.stringify(typedSchema ?? {})).not.toMatch(/anyOf|\$ref/);
      expect(typedSchema === undefined || outputSchema === undefined).toBe(true);
    }
  });
});
