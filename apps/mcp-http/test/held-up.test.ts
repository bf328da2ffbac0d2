import { openTree, type TreeNode } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { OWNER_TOKEN, startOwned } from './http-process.ts';
import { call, openSession, send } from './messages.ts';

const MB = 1_000_000;

interface Attack {
  readonly dialect: string;
  readonly tree: Readonly<Record<string, TreeNode>>;
  readonly name: string;
  /** Loads what is loaded at the first use. */
  readonly first: Readonly<Record<string, unknown>>;
  /** @param root of the tree */
  readonly args: (root: string) => Readonly<Record<string, unknown>>;
}

const pageOf = (content: string): Attack => ({
  dialect: 'budgeted',
  tree: { a: content, small: 'text\n' },
  name: 'read_code',
  first: { file_path: 'small', max_tokens: 10 },
  args: () => ({ file_path: 'a', max_tokens: 20_000 }),
});

const HARD_PATTERNS = Array.from({ length: 4_000 }, (_, index) => `*a*b*${index}*c`).join('\n');
const HARD_NAMES = Object.fromEntries(
  Array.from({ length: 1_000 }, (_, index) => [`xa-b-${index * 7}-d${index % 9 ? 'c' : ''}`, 'word']),
);

describe('a call that takes long', () => {
  it.each<[string, Attack]>([
    ['tokens of one letter', pageOf('a'.repeat(5 * MB))],
    ['tokens of spaces', pageOf(' '.repeat(3 * MB))],
    ['tokens of tabs', pageOf('\t'.repeat(3 * MB))],
    ['tokens of slashes', pageOf('/'.repeat(3 * MB))],
    ['tokens of letters without a word', pageOf('qzxvkjw'.repeat(MB / 2))],
    [
      'a pattern that backtracks without end',
      {
        dialect: 'gemini',
        tree: { a: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\n'.repeat(400_000) },
        name: 'search_file_content',
        first: { pattern: 'x' },
        args: () => ({ pattern: '(?=.)(a+)+$' }),
      },
    ],
    [
      'thousands of patterns over thousands of files',
      {
        dialect: 'filesystem',
        tree: Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`a${index}a${index}`, ''])),
        name: 'directory_tree',
        first: { path: '.' },
        args: () => ({ path: '.', excludePatterns: Array.from({ length: 4_000 }, (_, index) => `**/*a${index}*b`) }),
      },
    ],
    ...(['list_directory', 'glob', 'search_file_content'] as const).map((name): [string, Attack] => [
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
  ])('holds up nobody else: %s', async (_, { dialect, tree, name, first, args }) => {
    await using place = await openTree(tree);
    await using server = await startOwned(['--dialect', dialect, place.root]);
    const [one, other] = await Promise.all([
      openSession(server.url, OWNER_TOKEN),
      openSession(server.url, OWNER_TOKEN),
    ]);
    await send(server.url, call(name, first), { token: OWNER_TOKEN, session: one });
    let isAnswered = false;
    const begun = performance.now();
    const attack = send(server.url, call(name, args(place.root)), { token: OWNER_TOKEN, session: one }).then(
      (answer) => {
        isAnswered = true;
        return { ...answer, tookMs: performance.now() - begun };
      },
    );
    let longestMs = 0;
    while (!isAnswered) {
      const asked = performance.now();
      const pong = await send(
        server.url,
        { jsonrpc: '2.0', id: 1, method: 'ping' },
        { token: OWNER_TOKEN, session: other },
      );
      expect(pong.body.result).toEqual({});
      longestMs = Math.max(longestMs, performance.now() - asked);
    }
    const { status, tookMs } = await attack;
    expect(status).toBe(200);
    // A share of the whole, since machines differ: nothing else was ever kept waiting for most of it.
    expect(longestMs).toBeLessThan(Math.max(300, tookMs / 3));
  });
});

describe('a message that would take long', () => {
  it.each([
    ['nested without end', '['.repeat(3 * MB)],
    ['nested in its arguments', `{"params":${'{"a":'.repeat(MB)}1${'}'.repeat(MB)}}`],
    ['a million members', `{${Array.from({ length: MB }, (_, at) => `"x${at}":1`).join()}}`],
    ['a million lists', `[${'[],'.repeat(MB)}1]`],
  ])('is refused before it is parsed: %s', async (_, text) => {
    await using server = await startOwned();
    const { status, body } = await send(server.url, text, { token: OWNER_TOKEN });
    expect(status).toBe(400);
    expect(body).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32700, message: 'Message is nested too deeply, or holds too many values' },
    });
    await openSession(server.url, OWNER_TOKEN);
  });

  it('names ten of its unknown arguments', async () => {
    await using server = await startOwned(['--dialect', 'claude-code']);
    const session = await openSession(server.url, OWNER_TOKEN);
    const unknown = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`x${at}`, 1]));
    const sent = call('Read', { file_path: '/a', ...unknown });
    const { text, body } = await send(server.url, sent, { token: OWNER_TOKEN, session });
    expect(body.result.content[0].text).toMatch(/Argument "x9" is not one of this tool's; and 199990 more$/);
    expect(text.length).toBeLessThan(5000);
  });

  it.each(['claude-code', 'gemini', 'codex', 'filesystem', 'editor', 'budgeted', 'text_editor', 'agent'])(
    'gets an answer of %s that keeps its bound, whatever is wrong with it',
    async (dialect) => {
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
    },
  );
});
