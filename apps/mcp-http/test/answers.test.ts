import { openTree, type TemporaryTree } from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpProcess, OWNER_TOKEN, startOwned } from './http-process.ts';
import { answeredBy, call, initialize, modern, openSession, send, sendModern } from './messages.ts';
import { raw } from './raw-request.ts';

let tree: TemporaryTree;
let server: HttpProcess;
const token = OWNER_TOKEN;

beforeAll(async () => {
  tree = await openTree({ 'a.txt': 'hello\n' });
  server = await startOwned([
    ...['--require-read', 'always'],
    '--workdir',
    tree.root,
    '--max-message-size',
    '64KB',
    '--allow-origin',
    'https://app.test',
  ]);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await tree[Symbol.asyncDispose]();
});

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const error = (code: number, message: string, id: unknown = null) => ({ jsonrpc: '2.0', error: { code, message }, id });

describe('a request that is not served', () => {
  const challenge = (rest: string): string =>
    `Bearer resource_metadata="${new URL(server.url).origin}/.well-known/oauth-protected-resource/mcp", scope="files:read"${rest}`;

  it('without a token is told where tokens come from', async () => {
    const { status, headers, body } = await send(server.url, list);
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe(challenge(''));
    expect(body).toEqual(error(-32000, 'A bearer token is needed'));
  });

  it.each([
    ['wrong', 'Bearer wrong'],
    ['nearly right', `Bearer ${token}x`],
    ['cut', `Bearer ${token.slice(1)}`],
    ['no text that a token may be', 'Bearer a b'],
    ['a token without a signature', 'Bearer eyJhbGciOiJub25lIn0.eyJpc3MiOiJ4In0.'],
  ])('with a token that is %s is told nothing about it', async (_, authorization) => {
    const { status, headers, body } = await send(server.url, list, { headers: { authorization } });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe(challenge(', error="invalid_token"'));
    expect(body).toEqual(error(-32000, 'The token is not valid here'));
  });

  it('finds a token nowhere but in its header', async () => {
    const { status } = await send(`${server.url}?access_token=${token}`, list);
    expect(status).toBe(401);
  });

  it.each([
    ['another name', { host: 'evil.test' }, 'Host not allowed'],
    ['a name that begins well', { host: 'localhost.evil.test' }, 'Host not allowed'],
    ['a page that is not allowed', { origin: 'http://evil.test' }, 'Origin not allowed'],
    ['a page without an origin', { origin: 'null' }, 'Origin not allowed'],
  ])('by %s is refused before its token is looked at', async (_, headers, message) => {
    for (const path of ['/mcp', '/healthz', '/.well-known/oauth-protected-resource']) {
      const answer = await raw(server.url, {
        method: 'POST',
        path,
        headers: { host: 'localhost', ...headers },
        body: '{}',
      });
      expect(answer).toMatchObject({ status: 403 });
      expect(JSON.parse(answer.body)).toEqual(error(-32000, message));
    }
  });

  it.each(['GET', 'PUT', 'PATCH', 'HEAD'])('by %s is refused with what there is', async (method) => {
    const response = await fetch(server.url, { method, headers: { authorization: `Bearer ${token}` } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, DELETE']);
    const headers = { 'mcp-protocol-version': '2026-07-28' };
    expect((await fetch(server.url, { method: 'DELETE', headers })).headers.get('allow')).toBe('POST');
  });

  it.each<[string, number, unknown, string, Record<string, string>]>([
    ['text', 415, error(-32000, 'Content-Type must be application/json'), '{}', { 'content-type': 'text/plain' }],
    [
      'a form',
      415,
      error(-32000, 'Content-Type must be application/json'),
      'a=1',
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['no JSON', 400, error(-32700, 'Parse error'), '{"jsonrpc":', {}],
    ['no UTF-8', 400, error(-32700, 'Parse error'), '\xff', {}],
    ['a batch', 400, error(-32600, 'Batches are not supported'), JSON.stringify([list]), {}],
    ['no session', 400, error(-32000, 'Mcp-Session-Id header is required', 1), JSON.stringify(list), {}],
    [
      'an unknown session',
      404,
      error(-32001, 'Session not found', 1),
      JSON.stringify(list),
      { 'mcp-session-id': 'v1.e30.AAAA' },
    ],
  ])('with %s is told so', async (_, status, expected, text, headers) => {
    const body = Buffer.from(text, 'latin1');
    const all = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers };
    const answer = await answeredBy(await fetch(server.url, { method: 'POST', headers: all, body }));
    expect([answer.status, answer.body]).toEqual([status, expected]);
  });

  it('that is too large is told how large it was, and the server lives', async () => {
    const size = 1024 * 1024;
    const headers = { host: 'localhost', authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await raw(server.url, { method: 'POST', path: '/mcp', headers, body: ' '.repeat(size) });
    expect(answer.status).toBe(413);
    expect(answer.headers.connection).toBe('close');
    const message = `Message of ${size} bytes is over the limit of 65536 (--max-message-size)`;
    expect(JSON.parse(answer.body)).toEqual(error(-32600, message));
    expect((await send(server.url, initialize(), { token })).status).toBe(200);
  });

  it('elsewhere finds nothing', async () => {
    const response = await fetch(new URL('/elsewhere', server.url));
    expect([response.status, await response.text()]).toEqual([404, '']);
  });
});

describe('what comes first', () => {
  it('is the page that asks, then the name that is asked for', async () => {
    const headers = { host: 'evil.test', origin: 'http://evil.test', 'content-type': 'application/json' };
    const both = await raw(server.url, { method: 'POST', path: '/mcp', headers, body: '{}' });
    expect([both.status, JSON.parse(both.body).error.message]).toEqual([403, 'Origin not allowed']);
  });
});

describe('documents', () => {
  it.each(['', '/mcp'])('the metadata of the resource lies at its well-known path%s', async (path) => {
    const response = await fetch(new URL(`/.well-known/oauth-protected-resource${path}`, server.url));
    expect(await response.json()).toEqual({
      resource: server.url,
      authorization_servers: [],
      scopes_supported: ['files:read', 'files:write', 'shell:run'],
      bearer_methods_supported: ['header'],
      resource_name: 'Dragoman',
    });
  });

  it.each(['/healthz', '/readyz'])('%s answers', async (path) => {
    const { status, headers } = await fetch(new URL(path, server.url));
    // Longer than balancers keep a connection that nobody uses.
    expect([status, headers.get('keep-alive')]).toEqual([200, 'timeout=75']);
  });

  it('a page that is allowed may call, and see what it needs', async () => {
    const headers = { origin: 'https://app.test', 'access-control-request-method': 'POST' };
    const preflight = await fetch(server.url, { method: 'OPTIONS', headers });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, 'https://app.test']);
    const answer = await send(server.url, initialize(), { token, headers: { origin: 'https://app.test' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.test');
    expect(answer.headers.get('access-control-expose-headers')).toContain('Mcp-Session-Id');
    const metadata = new URL('/.well-known/oauth-protected-resource/mcp', server.url);
    expect((await fetch(metadata, { method: 'OPTIONS', headers })).status).toBe(204);
  });
});

describe('revisions with a handshake', () => {
  it('keep a session from its beginning to its end', async () => {
    const session = await openSession(server.url, token, 'claude-code');
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect((await send(server.url, initialized, { token, session })).status).toBe(202);
    const { body } = await send(server.url, call('Read', { file_path: tree.path('a.txt') }), { token, session });
    expect(body.result.content[0].text).toContain('hello');
    const unknown = await send(server.url, { jsonrpc: '2.0', id: 3, method: 'nothing/like-it' }, { token, session });
    expect([unknown.status, unknown.body.error.code]).toEqual([200, -32601]);
    const headers = { authorization: `Bearer ${token}`, 'mcp-session-id': session };
    expect((await fetch(server.url, { method: 'DELETE', headers })).ok).toBe(true);
    expect((await fetch(server.url, { method: 'DELETE', headers })).status).toBe(404);
    expect((await send(server.url, list, { token, session })).status).toBe(404);
  });

  it('refuse a revision in the header that is none', async () => {
    const session = await openSession(server.url, token);
    const headers = { 'mcp-protocol-version': '1999-01-01' };
    expect((await send(server.url, list, { token, session, headers })).status).toBe(400);
    expect((await send(server.url, initialize(), { token, headers })).status).toBe(400);
  });
});

describe('the revision without a handshake', () => {
  it('discovers, lists and calls', async () => {
    const found = await sendModern(server.url, modern('server/discover'), { token });
    expect(found.body.result).toMatchObject({ resultType: 'complete', supportedVersions: ['2026-07-28'] });
    const { body } = await sendModern(server.url, modern('tools/list'), { token });
    expect(body.result).toMatchObject({ resultType: 'complete', cacheScope: 'private' });
    const request = modern('tools/call', { name: 'Read', arguments: { file_path: tree.path('a.txt') } });
    const answer = await sendModern(server.url, request, { token });
    expect(answer.body.result.content[0].text).toContain('hello');
  });

  it.each<[string, number, number, Record<string, string | undefined>]>([
    ['no method', 400, -32020, { 'mcp-method': undefined }],
    ['another method', 400, -32020, { 'mcp-method': 'tools/call' }],
    ['no revision', 400, -32020, { 'mcp-protocol-version': undefined }],
    ['another revision', 400, -32020, { 'mcp-protocol-version': '2025-11-25' }],
  ])('refuses headers that name %s', async (_, status, code, changed) => {
    const request = modern('tools/list');
    const headers = Object.fromEntries(
      Object.entries({ ...request.headers, ...changed }).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    );
    const answer = await send(server.url, request.message, { token, headers });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  it.each([
    ['another', 'Write', false],
    ['none', undefined, false],
    ['the same, as base64', '=?base64?UmVhZA==?=', true],
    ['base64 that is none', '=?base64?UmVhZA?=', false],
  ])('compares the name of the tool: %s', async (_, name, isServed) => {
    const request = modern('tools/call', { name: 'Read', arguments: { file_path: tree.path('a.txt') } });
    const { 'mcp-name': __, ...headers } = request.headers;
    const answer = await send(server.url, request.message, {
      token,
      headers: { ...headers, ...(name && { 'mcp-name': name }) },
    });
    expect([answer.status, answer.body.error?.code]).toEqual(isServed ? [200, undefined] : [400, -32020]);
  });

  it('says which revisions there are, and which methods are none', async () => {
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2030-01-01' };
    const request = modern('tools/list', {}, { meta });
    const newer = await sendModern(server.url, request, { token, headers: { 'mcp-protocol-version': '2030-01-01' } });
    expect([newer.status, newer.body.error.code, newer.body.error.data.supported]).toEqual([
      400,
      -32022,
      ['2026-07-28'],
    ]);
    const unknown = await sendModern(server.url, modern('nothing/like-it'), { token });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, -32601]);
  });

  it('keeps state by name, where a name is given', async () => {
    const path = tree.path('new.txt');
    const write = (content: string) => modern('tools/call', { name: 'Write', arguments: { file_path: path, content } });
    const read = modern('tools/call', { name: 'Read', arguments: { file_path: path } });
    const as = (name: string) => ({ token, headers: { 'dragoman-session': name } });
    await sendModern(server.url, write('1\n'), as('one'));
    const refused = await sendModern(server.url, write('2\n'), as('two'));
    expect(refused.body.result._meta['dragoman/error'].code).toBe('NOT_READ');
    await sendModern(server.url, read, as('two'));
    expect((await sendModern(server.url, write('2\n'), as('two'))).body.result.isError).toBeUndefined();
    expect((await sendModern(server.url, read, as('no such/name'))).status).toBe(400);
    const named = (name: unknown) => {
      const params = { name: 'Write', arguments: { file_path: path, content: '3\n' } };
      return modern('tools/call', params, { meta: { 'dragoman/session': name } });
    };
    expect((await sendModern(server.url, named('three'), { token })).body.result.isError).toBe(true);
    expect((await sendModern(server.url, named('two'), { token })).body.result.isError).toBeUndefined();
    const different = await sendModern(server.url, named('two'), as('one'));
    expect([different.status, different.body.error.code]).toEqual([400, -32020]);
    for (const name of ['x'.repeat(129), 2])
      expect((await sendModern(server.url, named(name), { token })).status).toBe(400);
  });
});
