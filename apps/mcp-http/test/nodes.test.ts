import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { startOwned, OWNER_TOKEN as token } from './http-process.ts';
import { largeImage } from './large-image.ts';
import { call, modern, openSession, send, sendModern } from './messages.ts';

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('two nodes with one secret', () => {
  it('serve each other’s sessions, and one alone goes on where the other is killed', async () => {
    await using tree = await openTree({ secret: 'x'.repeat(40), 'work/.keep': '' });
    const args = ['--workdir', tree.path('work'), '--secret-file', tree.path('secret')];
    await using one = await startOwned(args);
    await using two = await startOwned(args);
    const session = await openSession(one.url, token, 'claude-code');
    const nodes = [one.url, two.url];
    for (let turn = 0; turn < 40; turn += 1) {
      if (turn === 20) {
        one.process.kill('SIGKILL');
        await one.ended;
        nodes.shift();
      }
      const url = nodes[turn % nodes.length] ?? '';
      const args_ = { file_path: tree.path('work', `f${turn}`), content: `${turn}\n` };
      const { status, body } = await send(url, call('Write', args_, turn), { token, session });
      expect([status, body.result?.isError]).toEqual([200, undefined]);
    }
    for (let turn = 0; turn < 40; turn += 1)
      expect(await readFile(tree.path('work', `f${turn}`), 'utf8')).toBe(`${turn}\n`);
  });

  it('take no id that another secret has signed, nor one that was changed', async () => {
    await using tree = await openTree({ secret: 'x'.repeat(40), other: 'y'.repeat(40) });
    await using one = await startOwned(['--workdir', tree.root, '--secret-file', tree.path('secret')]);
    await using two = await startOwned(['--workdir', tree.root, '--secret-file', tree.path('other')]);
    const id = await openSession(one.url, token);
    const [version = '', payload = '', mac = ''] = id.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const changed = Buffer.from(JSON.stringify({ ...claims, random: 'mine' })).toString('base64url');
    const forged = [
      id,
      `${version}.${changed}.${mac}`,
      `${version}.${payload}.`,
      `${version}.${payload}.${mac}=`,
      `v2.${payload}.${mac}`,
      '__proto__',
    ];
    for (const session of forged) expect((await send(two.url, list, { token, session })).status).toBe(404);
    for (const session of forged.slice(1)) expect((await send(one.url, list, { token, session })).status).toBe(404);
    expect((await send(one.url, list, { token, session: id })).status).toBe(200);
  });
});

describe('a command in the background', () => {
  it('is known on its own node, and elsewhere by what it is', async () => {
    await using tree = await openTree({ secret: 'x'.repeat(40) });
    const args = ['--workdir', tree.root, '--secret-file', tree.path('secret'), '--shell', 'unrestricted'];
    args.push('--dialect', 'claude-code');
    await using one = await startOwned(args);
    await using two = await startOwned(args);
    const session = await openSession(one.url, token, 'claude-code');
    const begin = call('Bash', { command: 'sleep 600', run_in_background: true });
    const first = (await send(one.url, begin, { token, session })).body.result.content[0].text;
    const second = (await send(two.url, begin, { token, session })).body.result.content[0].text;
    const [id = '', other = ''] = [first, second].map((text: string) => /task_id: (\S+)/.exec(text)?.[1]);
    expect(id.slice(0, 5)).toMatch(/^[0-9a-f]{4}-$/);
    expect(other.slice(0, 4)).not.toBe(id.slice(0, 4));
    const ask = (url: string, task: string) => send(url, call('TaskOutput', { task_id: task }), { token, session });
    expect((await ask(one.url, id)).body.result.content[0].text).toContain('status: running');
    const { result } = (await ask(two.url, id)).body;
    expect(result._meta['dragoman/error'].code).toBe('TASK_NOT_FOUND');
    expect(result.content[0].text).toContain(`Task ${id} runs on another server, or has ended`);
  });
});

