import { casesToTest } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { OWNER_TOKEN, startOwned } from './http-process.ts';
import { endsWhenCancelled, holdsUpNobody, type LongCall } from './long-call.ts';
import { call, openSession, send } from './messages.ts';

const MB = 1_000_000;

const pageOf = (content: string): LongCall => ({
  dialect: 'budgeted',
  tree: { a: content, small: 'text\n' },
  name: 'read_code',
  first: { file_path: 'small', max_tokens: 10 },
  args: () => ({ file_path: 'a', max_tokens: 20_000 }),
});

const HARD_PATTERNS = Array.from({ length: 2_000 }, (_, index) => `*a*b*${index}*c`).join('\n');
const HARD_NAMES = Object.fromEntries(
  Array.from({ length: 500 }, (_, index) => [`xa-b-${index * 7}-d${index % 9 ? 'c' : ''}`, 'word']),
);
/** Ignore files in directories inside each other, each pattern of which takes long to fail at one name. */
const NESTED = Object.fromEntries(
  Array.from({ length: 15 }, (_, index) => [
    `${'d/'.repeat(index)}.gitignore`,
    Array.from({ length: 7_000 }, (_, at) => `*${'?'.repeat(55)}${at}[b-c]*x`).join('\n'),
  ]),
);
const BACKTRACKING: LongCall = {
  dialect: 'gemini',
  tree: { a: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\n'.repeat(400_000) },
  name: 'search_file_content',
  first: { pattern: 'x' },
  args: () => ({ pattern: '(?=.)(a+)+$' }),
};

const EXCLUDING: LongCall = {
  dialect: 'filesystem',
  tree: Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`a${index}a${index}`, ''])),
  name: 'directory_tree',
  first: { path: '.' },
  args: () => ({ path: '.', excludePatterns: Array.from({ length: 2_000 }, (_, index) => `**/*a${index}*b`) }),
};

const addedAt = (path: string): string => `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch`;

