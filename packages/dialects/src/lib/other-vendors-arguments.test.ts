import { readdirSync, readFileSync } from 'node:fs';
import { casesToTest, openTree, type TemporaryTree } from '@dragoman/testing';
import { createSession } from '@dragoman/tools';
import { describe, expect, it } from 'vitest';
import { createToolset } from './create-toolset.ts';
import { type DialectName, dialectNames } from './registry.ts';
import type { Toolset } from './toolset.ts';

type Args = Readonly<Record<string, unknown>>;

const FILE = 'one\ntwo\nthree\nfour\n';

const OTHER_CHANGES = [
  ...['dry_run', 'dryRun', 'preview', 'simulate', 'append', 'mode', 'overwrite', 'version', 'expected_version'],
  ...['if_match', 'preconditions', 'expected_text', 'expected_replacements', 'occurrence', 'insert_line'],
  ...['start_line', 'end_line'],
];

/** Calls that change a file, in the words of each dialect. */
const CHANGES: Readonly<Record<DialectName, readonly (readonly [tool: string, args: (path: string) => Args])[]>> = {
  editor: [
    ['str_replace', (path) => ({ path, old_str: 'two', new_str: '2' })],
    ['create_file', (path) => ({ path, content: 'new' })],
    ['bash', (path) => ({ command: `echo new > ${path}` })],
  ],
  claude: [
    ['Edit', (file_path) => ({ file_path, old_string: 'two', new_string: '2' })],
    ['Write', (file_path) => ({ file_path, content: 'new' })],
    ['Bash', (path) => ({ command: `echo new > ${path}` })],
  ],
  'claude-code': [
    ['Edit', (file_path) => ({ file_path, old_string: 'two', new_string: '2' })],
    ['Write', (file_path) => ({ file_path, content: 'new' })],
    ['Bash', (path) => ({ command: `echo new > ${path}` })],
  ],
  gemini: [
    ['replace', (file_path) => ({ file_path, old_string: 'two', new_string: '2' })],
    ['write_file', (file_path) => ({ file_path, content: 'new' })],
    ['run_shell_command', (path) => ({ command: `echo new > ${path}` })],
  ],
  'gemini-cli': [
    ['replace', (file_path) => ({ file_path, old_string: 'two', new_string: '2' })],
    ['write_file', (file_path) => ({ file_path, content: 'new' })],
    ['run_shell_command', (path) => ({ command: `echo new > ${path}` })],
  ],
  codex: [
    ['apply_patch', (path) => ({ input: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch` })],
    ['apply_patch', (path) => ({ operation: { type: 'delete_file', path } })],
    ['exec_command', (path) => ({ cmd: `echo new > ${path}` })],
  ],
  filesystem: [
    ['edit_file', (path) => ({ path, edits: [{ oldText: 'two', newText: '2' }] })],
    ['write_file', (path) => ({ path, content: 'new' })],
    ['move_file', (path) => ({ source: path, destination: `${path}.moved` })],
    ['create_directory', (path) => ({ path: `${path}.d` })],
  ],
  text_editor: [
    ['str_replace_based_edit_tool', (path) => ({ command: 'str_replace', path, old_str: 'two', new_str: '2' })],
    ['str_replace_based_edit_tool', (path) => ({ command: 'create', path: `${path}.new`, file_text: 'new' })],
    ['bash', (path) => ({ command: `echo new > ${path}` })],
  ],
  agent: [
    ['edit', (file_path) => ({ file_path, old_string: 'two', new_string: '2' })],
    ['write', (file_path) => ({ file_path, content: 'new' })],
    ['bash', (path) => ({ command: `echo new > ${path}` })],
  ],
  budgeted: [['write_code', (file_path) => ({ file_path, start_line: 2, end_line: 2, replacement: '2\n' })]],
};

async function open(dialect: DialectName, tree: TemporaryTree): Promise<Toolset> {
  const shell = { mode: 'unrestricted', timeoutMs: 60_000, environment: process.env } as const;
  return await createToolset({ dialect, session: createSession({ workdir: tree.root, requireRead: 'never', shell }) });
}

/** Calls a tool, and returns its result and if the tree still has `a.txt` alone, unchanged. */
async function callAt(tree: TemporaryTree, toolset: Toolset, name: string, args: Args) {
  const { content, _meta } = await toolset.call(name, args);
  const text = content.map((block) => (block.type === 'text' ? block.text : block.type)).join('\n');
  const isWhole = readdirSync(tree.root).join() === 'a.txt' && readFileSync(tree.path('a.txt'), 'utf8') === FILE;
  return { text, error: _meta['dragoman/error'], changes: _meta['dragoman/arguments'], isWhole };
}

async function callIn(dialect: DialectName, name: string, args: (path: string) => Args) {
  await using tree = await openTree({ 'a.txt': FILE });
  await using toolset = await open(dialect, tree);
  return await callAt(tree, toolset, name, args(tree.path('a.txt')));
}

const plain = (name: string) => name.replaceAll('_', '').toLowerCase();

describe.each(dialectNames())('in %s, a call that changes something', (dialect) => {
  it.each(CHANGES[dialect])('with a word for another change does nothing and names it: %s', async (name, args) => {
    await using tree = await openTree({ 'a.txt': FILE });
    await using toolset = await open(dialect, tree);
    const own = Object.keys(toolset.tools.find((each) => each.name === name)?.inputSchema.properties ?? {}).map(plain);
    for (const word of OTHER_CHANGES.filter((each) => !own.includes(plain(each)))) {
      const given = { ...args(tree.path('a.txt')), [word]: 'yes' };
      const { error, text, isWhole } = await callAt(tree, toolset, name, given);
      expect([word, error?.code, text.includes(word), isWhole]).toEqual([word, 'INVALID_ARGUMENT', true, true]);
    }
  });

  it.each(CHANGES[dialect])('is made where the word asks for nothing: %s', async (name, args) => {
    for (const value of casesToTest(['False', 0, {}, null], 2)) {
      const { error, isWhole, changes } = await callIn(dialect, name, (path) => ({ ...args(path), simulate: value }));
      const ignored = value === null ? undefined : { ignored: ['simulate'] };
      expect([value, error, isWhole, changes]).toEqual([value, undefined, false, ignored]);
    }
  });

  it.each(CHANGES[dialect])(
    'takes no name for another that is nearly right, and names both: %s',
    async (name, args) => {
      const [own = ''] = Object.keys(args('')).slice(-1);
      const slip = own.slice(0, -1);
      const { error, text, isWhole } = await callIn(dialect, name, (path) => {
        const { [own]: value, ...rest } = args(path);
        return { ...rest, [`${slip}${own.endsWith('x') ? 'y' : 'x'}`]: value };
      });
      expect([error?.code, isWhole, text.includes(own) || name === 'apply_patch']).toEqual([
        'INVALID_ARGUMENT',
        true,
        true,
      ]);
    },
  );
});

describe('a word for another change, deeper in a call', () => {
  it.each([
    ['filesystem', 'edit_file', (path: string) => ({ path, edits: [{ oldText: 'two', newText: '2', dry_run: true }] })],
    [
      'filesystem',
      'edit_file',
      (path: string) => ({ path, edits: '[{"oldText":"two","newText":"2","occurrence":2}]' }),
    ],
    ['codex', 'apply_patch', (path: string) => ({ operation: { type: 'delete_file', path, dryRun: true } })],
  ] as const)('is refused: %s %s', async (dialect, name, args) => {
    const { error, isWhole } = await callIn(dialect, name, args);
    expect([error?.code, isWhole]).toEqual(['INVALID_ARGUMENT', true]);
  });
});

describe('an argument under another vendor’s name', () => {
  it.each([
    ['editor', 'str_replace', { filePath: 'a.txt', oldString: 'two', replacement: '2', allow_multiple: true }],
    ['claude-code', 'Edit', { path: 'a.txt', old_str: 'two', new_str: '2', replaceAll: true }],
    ['claude', 'Edit', { absolute_path: 'a.txt', old_text: 'two', newText: '2', 'replace-all': 'true' }],
    ['gemini', 'replace', { absolute_path: 'a.txt', oldText: 'two', new_str: '2', replace_all: true }],
    ['gemini-cli', 'replace', { path: 'a.txt', oldText: 'two', newString: '2', replaceAll: true }],
    ['codex', 'apply_patch', { patch_text: '*** Begin Patch\n*** Delete File: a.txt\n*** End Patch' }],
    ['codex', 'exec_command', { command: 'echo new > a.txt' }],
    ['filesystem', 'edit_file', { file_path: 'a.txt', edits: [{ old_string: 'two', newString: '2' }] }],
    ['filesystem', 'write_file', { filePath: 'a.txt', file_text: '2' }],
    [
      'text_editor',
      'str_replace_based_edit_tool',
      { command: 'str_replace', file_path: 'a.txt', oldText: 'two', newText: '2' },
    ],
    ['agent', 'edit', { path: 'a.txt', old_str: 'two', new_text: '2', replaceAll: false }],
    ['budgeted', 'write_code', { path: 'a.txt', startLine: 2, endLine: 2, new_string: '2' }],
  ] as const)('is taken and named: %s %s', async (dialect, name, args) => {
    const { error, isWhole, changes } = await callIn(dialect, name, (path) =>
      Object.fromEntries(Object.entries(args).map(([key, value]) => [key, value === 'a.txt' ? path : value])),
    );
    expect([error, isWhole, Object.keys(changes?.taken ?? {}).length > 0]).toEqual([undefined, false, true]);
  });

  it.each([
    [
      'gemini',
      'replace',
      (path: string) => ({ file_path: path, absolute_path: '/other', old_string: 'two', new_string: '2' }),
    ],
    ['codex', 'apply_patch', () => ({ input: '*** Begin Patch\n*** End Patch', patch: 'other' })],
    ['agent', 'write', (path: string) => ({ file_path: path, content: 'a', contents: 'b' })],
  ] as const)('is refused where its own name says something else: %s %s', async (dialect, name, args) => {
    const { error, isWhole } = await callIn(dialect, name, args);
    expect([error?.code, isWhole]).toEqual(['INVALID_ARGUMENT', true]);
  });
});

const READERS: Readonly<Partial<Record<DialectName, readonly [tool: string, more?: Args]>>> = {
  ...{ editor: ['view'], claude: ['Read'], 'claude-code': ['Read'], gemini: ['read_file'], codex: ['read_file'] },
  ...{ text_editor: ['str_replace_based_edit_tool', { command: 'view' }], agent: ['read'], budgeted: ['read_code'] },
  'gemini-cli': ['read_file'],
};

describe.each(Object.entries(READERS))('in %s, a range of lines', (dialect, [name, more = {}]) => {
  it.each([
    [{ start_line: 2, end_line: 3 }],
    [{ startLine: '2', endLine: 3 }],
    [{ view_range: [2, 3] }],
    [{ view_range: '[2, 3]' }],
    // The offset of Gemini's own tools counts from 0.
    [{ offset: dialect.startsWith('gemini') ? 1 : 2, limit: 2 }],
  ])('is read under other names: %j', async (range) => {
    const known = dialectNames().find((each) => each === dialect) ?? 'editor';
    const { error, text } = await callIn(known, name, (path) => ({ ...more, path, ...range }));
    expect([error, ...['one', 'two', 'three', 'four'].map((line) => text.includes(line))]).toEqual([
      undefined,
      false,
      true,
      true,
      false,
    ]);
  });

  it.each([
    [{ start_line: 2 }, true],
    // In editor's own, -1 is no line.
    [{ view_range: [2, dialect === 'editor' ? 9 : -1] }, true],
    [{ end_line: 3 }, false],
    [{ limit: 3 }, false],
  ])('may be open: %j', async (range, toEnd) => {
    const known = dialectNames().find((each) => each === dialect) ?? 'editor';
    const { error, text } = await callIn(known, name, (path) => ({ ...more, path, ...range }));
    expect([error, text.includes('one'), text.includes('three'), text.includes('four')]).toEqual([
      undefined,
      !toEnd,
      true,
      toEnd,
    ]);
  });
});
