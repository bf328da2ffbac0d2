import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { newToken, sha256, startHttp } from './http-process.ts';
import { modern, sendModern } from './messages.ts';

const NAMES = ['ann', 'ben', 'eve'] as const;
type Name = (typeof NAMES)[number];

async function openServer(args: readonly string[]) {
  const tree = await openTree({ 'a.txt': 'hello\n' });
  const tokens = { ann: newToken(), ben: newToken(), eve: newToken() };
  const principals = NAMES.map((name) => ({ name, tokenSha256: sha256(tokens[name]) }));
  writeFileSync(tree.path('p.json'), JSON.stringify({ principals }));
  const own = ['--principals', tree.path('p.json'), '--workdir', tree.root, '--shell', 'unrestricted'];
  const server = await startHttp({ args: [...own, '--dialect', 'claude-code', ...args] });
  const ask = (of: Name, session: string, call: readonly [name: string, args: object]) =>
    sendModern(server.url, modern('tools/call', { name: call[0], arguments: call[1] }), {
      token: tokens[of],
      headers: { 'dragoman-session': session },
    });
  let begun = 0;
  return {
    tree,
    server,
    ask,
    read: (of: Name, session: string) => ask(of, session, ['Read', { file_path: tree.path('a.txt') }]),
    /** Starts a command that goes on, and returns the id of its process. */
    async begin(of: Name, session: string, { isLeft = false } = {}) {
      begun += 1;
      const pid = tree.path(`pid-${begun}`);
      const command = `sh -c 'echo $$ > ${pid}.new && mv ${pid}.new ${pid} && exec sleep 600'`;
      const args = isLeft ? { command: `${command} &` } : { command, run_in_background: true };
      expect((await ask(of, session, ['Bash', args])).body.result.isError).toBeUndefined();
      await expect.poll(() => existsSync(pid), { timeout: 20_000 }).toBe(true);
      return Number(readFileSync(pid, 'utf8'));
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await tree[Symbol.asyncDispose]();
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe.each(['0', '2'])('a server that is full, with %s workers', (workers) => {
  const open = (args: readonly string[]) => openServer(['--workers', workers, ...args]);

  it('closes sessions of whoever opens one after the other, and no command of another', async () => {
    await using at = await open(['--max-sessions', '4']);
    const pids = [await at.begin('ann', 'task'), await at.begin('ann', 'left', { isLeft: true })];
    for (let index = 0; index < 12; index += 1)
      expect((await at.read(index % 2 === 0 ? 'eve' : 'ben', `fresh-${index}`)).status).toBe(200);
    expect(pids.map(isAlive)).toEqual([true, true]);
    // A session that is only idle stays, too, while somebody else has more.
    await at.read('ben', 'kept');
    for (let index = 0; index < 6; index += 1) await at.read('eve', `more-${index}`);
    const write = ['Write', { file_path: at.tree.path('a.txt'), content: 'new\n' }] as const;
    expect((await at.ask('ben', 'kept', write)).body.result.isError).toBeUndefined();
    for (const pid of pids) process.kill(pid, 'SIGKILL');
  });

  it('has room for whoever comes, however many sessions another keeps busy', async () => {
    await using at = await open(['--max-sessions', '4']);
    for (const session of ['one', 'two']) await at.begin('eve', session);
    const third = await at.read('eve', 'three');
    expect([third.status, third.body.error.message]).toEqual([429, '2 sessions are allowed']);
    for (const name of ['ann', 'ben'] as const) expect((await at.read(name, '')).status).toBe(200);
  });
});

describe.each(['0', '1'])('a session with a command that runs, with %s workers', (workers) => {
  it('is not idle until the command has ended', async () => {
    await using at = await openServer(['--workers', workers, '--session-idle', '500', '--metrics', '127.0.0.1:0']);
    const sessions = async () => {
      const text = await (await fetch(/"url":"([^"]+)"/.exec(at.server.log)?.[1] ?? '')).text();
      return Number(/^dragoman_sessions (\d+)$/m.exec(text)?.[1]);
    };
    const pids = [await at.begin('ann', 'task'), await at.begin('ann', 'left', { isLeft: true })];
    // Begun later, and dropped: so the others had their time, too.
    await at.read('ben', '');
    await expect.poll(sessions, { timeout: 20_000 }).toBe(2);
    await at.read('ben', 'again');
    await expect.poll(sessions, { timeout: 20_000 }).toBe(2);
    expect(pids.map(isAlive)).toEqual([true, true]);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await expect.poll(sessions, { timeout: 20_000 }).toBe(0);
  });
});