describe('an ending server', () => {
  it('finishes what it was asked, and leaves no write half done', async () => {
    await using tree = await openTree();
    await using server = await startOwned(['--workdir', tree.root]);
    const session = await openSession(server.url, token, 'claude-code');
    const content = 'line\n'.repeat(20_000);
    const writes = Array.from({ length: 40 }, async (_, index) => {
      const path = tree.path(`f${index}`);
      const answer = await send(server.url, call('Write', { file_path: path, content }, index), {
        token,
        session,
      }).catch(() => null);
      return { path, isWritten: answer?.status === 200 && answer.body.result.isError !== true };
    });
    server.process.kill('SIGTERM');
    await expect.poll(async () => (await fetch(new URL('/readyz', server.url))).status).toBe(503);
    expect(await (await fetch(new URL('/readyz', server.url))).text()).toBe('draining');
    // Balancers are slow: for a while, what still comes is served.
    expect((await send(server.url, list, { token, session })).status).toBe(200);
    for (const { path, isWritten } of await Promise.all(writes)) {
      const found = await readFile(path, 'utf8').catch(() => null);
      if (isWritten) expect(found).toBe(content);
      else expect([null, content]).toContain(found);
    }
    expect(await server.ended).toEqual({ code: 0 });
  });

  it('under load answers for what is on the disk alone, though it may not finish what it was asked', async () => {
    await using tree = await openTree();
    await using server = await startOwned(['--workdir', tree.root, '--drain', '1', '--max-calls', '4']);
    const content = 'line\n'.repeat(50_000);
    const written = new Map<string, boolean>();
    const agent = async (index: number): Promise<void> => {
      const session = await openSession(server.url, token, 'claude-code');
      for (let isServed = true, count = 0; isServed; count += 1) {
        const path = tree.path(`f${index}-${count}`);
        written.set(path, false);
        const args = { file_path: path, content };
        const answer = await send(server.url, call('Write', args), { token, session }).catch(() => null);
        isServed = answer?.status === 200 && answer.body?.result?.isError === undefined;
        written.set(path, isServed);
      }
    };
    const agents = Array.from({ length: 16 }, (_, index) => agent(index));
    await expect.poll(() => [...written.values()].filter(Boolean).length).toBeGreaterThan(20);
    server.process.kill('SIGTERM');
    await Promise.all(agents);
    expect(await server.ended).toEqual({ code: 0 });
    for (const [path, isWritten] of written) {
      const found = await readFile(path, 'utf8').catch(() => null);
      if (found !== null || isWritten) expect(found === content).toBe(true);
    }
    expect([...written.values()]).toContain(false);
  });

  it('tells whoever comes too late, while what was begun goes on', async () => {
    await using tree = await openTree();
    await using server = await startOwned(['--workdir', tree.root, '--shell', 'unrestricted']);
    const session = await openSession(server.url, token, 'claude-code');
    const command = `until [ -e '${tree.path('gate')}' ]; do sleep 0.05; done; echo over`;
    const begun = send(server.url, call('Bash', { command }), { token, session });
    server.process.kill('SIGTERM');
    const late = () => send(server.url, list, { token, session });
    await expect.poll(async () => (await late()).status, { timeout: 20_000 }).toBe(503);
    const { headers, body } = await late();
    expect(body).toEqual({ jsonrpc: '2.0', error: { code: -32000, message: 'The server is ending' }, id: null });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    writeFileSync(tree.path('gate'), '');
    expect((await begun).body.result.content[0].text).toContain('over');
    expect(await server.ended).toEqual({ code: 0 });
  });

  it('waits until what it has answered is read', async () => {
    await using tree = await openTree();
    await using server = await startOwned(['--workdir', tree.root, '--drain', '60000']);
    const image = largeImage();
    writeFileSync(tree.path('a.png'), image);
    const { message, headers } = modern('tools/call', { name: 'Read', arguments: { file_path: tree.path('a.png') } });
    const sent = { ...headers, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const request = httpRequest(server.url, { method: 'POST', headers: sent, agent: false });
    request.end(JSON.stringify(message));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    server.process.kill('SIGTERM');
    const late = async () => (await sendModern(server.url, modern('tools/list'), { token })).status;
    await expect.poll(late, { timeout: 20_000 }).toBe(503);
    for (let turn = 0; turn < 50; turn += 1) expect(await late()).toBe(503);
    let bytes = 0;
    for await (const chunk of response) bytes += chunk.length;
    expect(bytes).toBe(Number(response.headers['content-length']));
    expect(bytes).toBeGreaterThan(image.length);
    expect(await server.ended).toEqual({ code: 0 });
  });

  it('ends at once where it is told twice', async () => {
    await using tree = await openTree();
    await using server = await startOwned(['--workdir', tree.root]);
    server.process.kill('SIGTERM');
    await expect.poll(() => server.log).toContain('Ending');
    server.process.kill('SIGTERM');
    expect(await server.ended).toEqual({ code: 1 });
  });
});

describe('what a server tells', () => {
  it('of a call is one line without what it was about', async () => {
    await using tree = await openTree();
    writeFileSync(tree.path('secret-name.txt'), 'secret content\n');
    await using server = await startOwned(['--workdir', tree.root, '--metrics', '127.0.0.1:0']);
    const session = await openSession(server.url, token, 'claude-code');
    await send(server.url, call('Read', { file_path: tree.path('secret-name.txt') }), { token, session });
    await send(server.url, call('No\nsuch tool', {}, 'id\n{"forged":true}'), { token, session });
    await expect.poll(() => server.log.match(/"tool"/g)?.length).toBe(2);
    const lines = server.log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const [metrics, known, unknown] = lines;
    expect(known).toMatchObject({ level: 'info', request: '2', principal: 'owner', tool: 'Read', code: 'OK' });
    expect(unknown).toMatchObject({ tool: 'No\nsuch tool', code: 'INVALID_ARGUMENT' });
    expect(server.log).not.toMatch(/secret|Bearer/);
    expect(server.log).not.toContain(token);
    const text = await (await fetch(metrics.url)).text();
    expect(text).toMatch(/^dragoman_calls_total\{tool="Read",code="OK"\} 1$/m);
    expect(text).toMatch(/^dragoman_calls_total\{tool="unknown",code="INVALID_ARGUMENT"\} 1$/m);
    expect(text).toMatch(/^dragoman_sessions 1$/m);
    expect(text).toMatch(/# EOF\n$/);
  });
});
