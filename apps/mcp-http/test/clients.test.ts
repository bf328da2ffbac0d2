import { writeFileSync } from 'node:fs';
import { DIALECTS, openTree, plantTree, type TemporaryTree } from '@dragoman/testing';
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT, SAMPLE_CALLS } from '../../../docs/sample-calls.mjs';
import { type HttpProcess, newToken, sha256, startHttp } from './http-process.ts';

/** Members that both lines of the SDK have in common. */
interface AnyClient {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(call: {
    readonly name: string;
    readonly arguments: Record<string, unknown>;
  }): Promise<{ readonly [member: string]: unknown }>;
  close(): Promise<void>;
}

type Connect = (url: URL, token: string) => Promise<AnyClient>;

const who = { name: 'tour', version: '1' };
const withToken = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } });

const CLIENTS: Readonly<Record<string, Connect>> = {
  'the first line of the SDK': async (url, token) => {
    const client = new Client(who);
    // Its own type demands what an optional member may lack.
    await client.connect(new StreamableHTTPClientTransport(url, withToken(token)) as Transport);
    return client;
  },
  'the second line, by a handshake': async (url, token) => {
    const client = new NewClient(who);
    await client.connect(new NewTransport(url, withToken(token)));
    return client;
  },
  'the second line, by revision 2026-07-28': async (url, token) => {
    const client = new NewClient(who, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new NewTransport(url, withToken(token)));
    return client;
  },
};

const tokens = Object.fromEntries(DIALECTS.map((dialect) => [dialect, newToken()]));
let tree: TemporaryTree;
let server: HttpProcess;

beforeAll(async () => {
  tree = await openTree();
  const principals = DIALECTS.map((dialect) => {
    return { name: dialect, dialect, tokenSha256: sha256(tokens[dialect] ?? ''), roots: [tree.path(dialect)] };
  });
  for (const dialect of DIALECTS) plantTree(tree.path(dialect), PROJECT);
  writeFileSync(tree.path('principals.json'), JSON.stringify({ principals }));
  server = await startHttp({ args: ['--principals', tree.path('principals.json'), '--allow-dir', tree.root] });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await tree[Symbol.asyncDispose]();
});

const pairs = Object.keys(CLIENTS).flatMap((name) => DIALECTS.map((dialect) => ({ name, dialect })));

describe('a real client', () => {
  it.each(pairs)('$name, calls every tool of $dialect', async ({ name, dialect }) => {
    plantTree(tree.path(dialect), PROJECT);
    const client = (await CLIENTS[name]?.(new URL(server.url), tokens[dialect] ?? '')) as AnyClient;
    const { tools } = await client.listTools();
    const calls: Readonly<Record<string, readonly Record<string, unknown>[]>> = SAMPLE_CALLS[dialect](
      tree.path(dialect),
    );
    const offered = Object.entries(calls).filter(([tool]) => tools.some((each) => each.name === tool));
    expect(offered.length).toBeGreaterThan(0);
    for (const [tool, examples] of offered) {
      for (const example of examples) {
        const { content } = await client.callTool({ name: tool, arguments: example });
        expect(content).not.toEqual([]);
      }
    }
    await client.close();
  });
});
