import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { openTree } from '@dragoman/testing';
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { describe, expect, it } from 'vitest';
import { type HttpProcess, newToken, sha256, startHttp } from './http-process.ts';
import { modern, openSession, send, sendModern } from './messages.ts';

const uriOf = (path: string): string => pathToFileURL(path).href;

/** A server of two principals, one of whom has few calls. */
async function openServer(args: readonly string[] = []) {
  const tree = await openTree({ 'ann/a.txt': 'one\n', 'ann/.env': 'x', 'bob/b.txt': 'two\n' });
  const tokens = { ann: newToken(), bob: newToken() };
  const principals = [
    { name: 'ann', tokenSha256: sha256(tokens.ann), roots: [tree.path('ann')], deny: ['**/.env'] },
    { name: 'bob', tokenSha256: sha256(tokens.bob), roots: [tree.path('bob')], quota: { callsPerMinute: 2 } },
  ];
  writeFileSync(tree.path('p.json'), JSON.stringify({ principals }));
  const options = ['--principals', tree.path('p.json'), '--allow-dir', tree.root, '--log-level', 'info'];
  const server = await startHttp({ args: [...options, '--metrics', '127.0.0.1:0', ...args] });
  const ask = async (who: keyof typeof tokens, method: string, params: Record<string, unknown> = {}, headers = {}) => {
    const named = method === 'resources/read' ? { 'mcp-name': String(params.uri) } : {};
    const request = modern(method, params);
    return await sendModern(server.url, request, { token: tokens[who], headers: { ...named, ...headers } });
  };
  return {
    ...{ tree, tokens, server, ask },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await tree[Symbol.asyncDispose]();
    },
  };
}

const calls = ({ log }: HttpProcess) =>
  log.split('\n').flatMap((line) => (line.includes('"tool"') ? [JSON.parse(line)] : []));

describe.each([['one thread'], ['workers', '--workers', '2']])('resources over HTTP, in %s', (_, ...args) => {
  it('are those of the principal, in both eras', async () => {
    await using at = await openServer(args);
    const { tree, tokens, server, ask } = at;
    const read = (who: keyof typeof tokens, path: string) =>
      ask(who, 'resources/read', { uri: uriOf(tree.path(path)) });
    expect((await read('ann', 'ann/a.txt')).body.result.contents[0].text).toBe('one\n');
    const { body } = await ask('ann', 'resources/list');
    expect(body.result.resources.map(({ name }: { readonly name: string }) => name)).toEqual(['ann', 'a.txt']);
    for (const path of ['bob/b.txt', 'bob/none', 'ann/.env']) {
      const { status, body } = await read('ann', path);
      expect([path, status, body.error.code, body.error.data.code]).toEqual([path, 200, -32000, 'ACCESS_DENIED']);
    }
    const missing = { uri: uriOf(tree.path('ann/none')) };
    expect((await ask('ann', 'resources/read', missing)).body.error.code).toBe(-32602);
    const session = await openSession(server.url, tokens.ann);
    const legacy = async (method: string, params: object) =>
      (await send(server.url, { jsonrpc: '2.0', id: 2, method, params }, { token: tokens.ann, session })).body;
    expect((await legacy('resources/read', missing)).error).toMatchObject({
      code: -32002,
      message: `Resource not found: ${missing.uri}`,
      data: { uri: missing.uri, code: 'NOT_FOUND' },
    });
    const ref = { type: 'ref/resource', uri: 'file:///{+path}' };
    const completed = await legacy('completion/complete', { ref, argument: { name: 'path', value: '' } });
    expect(completed.result.completion.values).toEqual([`${tree.path('ann').slice(1)}/`]);
    const page = await legacy('resources/directory/read', { uri: uriOf(tree.path('ann')) });
    expect(page.result.resources).toHaveLength(1);
  });

  it('count as calls, and are told by their method alone', async () => {
    await using at = await openServer(args);
    const { tree, server, ask } = at;
    const uri = uriOf(tree.path('bob/b.txt'));
    expect((await ask('bob', 'resources/read', { uri })).status).toBe(200);
    await ask('bob', 'resources/read', { uri: uriOf(tree.path('ann/a.txt')) });
    expect((await ask('bob', 'resources/list')).status).toBe(429);
    await expect
      .poll(() => calls(server))
      .toMatchObject([
        { principal: 'bob', tool: 'resources/read', code: 'OK' },
        { principal: 'bob', tool: 'resources/read', code: 'ACCESS_DENIED' },
      ]);
    const metrics = await (await fetch(/"url":"([^"]+)"/.exec(server.log)?.[1] ?? '')).text();
    expect(metrics).toContain('dragoman_calls_total{tool="resources/read",code="OK"} 1\n');
    expect(metrics + server.log).not.toContain('b.txt');
  });
});

describe('headers of a request for a resource', () => {
  it('name its URI, which only a directory’s may leave out', async () => {
    await using at = await openServer();
    const { tree, ask } = at;
    const params = { uri: uriOf(tree.path('ann')) };
    const codeOf = async (method: string, headers: object) => {
      const { status, body } = await ask('ann', method, params, headers);
      return [status, body.error?.code];
    };
    const encoded = { 'mcp-name': `=?base64?${Buffer.from(params.uri).toString('base64')}?=` };
    expect(await codeOf('resources/read', encoded)).toEqual([200, undefined]);
    expect(await codeOf('resources/read', { 'mcp-name': 'file:///other' })).toEqual([400, -32020]);
    expect(await codeOf('resources/read', { 'mcp-name': '' })).toEqual([400, -32020]);
    expect(await codeOf('resources/directory/read', {})).toEqual([200, undefined]);
    expect(await codeOf('resources/directory/read', encoded)).toEqual([200, undefined]);
    expect(await codeOf('resources/directory/read', { 'mcp-name': 'file:///other' })).toEqual([400, -32020]);
  });
});

describe('a real client over HTTP', () => {
  it('lists, completes and reads, by both lines of the SDK', async () => {
    await using at = await openServer();
    const { tree, tokens, server } = at;
    const url = new URL(server.url);
    const withToken = { requestInit: { headers: { authorization: `Bearer ${tokens.ann}` } } };
    const who = { name: 'test', version: '1' };
    const first = new Client(who);
    await first.connect(new StreamableHTTPClientTransport(url, withToken) as Transport);
    const second = new NewClient(who, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await second.connect(new NewTransport(url, withToken));
    const ref = { type: 'ref/resource', uri: 'file:///{+path}' } as const;
    for (const client of [first, second as unknown as Client]) {
      const [, file] = (await client.listResources()).resources;
      expect((await client.readResource({ uri: file?.uri ?? '' })).contents).toMatchObject([{ text: 'one\n' }]);
      const { completion } = await client.complete({ ref, argument: { name: 'path', value: 'a' } });
      expect(completion.values).toEqual([tree.path('ann/a.txt').slice(1)]);
    }
    const { resources } = await new SkillsClient(second).readDirectory(uriOf(tree.path('ann')));
    expect(resources.map(({ name }) => name)).toEqual(['a.txt']);
    await first.close();
    await second.close();
  });
});