describe('a call that takes long', () => {
  const calls: readonly [string, LongCall][] = [
    ['tokens of one letter', pageOf('a'.repeat(3 * MB))],
    ['tokens of spaces', pageOf(' '.repeat(3 * MB))],
    ['tokens of tabs', pageOf('\t'.repeat(3 * MB))],
    ['tokens of slashes', pageOf('/'.repeat(3 * MB))],
    ['tokens of letters without a word', pageOf('qzxvkjw'.repeat(MB / 2))],
    ['a pattern that backtracks without end', BACKTRACKING],
    ['thousands of patterns over thousands of files', EXCLUDING],
    [
      'a path without end in a patch',
      {
        ...{ dialect: 'codex', tree: {}, name: 'apply_patch', first: { input: addedAt('a') } },
        args: () => ({ input: addedAt(`${'a/'.repeat(4 * MB)}x`) }),
      },
    ],
    [
      'a patch whose file lies thousands of new directories deep',
      {
        ...{ dialect: 'codex', tree: {}, name: 'apply_patch', first: { input: addedAt('a') } },
        args: () => ({
          input: `*** Begin Patch\n${[1, 2, 3].map((at) => `*** Add File: ${at}/${'a/'.repeat(1_900)}x\n+x\n`).join('')}*** End Patch`,
        }),
      },
    ],
    [
      'texts in place of numbers',
      {
        ...{ dialect: 'agent', tree: { a: 'x' }, name: 'read', first: { path: 'a' } },
        args: (root) => ({ path: `${root}/a`, view_range: Array.from({ length: 9_999 }, () => '[a-z]'.repeat(60)) }),
      },
    ],
    [
      'megabytes that cannot be seen, in a refusal',
      {
        ...{ dialect: 'text_editor', tree: { a: 'x' }, name: 'str_replace_based_edit_tool' },
        first: { command: 'view', path: 'a' },
        args: (root) => ({ command: 'str_replace', path: `${root}/a`, old_str: '\u202e'.repeat(MB), new_str: '' }),
      },
    ],
    [
      'thousands of patterns that take long to match',
      {
        dialect: 'filesystem',
        tree: HARD_NAMES,
        name: 'search_files',
        first: { path: '.', pattern: 'x' },
        args: () => ({
          ...{ path: '.', pattern: '**' },
          excludePatterns: Array.from({ length: 9_000 }, (_, at) => `**/${'*?'.repeat(60)}+(?)${at}[b-c]*x`),
        }),
      },
    ],
    [
      'more files than are read at once',
      {
        ...{ dialect: 'filesystem', tree: { a: 'x' }, name: 'read_multiple_files', first: { paths: ['a'] } },
        args: () => ({ paths: Array.from({ length: 200_000 }, () => 'a') }),
      },
    ],
    [
      'tens of thousands of patterns to leave out of a list',
      {
        dialect: 'gemini',
        tree: { a: '' },
        name: 'list_directory',
        first: { path: '.' },
        args: (root) => ({ path: root, ignore: Array.from({ length: 30_000 }, (_, index) => `p${index}`) }),
      },
    ],
    [
      'a path of thousands of directories that are not there',
      {
        dialect: 'gemini',
        tree: {},
        name: 'list_directory',
        first: { path: '.' },
        args: (root) => ({ path: `${root}/${'a/'.repeat(32_000)}` }),
      },
    ],
    [
      'thousands of files that are not there',
      {
        dialect: 'filesystem',
        tree: {},
        name: 'read_multiple_files',
        first: { paths: ['a'] },
        args: () => ({ paths: Array.from({ length: 8_000 }, (_, index) => `p${index}`) }),
      },
    ],
    ...[`\\n/`, `\\n/../`].map((names): [string, LongCall] => [
      `a path of thousands of escapes, ${names}`,
      {
        dialect: 'filesystem',
        tree: { '\n/a': '' },
        name: 'list_directory',
        first: { path: '.' },
        args: () => ({ path: names.repeat(20_000 / names.length) }),
      },
    ]),
    ...(['list_directory', 'glob', 'search_file_content'] as const).map((name): [string, LongCall] => [
      `thousands of patterns that hide files, in ${name}`,
      {
        dialect: 'gemini',
        tree: { ...HARD_NAMES, '.geminiignore': HARD_PATTERNS },
        name,
        first: name === 'list_directory' ? { path: '.' } : { pattern: 'x' },
        args: (root) => (name === 'list_directory' ? { path: root } : { pattern: name === 'glob' ? '**' : 'word' }),
      },
    ]),
    [
      'thousands of patterns that git ignores, over thousands of files',
      {
        dialect: 'claude-code',
        tree: { ...HARD_NAMES, '.git/HEAD': '', '.gitignore': HARD_PATTERNS },
        name: 'Grep',
        first: { pattern: 'x' },
        args: () => ({ pattern: 'word' }),
      },
    ],
    ...(['Glob', 'Grep'] as const).map((name): [string, LongCall] => [
      `ignore files in each other, of patterns that take long to fail, in ${name}`,
      {
        dialect: 'claude-code',
        tree: { ...NESTED, '.git/HEAD': '', [`${'d/'.repeat(15)}${'a'.repeat(250)}x`]: 'word' },
        name,
        args: () => ({ pattern: name === 'Glob' ? '**' : 'word' }),
      },
    ]),
    [
      'a view of millions of lines',
      {
        ...{ dialect: 'text_editor', tree: { a: 'a\n'.repeat(2.4 * MB), b: '' } },
        name: 'str_replace_based_edit_tool',
        first: { command: 'view', path: 'b' },
        args: (root) => ({ command: 'view', path: `${root}/a` }),
      },
    ],
    [
      'a notebook of brackets',
      {
        ...{ dialect: 'claude-code', tree: { 'a.ipynb': '['.repeat(5 * MB), b: '' }, name: 'Read' },
        first: { file_path: 'b' },
        args: (root) => ({ file_path: `${root}/a.ipynb` }),
      },
    ],
  ];

  it.each(casesToTest(calls, 8))('holds up nobody else: %s', (_, long) => holdsUpNobody(long));

  it.each<[string, LongCall]>([
    ['tokens of one letter', pageOf('a'.repeat(3 * MB))],
    ['a pattern that backtracks without end', BACKTRACKING],
    ['thousands of patterns over thousands of files', EXCLUDING],
  ])('ends when it is cancelled: %s', (_, long) => endsWhenCancelled(long));
});

