import { openTree, type TemporaryTree } from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpProcess, startOwned, OWNER_TOKEN as token } from './http-process.ts';
import { initialize, modern, send, sendModern } from './messages.ts';
import { bytesFor } from './raw-request.ts';

let tree: TemporaryTree;
let server: HttpProcess;

beforeAll(async () => {
  tree = await openTree({ 'a.txt': 'hello\n' });
  server = await startOwned(['--workdir', tree.root]);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await tree[Symbol.asyncDispose]();
});

const body = JSON.stringify(initialize());
const head = ['POST /mcp HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
const authorization = `Authorization: Bearer ${token}`;
const statuses = (text: string): string[] => [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status = '']) => status);

const size = body.length.toString(16);
const chunks = `${size}\r\n${body}\r\n0\r\n\r\n`;
const chunked = [...head, authorization, 'Transfer-Encoding: chunked', '', ''].join('\r\n');
const whole = [...head, authorization, `Content-Length: ${body.length}`, '', body];

/** Requests that a server behind a proxy must not take for two, or for another than the proxy saw. */
const SHAPES: Readonly<Record<string, string>> = {
  'two lengths': [...head, authorization, `Content-Length: ${body.length}`, 'Content-Length: 5', '', body].join('\r\n'),
  'a length and chunks': [
    ...head,
    authorization,
    'Content-Length: 5',
    'Transfer-Encoding: chunked',
    '',
    '0',
    '',
    '',
  ].join('\r\n'),
  'chunks by another name': [...head, authorization, 'Transfer-Encoding: xchunked', '', '0', '', ''].join('\r\n'),
  'chunks twice': [...head, authorization, 'Transfer-Encoding: chunked, identity', '', '0', '', ''].join('\r\n'),
  'a space before the colon': [...head, authorization, `Content-Length : ${body.length}`, '', body].join('\r\n'),
  'a folded header': [...head, 'X-A: b', ` ${authorization}`, `Content-Length: ${body.length}`, '', body].join('\r\n'),
  'two hosts': [...head, 'Host: evil.test', authorization, `Content-Length: ${body.length}`, '', body].join('\r\n'),
  'two tokens': [...head, 'Authorization: Bearer x', authorization, `Content-Length: ${body.length}`, '', body].join(
    '\r\n',
  ),
  'a length that is none': [...head, authorization, 'Content-Length: +5', '', body].join('\r\n'),
  'a list of lengths': [...head, authorization, `Content-Length: ${body.length}, ${body.length}`, '', body].join(
    '\r\n',
  ),
  'bare line feeds': whole.join('\n'),
  'a bare line feed after a header': `${[...head, authorization].join('\r\n')}\n${whole.slice(-3).join('\r\n')}`,
  'a bare carriage return': `${[...head, authorization].join('\r\n')}\r${whole.slice(-3).join('\r\n')}`,
  'bare line feeds after the headers': `${whole.slice(0, -2).join('\r\n')}\n\n${body}`,
  'a bare line feed after the size of a chunk': chunked + chunks.replace('\r\n', '\n'),
  'a bare line feed after a chunk': chunked + chunks.replace('}\r\n0', '}\n0'),
  'a size of a chunk that is none': `${chunked}+${chunks}`,
  'a size of a chunk with a prefix': `${chunked}0x${chunks}`,
  'chunks in a version without them': chunked.replace('HTTP/1.1', 'HTTP/1.0') + chunks,
  'a control character before the encoding': chunked.replace(': chunked', ':\x0bchunked') + chunks,
  'a NUL in a header': [...head, 'X-A: a\0b', ...whole.slice(-4)].join('\r\n'),
  'no host': [head[0], authorization, `Content-Length: ${body.length}`, '', body].join('\r\n'),
  'a whole URL of another': [
    `POST http://evil.test/mcp HTTP/1.1`,
    ...head.slice(1),
    authorization,
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n'),
};

describe('a request that may be read in two ways', () => {
  it.each(Object.entries(SHAPES))('with %s is not served', async (_, bytes) => {
    const answered = statuses(await bytesFor(server.url, bytes));
    expect(answered.length).toBeLessThanOrEqual(1);
    for (const status of answered) expect(status).toMatch(/^4/);
  });
});

describe('the body of a request that is refused', () => {
  const other = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const rest = [`Content-Length: ${other.length}`, '', other];
  it.each<[string, number, readonly string[]]>([
    ['by its token', 401, [...head, ...rest]],
    ['by its type', 415, ['POST /mcp HTTP/1.1', 'Host: localhost', authorization, ...rest]],
    ['by its name', 403, ['POST /mcp HTTP/1.1', 'Host: evil.test', ...rest]],
    ['by its path', 404, ['POST /elsewhere HTTP/1.1', 'Host: localhost', ...rest]],
    ['by its method', 405, ['PUT /mcp HTTP/1.1', 'Host: localhost', ...rest]],
  ])('%s is no request of its own', async (_, status, lines) => {
    expect(statuses(await bytesFor(server.url, lines.join('\r\n')))).toEqual([String(status)]);
  });

  it('in the shapes that are served, by contrast, is read', async () => {
    for (const bytes of [whole.join('\r\n'), chunked + chunks])
      expect(statuses(await bytesFor(server.url, bytes))).toEqual(['200']);
  });
});

describe('a message that is made to harm', () => {
  it('as deep as it is long is answered', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const text = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"a":${deep}}}`;
    expect((await send(server.url, text, { token })).status).toBeLessThan(500);
    const request = modern('tools/call', { name: 'Read', arguments: {} });
    const message = JSON.stringify(request.message).replace('"arguments":{}', `"arguments":{"file_path":${deep}}`);
    const answer = await send(server.url, message, { token, headers: request.headers });
    expect(answer.body.result.isError).toBe(true);
  });

  it('that names what objects inherit reaches nothing', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const request = modern('tools/call', { name, arguments: JSON.parse('{"__proto__":{"polluted":true}}') });
      const { body: answer } = await sendModern(server.url, request, { token });
      expect(answer.result._meta['dragoman/error'].code).toBe('INVALID_ARGUMENT');
      const unknown = await sendModern(server.url, modern(name), { token });
      expect([unknown.status, unknown.body.error.code]).toEqual([404, -32601]);
    }
  });

  it('a thousand times with a wrong token, costs the others nothing that they notice', async () => {
    for (let count = 0; count < 1000; count += 50) {
      const wrong = Array.from({ length: 50 }, (_, index) =>
        send(server.url, initialize(), { token: `wrong-${count + index}` }),
      );
      expect((await Promise.all(wrong)).every(({ status }) => status === 401)).toBe(true);
    }
    expect((await send(server.url, initialize(), { token })).status).toBe(200);
  });
});
