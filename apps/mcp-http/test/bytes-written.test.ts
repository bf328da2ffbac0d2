import { existsSync, statSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openSockets } from './connections.ts';
import { newToken, sha256, startHttp, startOwned, OWNER_TOKEN as token } from './http-process.ts';
import { modern, sendModern } from './messages.ts';

const SIZE = 100_000;
const BIG = `first line\n${'x'.repeat(SIZE - 22)}\nlast line\n`;

type Arguments = Readonly<Record<string, unknown>>;
/** A call that brings few bytes, and the file that it writes, which has many; null for a call that writes none. */
type Row = readonly [tool: string, args: (path: string) => Arguments, written: string | null];

const patch = (...lines: readonly string[]) => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  editor: [
    ['str_replace', (path) => ({ path, old_str: 'first', new_str: 'FIRST' }), 'big.txt'],
    ['create_file', (path) => ({ path: `${path}.new`, content: 'new' }), 'big.txt.new'],
    ['view', (path) => ({ path, view_range: [1, 1] }), null],
    ['str_replace', (path) => ({ path, old_str: 'nowhere', new_str: '' }), null],
  ],
  'claude-code': [
    ['Edit', (path) => ({ file_path: path, old_string: 'first', new_string: 'FIRST' }), 'big.txt'],
    ['Write', (path) => ({ file_path: `${path}.new`, content: 'new' }), 'big.txt.new'],
    ['Read', (path) => ({ file_path: path, limit: 1 }), null],
  ],
  gemini: [['replace', (path) => ({ file_path: path, old_string: 'first', new_string: 'FIRST' }), 'big.txt']],
  codex: [
    [
      'apply_patch',
      () => ({ input: patch('*** Update File: big.txt', '@@', '-first line', '+FIRST line') }),
      'big.txt',
    ],
    [
      'apply_patch',
      () => ({
        input: patch('*** Update File: big.txt', '*** Move to: moved.txt', '@@', '-FIRST line', '+first line'),
      }),
      'moved.txt',
    ],
    [
      'exec_command',
      () => ({ cmd: `apply_patch <<'EOF'\n${patch('*** Add File: added.txt', `+${'y'.repeat(5000)}`)}EOF` }),
      'added.txt',
    ],
    ['apply_patch', () => ({ input: patch('*** Delete File: added.txt') }), null],
  ],
  filesystem: [
    ['edit_file', (path) => ({ path, edits: [{ oldText: 'first', newText: 'FIRST' }] }), 'big.txt'],
    ['edit_file', (path) => ({ path, edits: [{ oldText: 'last', newText: 'x' }], dryRun: true }), null],
    ['move_file', (path) => ({ source: path, destination: `${path}.moved` }), null],
    ['create_directory', (path) => ({ path: `${path}.d` }), null],
  ],
  text_editor: [
    [
      'str_replace_based_edit_tool',
      (path) => ({ command: 'str_replace', path, old_str: 'first', new_str: 'FIRST' }),
      'big.txt',
    ],
    [
      'str_replace_based_edit_tool',
      (path) => ({ command: 'insert', path, insert_line: 1, insert_text: 'more' }),
      'big.txt',
    ],
    ['str_replace_based_edit_tool', (path) => ({ command: 'undo_edit', path }), 'big.txt'],
    ['memory', () => ({ command: 'create', path: '/memories/m.txt', file_text: BIG }), 'm/m.txt'],
    ['memory', () => ({ command: 'insert', path: '/memories/m.txt', insert_line: 0, insert_text: 'more' }), 'm/m.txt'],
    [
      'memory',
      () => ({ command: 'str_replace', path: '/memories/m.txt', old_str: 'first', new_str: '1st' }),
      'm/m.txt',
    ],
    ['memory', () => ({ command: 'rename', old_path: '/memories/m.txt', new_path: '/memories/n.txt' }), null],
    ['memory', () => ({ command: 'delete', path: '/memories/n.txt' }), null],
  ],
  agent: [['edit', (path) => ({ file_path: path, old_string: 'first', new_string: 'FIRST' }), 'big.txt']],
  budgeted: [
    ['write_code', (path) => ({ file_path: path, start_line: 1, end_line: 1, replacement: 'one' }), 'big.txt'],
    ['write_code', (path) => ({ file_path: path, start_line: 1, end_line: 1, replacement: 'x', dry_run: true }), null],
    [
      'write_code',
      (path) => ({
        ...{ file_path: path, start_line: 1, end_line: 1, replacement: 'two' },
        chunk: { id: 'c', index: 0, last: false },
      }),
      null,
    ],
    [
      'write_code',
      (path) => ({
        ...{ file_path: path, start_line: 1, end_line: 1, replacement: 'more' },
        chunk: { id: 'c', index: 1, last: true },
      }),
      'big.txt',
    ],
  ],
};

