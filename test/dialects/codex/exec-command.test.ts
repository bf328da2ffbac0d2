import { existsSync, readFileSync } from 'node:fs';
import { openTree, type ServedDialect, serve, type TemporaryTree } from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let tree: TemporaryTree;
let server: ServedDialect;

beforeAll(async () => {
  tree = await openTree({ 'sub/f': 'one\n', 'a b/g': 'one\n' });
  server = await serve('codex', tree, { args: ['--shell', 'unrestricted'] });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await tree[Symbol.asyncDispose]();
});

const LONG = { yield_time_ms: 30_000 };

async function run(cmd: string, more: object = {}): Promise<string> {
  const { text, isError } = await server.call('exec_command', { cmd, ...LONG, ...more });
  expect(isError).toBe(false);
  return text;
}

const HEAD = 'Chunk ID: [0-9a-f]{6}\nWall time: \\d+\\.\\d{4} seconds\n';

function report(state: string, tokens: number, output: string): RegExp {
  const rest = `${state}\nOriginal token count: ${tokens}\nOutput:\n${output}`;
  return new RegExp(`^${HEAD}${rest.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
}

const denied = (path: string) =>
  `exec_command failed: Access denied: ${path} is outside the allowed directories or denied`;

describe('exec_command', () => {
  it.each<[string, string, number, string, object?]>([
    ['echo out; echo err >&2', 'Process exited with code 0', 2, 'out\nerr\n'],
    ['exit 3', 'Process exited with code 3', 0, ''],
    ['kill -9 $$', 'Process exited with code 137', 0, ''],
    ['wc -c', 'Process exited with code 0', 1, '0\n'],
    ['basename "$PWD"', 'Process exited with code 0', 1, 'sub\n', { workdir: 'sub', shell: 'zsh', login: true }],
    ['cd sub', 'Process exited with code 0', 0, ''],
    ['ls -d sub', 'Process exited with code 0', 1, 'sub\n'],
    ["printf 'a\\377b'", 'Process exited with code 0', 1, 'a\ufffdb'],
  ])('shows how %j ends', async (cmd, state, tokens, output, more) => {
    expect(await run(cmd, more)).toMatch(report(state, tokens, output));
  });

  it('takes an absolute directory of the trees', async () => {
    expect(await run('ls', { workdir: tree.path('sub') })).toMatch(/Output:\nf\n$/);
  });

  it('cuts what is too long in the middle, and no character', async () => {
    const text = await run("for i in 1 2 3 4 5 6 7 8 9; do echo 'ééééé'; done", { max_output_tokens: 5 });
    const cut = '…20 tokens truncated…';
    const warning = 'Warning: truncated output (original token count: 25)\nTotal output lines: 9\n\n';
    expect(text).toMatch(report('Process exited with code 0', 25, `${warning}ééééé${cut}éééé\n`));
  });

  it('shows none of what it is not to show', async () => {
    expect(await run('echo hello', { max_output_tokens: 0 })).toMatch(/\n\n…2 tokens truncated…$/);
  });

  it.each([
    [
      { cmd: 'ls', tty: true },
      'TTY execution is disabled by config; omit `tty` or set it to false.',
      'INVALID_ARGUMENT',
    ],
    [{ cmd: 'ls', workdir: 'no' }, 'exec_command failed: Run command: no directory "no"', 'COMMAND_REJECTED'],
    [{ cmd: 'ls', workdir: '/' }, denied('/'), 'ACCESS_DENIED'],
    [{ cmd: '', workdir: '/no/such' }, denied('/no/such'), 'ACCESS_DENIED'],
  ])('refuses %j', async (args, text, code) => {
    const refused = await server.call('exec_command', args);
    expect(refused).toMatchObject({ text, isError: true, error: { code } });
  });

  it.each(['', ' ', '\n'])('runs the shell with a command line that says nothing (%j)', async (cmd) => {
    expect(await run(cmd)).toMatch(report('Process exited with code 0', 0, ''));
  });

  it('lists all that Codex sends', async () => {
    const listed = (await server.tools()).find(({ name }) => name === 'exec_command');
    expect(Object.keys(listed?.inputSchema.properties ?? {})).toEqual([
      'cmd',
      'workdir',
      'shell',
      'login',
      'tty',
      'yield_time_ms',
      'max_output_tokens',
    ]);
  });

  it('applies a patch that a heredoc holds, where the command line goes', async () => {
    const patch = (path: string) => `*** Begin Patch\n*** Update File: ${path}\n-one\n+two\n*** End Patch`;
    const done =
      /^Wall time: \d+\.\d{4} seconds\nOutput:\nExit code: 0\nWall time: [\d.]+ seconds\nOutput:\nSuccess. Updated the following files:\n/;
    expect(await run(`apply_patch <<'EOF'\n${patch('f')}\nEOF`, { workdir: 'sub' })).toMatch(done);
    expect(await run(`cd 'a b' && applypatch <<PATCH\n${patch('g')}\nPATCH\n`)).toMatch(done);
    expect([tree.path('sub/f'), tree.path('a b/g')].map((path) => readFileSync(path, 'utf8'))).toEqual([
      'two\n',
      'two\n',
    ]);
    const failed = await server.call('exec_command', { cmd: `apply_patch <<'EOF'\n${patch('no')}\nEOF` });
    expect(failed).toMatchObject({
      text: `apply_patch verification failed: Failed to read file to update ${tree.path('no')}: No such file or directory (os error 2)`,
      isError: true,
    });
  });
});

describe('write_stdin', () => {
  it('waits for the rest of what a command writes, and knows it until it was seen to end', async () => {
    const cmd = 'echo first; until [ -e go ]; do sleep 0.1; done; echo second';
    const text = await run(cmd, { yield_time_ms: 250 });
    const [, id = ''] = /^Process running with session ID (\d+)$/m.exec(text) ?? [];
    const session_id = Number(id);
    expect(text).toMatch(/Output:\nfirst\n$/);
    const closed =
      'write_stdin failed: stdin is closed for this session; rerun exec_command with tty=true to keep stdin open';
    expect(await server.call('write_stdin', { session_id, chars: 'x' })).toMatchObject({ text: closed, isError: true });
    await run('touch go');
    const rest = await server.call('write_stdin', { session_id, yield_time_ms: 300_000 });
    expect(rest.text).toMatch(report('Process exited with code 0', 2, 'second\n'));
    const unknown = `write_stdin failed: Unknown process id ${id}`;
    expect(await server.call('write_stdin', { session_id })).toMatchObject({ text: unknown, isError: true });
  });

  it('leaves no command running once the server has ended', async () => {
    await using other = await serve('codex', tree, { args: ['--shell', 'unrestricted'] });
    const { text } = await other.call('exec_command', { cmd: 'echo $$; sleep 1000', yield_time_ms: 250 });
    const pid = Number(/(\d+)\n$/.exec(text)?.[1]);
    expect(existsSync(`/proc/${pid}`)).toBe(true);
    await other[Symbol.asyncDispose]();
    await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 60_000 }).toBe(false);
  });

  it('runs ten at once', async () => {
    await using other = await serve('codex', tree, { args: ['--shell', 'unrestricted'] });
    const start = () => other.call('exec_command', { cmd: 'sleep 1000', yield_time_ms: 250 });
    const started = await Promise.all(Array.from({ length: 11 }, start));
    const refused = started.filter(({ isError }) => isError);
    expect(refused.map(({ error }) => error.code)).toEqual(['TOO_MANY_TASKS']);
  });
});
