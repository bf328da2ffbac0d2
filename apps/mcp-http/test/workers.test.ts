import { writeFileSync } from 'node:fs';
import { type FoldingTree, foldingObjection, openFoldingTree, openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it, type TestContext } from 'vitest';
import { newToken, sha256, startHttp } from './http-process.ts';
import { type HttpAnswer, modern, openSession, send, sendModern } from './messages.ts';

const tokens = { ann: newToken(), ben: newToken(), cat: newToken() };
type Name = keyof typeof tokens;

/** A server of whose principals `ann` works on a file system that can stall. */
async function openServer({ skip }: Pick<TestContext, 'skip'>, args: readonly string[]) {
  const objection = foldingObjection();
  if (objection !== null) skip(objection);
  const tree = await openTree({ 'ben/a.txt': 'of ben\n', 'cat/a.txt': 'of cat\n' });
  const slow = await openFoldingTree({ 'a.txt': 'of ann\n' });
  const file = tree.path('principals.json');
  const rootOf = (name: Name) => (name === 'ann' ? slow.root : tree.path(name));
  const entry = (name: Name) => ({ name, tokenSha256: sha256(tokens[name]), roots: [rootOf(name)] });
  writeFileSync(file, JSON.stringify({ principals: [entry('ann'), entry('ben'), entry('cat')] }));
  const trees = ['--allow-dir', slow.root, '--allow-dir', tree.root];
  const server = await startHttp({
    args: ['--principals', file, ...trees, '--dialect', 'claude-code', '--metrics', '127.0.0.1:0', ...args],
  });
  const metrics = /"url":"([^"]+)"/.exec(server.log)?.[1] ?? '';
  return {
    slow,
    server,
    read: (name: Name, session = ''): Promise<HttpAnswer> => {
      const read = modern('tools/call', { name: 'Read', arguments: { file_path: `${rootOf(name)}/a.txt` } });
      const headers: Record<string, string> = session === '' ? {} : { 'dragoman-session': session };
      return sendModern(server.url, read, { token: tokens[name], headers });
    },
    ready: async () => {
      const answer = await fetch(new URL('/readyz', server.url));
      return [answer.status, await answer.text()];
    },
    stuck: async () => /^dragoman_worker_stuck_total (\d+)$/m.exec(await (await fetch(metrics)).text())?.[1],
    async [Symbol.asyncDispose]() {
      slow.goOn();
      await server[Symbol.asyncDispose]();
      await closeTrees(tree, slow);
    },
  };
}

async function closeTrees(tree: TemporaryTree, slow: FoldingTree): Promise<void> {
  await slow[Symbol.asyncDispose]();
  await tree[Symbol.asyncDispose]();
}

const codeOf = ({ body }: HttpAnswer): unknown => body.result._meta['dragoman/error']?.code;

describe('a server with workers', () => {
  it('stalls for nobody but those whose volume stalls', async (context) => {
    await using at = await openServer(context, ['--workers', '2', '--call-timeout', '6000']);
    // In turn, each in the thread that has fewest sessions: `cat` comes to sit with `ann`.
    for (const name of ['ann', 'ben', 'cat'] as const) expect(codeOf(await at.read(name))).toBeUndefined();
    at.slow.stall();
    const stalled = at.read('ann');
    const besides = at.read('cat');
    for (let count = 0; count < 50; count += 1) expect(codeOf(await at.read('ben'))).toBeUndefined();
    expect(await at.ready()).toEqual([200, 'ready']);
    // Whoever sat there moves, and what they had asked is answered once.
    expect((await besides).body.result.content[0].text).toContain('of cat');
    expect(codeOf(await at.read('cat'))).toBeUndefined();
    // Further sessions of whoever is stuck leave the last thread to the others.
    const again = at.read('ann', 'other');
    expect(codeOf(await at.read('ben'))).toBeUndefined();
    expect(codeOf(await stalled)).toBe('TIMEOUT');
    expect((await stalled).body.result.content[0].text).toContain('Call ended after 6000 ms');
    expect(codeOf(await again)).toBe('TIMEOUT');
    expect(await at.stuck()).toBe('1');
    at.slow.goOn();
    expect((await at.read('ann')).body.result.content[0].text).toContain('of ann');
    expect(codeOf(await at.read('ben'))).toBeUndefined();
  });

  it('says that it is not ready where all of them are stuck, and ends all the same', async (context) => {
    await using at = await openServer(context, ['--workers', '1', '--call-timeout', '60000', '--drain', '1']);
    expect(codeOf(await at.read('ann'))).toBeUndefined();
    at.slow.stall();
    const stalled = at.read('ann').catch(() => null);
    await expect.poll(at.ready, { timeout: 20_000 }).toEqual([503, 'volume']);
    at.slow.goOn();
    expect(await stalled).toMatchObject({ status: 200 });
    await expect.poll(at.ready).toEqual([200, 'ready']);
    at.slow.stall();
    const lost = at.read('ann').catch(() => null);
    await expect.poll(at.ready, { timeout: 20_000 }).toEqual([503, 'volume']);
    at.server.process.kill('SIGTERM');
    await at.server.ended;
    await lost;
  });

  it('keeps what a session has read, and goes by what it was told', async (context) => {
    await using at = await openServer(context, ['--workers', '2']);
    const { url } = at.server;
    const session = await openSession(url, tokens.ann);
    const call = (name: string, args: object) =>
      send(
        url,
        { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: args } },
        {
          token: tokens.ann,
          session,
        },
      );
    const path = at.slow.path('a.txt');
    expect(codeOf(await call('Write', { file_path: path, content: 'new\n' }))).toBe('NOT_READ');
    expect(codeOf(await call('Read', { file_path: path }))).toBeUndefined();
    expect(codeOf(await call('Write', { file_path: path, content: 'new\n' }))).toBeUndefined();
    expect(codeOf(await call('Nothing', {}))).toBe('INVALID_ARGUMENT');
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const text = JSON.stringify({
      jsonrpc: '2.0',
      id: 3,
      method: 'tools/call',
      params: { name: 'Read', arguments: {} },
    });
    const answer = await send(url, text.replace('"arguments":{}', `"arguments":{"file_path":${deep}}`), {
      token: tokens.ann,
      session,
    });
    expect(answer.status).toBe(200);
    expect(codeOf(await call('Read', { file_path: path }))).toBeUndefined();
  });
});