async function bytesWritten(log: string): Promise<number> {
  const text = await (await fetch(/"url":"([^"]+)"/.exec(log)?.[1] ?? '')).text();
  return Number(/^dragoman_bytes_written_total (\d+)$/m.exec(text)?.[1]);
}

describe('what a call writes', () => {
  it.each(Object.entries(ROWS))('is counted by the size of the files in %s', async (dialect, rows) => {
    await using tree = await openTree({ 'big.txt': BIG });
    const args = ['--dialect', dialect, '--require-read', 'never', '--metrics', '127.0.0.1:0'];
    const places = [
      '--workdir',
      tree.root,
      '--memory-dir',
      tree.path('m'),
      '--journal',
      '--journal-dir',
      tree.path('j'),
    ];
    const shell = dialect === 'codex' ? ['--shell', 'unrestricted'] : [];
    await using server = await startOwned([...args, ...places, ...shell]);
    let expected = 0;
    for (const [name, argumentsFor, written] of rows) {
      const request = modern('tools/call', { name, arguments: argumentsFor(tree.path('big.txt')) });
      const { body } = await sendModern(server.url, request, { token });
      expect(body.result, name).toBeDefined();
      if (written !== null) expected += statSync(tree.path(written)).size;
      expect(await bytesWritten(server.log), name).toBe(expected);
    }
  });
});

/** A server whose only principal may write so much a day. */
async function startLimited(tree: TemporaryTree, args: readonly string[] = []) {
  const own = newToken();
  const quota = { bytesWrittenPerDay: '200KB' };
  const file = tree.path('p.json');
  writeFileSync(file, JSON.stringify({ principals: [{ name: 'ann', tokenSha256: sha256(own), quota }] }));
  const server = await startHttp({
    args: ['--principals', file, '--workdir', tree.root, ...args],
  });
  return { own, server };
}

describe('a quota of bytes', () => {
  const edit = (path: string, from: string, to: string) =>
    modern('tools/call', { name: 'Edit', arguments: { file_path: path, old_string: from, new_string: to } });

  it('ends after as many edits of a file as come to it', async () => {
    await using tree = await openTree({ 'big.txt': BIG });
    const { own, server } = await startLimited(tree, ['--require-read', 'never']);
    await using _ = server;
    const statuses: number[] = [];
    for (let index = 0; index < 5; index += 1) {
      const [from, to] = index % 2 === 0 ? ['first', 'FIRST'] : ['FIRST', 'first'];
      statuses.push((await sendModern(server.url, edit(tree.path('big.txt'), from, to), { token: own })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });

  it('is not passed by writes that are sent at once', async () => {
    await using tree = await openTree();
    const { own, server } = await startLimited(tree);
    await using _ = server;
    const names = Array.from({ length: 20 }, (_, index) => tree.path(`${index}.txt`));
    const write = (path: string) =>
      modern('tools/call', { name: 'Write', arguments: { file_path: path, content: BIG } });
    const answers = await Promise.all(names.map((name) => sendModern(server.url, write(name), { token: own })));
    const written = names.filter((name) => existsSync(name)).length;
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(written);
    // As many as are fewer than the quota, and the one with which it is reached.
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThanOrEqual(3);
  });

  it.each(['0', '1'])('counts what was written for a client that has left, with %s workers', async (workers) => {
    await using tree = await openTree();
    const { own, server } = await startLimited(tree, ['--dialect', 'codex', '--workers', workers]);
    await using _ = server;
    const names = Array.from({ length: 100 }, (_, index) => tree.path(`${index}.txt`));
    const input = patch(...names.flatMap((name) => [`*** Add File: ${name}`, `+${'x'.repeat(3000)}`]));
    const { message, headers } = modern('tools/call', { name: 'apply_patch', arguments: { input } });
    const body = JSON.stringify(message);
    const about = { authorization: `Bearer ${own}`, 'content-type': 'application/json', ...headers };
    const lines = Object.entries({ ...about, host: 'localhost', 'content-length': body.length });
    const head = ['POST /mcp HTTP/1.1', ...lines.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');
    const begin = (socket: Socket): void => void socket.write(head + body);
    using sockets = await openSockets(server.url, { count: 1, begin });
    // The rest of the files have their names after this one, and the answer is made after all of them.
    await expect.poll(() => existsSync(tree.path('0.txt')), { interval: 1, timeout: 20_000 }).toBe(true);
    for (const socket of sockets.all) socket.destroy();
    await expect.poll(() => names.every((name) => existsSync(name)), { timeout: 20_000 }).toBe(true);
    const read = modern('tools/call', { name: 'read_file', arguments: { file_path: tree.path('0.txt') } });
    await expect.poll(async () => (await sendModern(server.url, read, { token: own })).status).toBe(429);
  });
});
