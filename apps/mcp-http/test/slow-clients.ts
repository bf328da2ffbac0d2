import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { openTree } from '@dragoman/testing';
import { expect, type TestContext } from 'vitest';
import { newToken, sha256, startHttp } from './http-process.ts';
import { modern, sendModern } from './messages.ts';

export const MB = 1024 * 1024;
export const tokens = { ann: newToken(), ben: newToken() };

/** A server of two principals, of whom `ann` is the one that misbehaves. */
export async function openServer(args: readonly string[] = []) {
  const tree = await openTree({ 'ann/a.txt': 'of ann\n', 'ben/a.txt': 'of ben\n' });
  const names = ['ann', 'ben'] as const;
  const principals = names.map((name) => ({ name, tokenSha256: sha256(tokens[name]), roots: [tree.path(name)] }));
  writeFileSync(tree.path('principals.json'), JSON.stringify({ principals }));
  const files = ['--principals', tree.path('principals.json'), '--allow-dir', tree.root];
  const server = await startHttp({ args: [...files, '--dialect', 'claude-code', ...args] });
  return {
    tree,
    server,
    url: server.url,
    read: (name: 'ann' | 'ben', file = 'a.txt') => {
      const read = modern('tools/call', { name: 'Read', arguments: { file_path: tree.path(name, file) } });
      return sendModern(server.url, read, { token: tokens[name] });
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await tree[Symbol.asyncDispose]();
    },
  };
}

type At = Awaited<ReturnType<typeof openServer>>;

/** Checks that the other principal is served. */
export async function expectServed(at: At): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1)
    expect((await at.read('ben')).body.result.content[0].text).toContain('of ben');
}

/** Writes a text one character after the other, until the connection is closed. */
export function trickle(socket: Socket, text: string): void {
  let at = 0;
  const timer = setInterval(() => socket.write(text[at++ % text.length] ?? ''), 50);
  socket.resume().on('close', () => clearInterval(timer));
}

/** The first lines of a request. */
export const HEAD = ['POST /mcp HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];

/** Asks for a file, and reads nothing. */
export function asks(at: At, name: 'ann' | 'ben', file: string) {
  const args = { file_path: at.tree.path(name, file) };
  const { message, headers } = modern('tools/call', { name: 'Read', arguments: args });
  const body = JSON.stringify(message);
  const all = { ...headers, authorization: `Bearer ${tokens[name]}`, 'content-length': String(body.length) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return (socket: Socket) => socket.pause().write(`${[...HEAD, ...lines].join('\r\n')}\r\n\r\n${body}`);
}

/** Skips a test of memory or descriptors where no system tells of them. */
export function skipWithoutProc({ skip }: Pick<TestContext, 'skip'>): void {
  if (process.platform !== 'linux') skip('only Linux tells what memory a process takes');
}
