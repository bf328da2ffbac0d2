import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { newToken, OWNER_TOKEN, runHttp, sha256, startHttp, startOwned } from './http-process.ts';
import { call, initialize, modern, openSession, send, sendModern } from './messages.ts';
import { bytesFor } from './raw-request.ts';

const token = OWNER_TOKEN;

/** A server whose only principal has a quota. */
async function startLimited(root: string, quota: object, args: readonly string[] = []) {
  const own = newToken();
  const file = `${root}/principals.json`;
  writeFileSync(
    file,
    JSON.stringify({ principals: [{ name: 'ann', tokenSha256: sha256(own), roots: [root], quota }] }),
  );
  return { own, server: await startHttp({ args: ['--principals', file, '--workdir', root, ...args] }) };
}

describe('a call whose name is no text', () => {
  const names = {
    'an object': {},
    'an object that is no text either': { toString: 1 },
    'a list': [[[]]],
    nothing: null,
  };

  it.each(Object.entries(names))('but %s, is refused and holds no place', async (_, name) => {
    await using tree = await openTree({ 'a.txt': 'hello\n' });
    const quota = { concurrentCalls: 1 };
    const { own, server } = await startLimited(tree.root, quota, ['--metrics', '127.0.0.1:0']);
    await using _server = server;
    const odd = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: {} } };
    const session = await openSession(server.url, own);
    const { message, headers } = modern('tools/call', { name, arguments: {} });
    for (const answer of [
      await send(server.url, odd, { token: own, session }),
      await send(server.url, message, { token: own, headers }),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.body.error).toEqual({ code: -32602, message: 'params.name must be a string' });
    }
    const read = call('Read', { file_path: tree.path('a.txt') });
    expect((await send(server.url, read, { token: own, session })).body.result.content[0].text).toContain('hello');
  });

  it('or is the name of no tool, is counted as unknown', async () => {
    await using tree = await openTree();
    await using server = await startOwned(['--workdir', tree.root, '--metrics', '127.0.0.1:0']);
    for (const name of ['evil-label', '']) await sendModern(server.url, modern('tools/call', { name }), { token });
    await send(server.url, modern('tools/call', { name: 7 }).message, { token, headers: modern('tools/call').headers });
    const text = await (await fetch(/"url":"([^"]+)"/.exec(server.log)?.[1] ?? '')).text();
    const labels = new Set([...text.matchAll(/^dragoman_call\S*\{tool="([^"]*)"/gm)].map(([, tool]) => tool));
    expect(labels).toEqual(new Set(['unknown']));
  });
});

it('a write in a body without a length counts in what may be written', async () => {
  await using tree = await openTree({ 'a.txt': 'x\n' });
  const { own, server } = await startLimited(tree.root, { bytesWrittenPerDay: '1KB' });
  await using _server = server;
  const session = await openSession(server.url, own);
  await send(server.url, call('Read', { file_path: tree.path('a.txt') }), { token: own, session });
  const edit = { file_path: tree.path('a.txt'), old_string: 'x', new_string: 'y'.repeat(2000) };
  const chunked = async (message: unknown) => {
    const headers = { authorization: `Bearer ${own}`, 'mcp-session-id': session, 'content-type': 'application/json' };
    const body = new Blob([JSON.stringify(message)]).stream();
    return await fetch(server.url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
  };
  expect((await chunked(call('Edit', edit))).status).toBe(200);
  const again = await chunked(call('Edit', { ...edit, old_string: 'yy', new_string: 'z', replace_all: true }));
  expect(again.status).toBe(429);
  expect(await again.json()).toMatchObject({ error: { message: '1024 bytes a day may be written' } });
});

describe('a request that expects something', () => {
  const request = (lines: readonly string[], body = ''): string =>
    ['POST /mcp HTTP/1.1', 'Content-Type: application/json', 'Connection: close', ...lines, '', body].join('\r\n');

  it('is not asked for its body before its host, its page and its token are known', async () => {
    await using tree = await openTree();
    await using server = await startOwned(['--workdir', tree.root]);
    const expecting = ['Expect: 100-continue', 'Content-Length: 20'];
    const refused: [string, string[]][] = [
      ['403', ['Host: evil.test']],
      ['403', ['Host: localhost', 'Origin: http://evil.test']],
      ['401', ['Host: localhost']],
      ['403', ['Host: evil.test', 'Expect: the-moon']],
    ];
    for (const [status, lines] of refused)
      expect(await bytesFor(server.url, request([...lines, ...expecting]))).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const large = ['Host: localhost', `Authorization: Bearer ${token}`, 'Content-Length: 99000000'];
    expect(await bytesFor(server.url, request([...large, 'Expect: 100-continue']))).toMatch(/^HTTP\/1.1 413 /);
  });

  it('is asked for it, and served', async () => {
    await using tree = await openTree();
    await using server = await startOwned(['--workdir', tree.root]);
    const lines = ['Host: localhost', `Authorization: Bearer ${token}`, 'Expect: 100-continue'];
    const body = JSON.stringify(initialize());
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname).setEncoding('utf8');
    socket.write(request([...lines, `Content-Length: ${body.length}`]));
    expect(String(await once(socket, 'data'))).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(body);
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
  });
});

it('a notification whose method is not the one in its header is refused', async () => {
  await using tree = await openTree();
  await using server = await startOwned(['--workdir', tree.root]);
  const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  const version = { 'mcp-protocol-version': '2026-07-28' };
  const told = async (headers: Record<string, string>) => {
    const { status, body } = await send(server.url, message, { token, headers: { ...version, ...headers } });
    return [status, body?.error.code];
  };
  expect(await told({ 'mcp-method': 'notifications/cancelled' })).toEqual([202, undefined]);
  expect(await told({ 'mcp-method': 'tools/call' })).toEqual([400, -32020]);
  expect(await told({})).toEqual([400, -32020]);
});

describe('a start', () => {
  it.each([[[]], [['--workers', '2']]])('ends if an address is taken (%j)', async (more) => {
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const taken = `127.0.0.1:${(other.address() as AddressInfo).port}`;
    for (const args of [
      ['--listen', '127.0.0.1:0', '--metrics', taken],
      ['--listen', taken],
    ]) {
      const { code, output, log } = await runHttp(['--no-auth', ...more, ...args]);
      expect({ code, output }).toEqual({ code: 2, output: '' });
      expect(log).toContain(`Cannot listen on ${taken}: `);
    }
    other.close();
  });

  it.each(['/healthz', '/readyz', '/.well-known/oauth-protected-resource'])(
    'refuses an endpoint at %s',
    async (path) => {
      const { code, log } = await runHttp(['--no-auth', '--path', path]);
      expect(code).toBe(2);
      expect(log).toBe(
        `dragoman-http: --path ${path}: something else is served there; take another path, such as /mcp\n`,
      );
    },
  );
});