describe('a message that would take long', () => {
  it('is refused before it is parsed', async () => {
    await using server = await startOwned();
    for (const text of [
      '['.repeat(3 * MB),
      `{"params":${'{"a":'.repeat(MB)}1${'}'.repeat(MB)}}`,
      `{${Array.from({ length: MB }, (_, at) => `"x${at}":1`).join()}}`,
      `[${'[],'.repeat(MB)}1]`,
    ]) {
      const { status, body } = await send(server.url, text, { token: OWNER_TOKEN });
      expect([text.slice(0, 20), status]).toEqual([text.slice(0, 20), 400]);
      expect(body).toEqual({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32700, message: 'Message is nested too deeply, or holds too many values' },
      });
      await openSession(server.url, OWNER_TOKEN);
    }
  });

  it('repeats no id, progress token or version without end', async () => {
    await using server = await startOwned();
    const session = await openSession(server.url, OWNER_TOKEN);
    const long = 'a'.repeat(MB);
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const refusals = [
      { ...ping, id: long },
      { ...ping, params: { _meta: { progressToken: long } } },
      { ...ping, params: { _meta: { 'io.modelcontextprotocol/protocolVersion': long } } },
      { jsonrpc: '2.0', method: long, params: [1] },
    ];
    for (const message of refusals) {
      const { status, text } = await send(server.url, message, { token: OWNER_TOKEN, session });
      expect(status).toBe(400);
      expect(text.length).toBeLessThan(1000);
    }
    const { body } = await send(server.url, { ...ping, id: long }, { token: OWNER_TOKEN, session });
    expect(body).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32600, message: 'id is longer than 1024 characters' },
    });
  });

  it('names twenty of its unknown arguments', async () => {
    await using server = await startOwned(['--dialect', 'claude-code']);
    const session = await openSession(server.url, OWNER_TOKEN);
    const unknown = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`x${at}`, 1]));
    const sent = call('Read', { file_path: '/a', ...unknown });
    const { text, body } = await send(server.url, sent, { token: OWNER_TOKEN, session });
    expect(body.result._meta['dragoman/arguments'].ignored).toHaveLength(20);
    expect(text.length).toBeLessThan(5000);
  });

  it.each(
    casesToTest(['claude-code', 'gemini', 'codex', 'filesystem', 'editor', 'budgeted', 'text_editor', 'agent'], 2),
  )('gets an answer of %s that keeps its bound, whatever is wrong with it', async (dialect) => {
    await using server = await startOwned(['--dialect', dialect]);
    const session = await openSession(server.url, OWNER_TOKEN);
    const listed = await send(
      server.url,
      { jsonrpc: '2.0', id: 3, method: 'tools/list' },
      { token: OWNER_TOKEN, session },
    );
    const long = 'a/'.repeat(MB / 2);
    for (const { name, inputSchema } of listed.body.result.tools) {
      const names = [...Object.keys(inputSchema.properties), long];
      const args = Object.fromEntries(names.map((argument) => [argument, long]));
      const { text, body } = await send(server.url, call(name, args), { token: OWNER_TOKEN, session });
      expect(body.result.isError, name).toBe(Object.keys(inputSchema.properties).length > 0 || undefined);
      expect(text.length, name).toBeLessThan(MB);
    }
    const nameless = await send(server.url, call(long, {}), { token: OWNER_TOKEN, session });
    expect(nameless.text.length).toBeLessThan(5000);
  });
});
