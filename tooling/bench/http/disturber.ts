import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import process from 'node:process';
import { initialize, legacyCall, modernCall, openClient } from './http-client.ts';
import { idleConnections } from './http-memory.ts';
import { WITH_TOKEN } from './http-servers.ts';

// Does to a server what its other clients should not notice, until it is killed.
const [kind = '', url = '', path = ''] = process.argv.slice(2);
const client = openClient(url, 8);

const eachMillisecond = (ask: (count: number) => Promise<unknown>): void => {
  let count = 0;
  setInterval(() => void ask(count++).catch(() => {}), 1);
};

const KINDS: Readonly<Record<string, () => unknown>> = {
  'wrong tokens': () => eachMillisecond((count) => client.ask(initialize({ authorization: `Bearer wrong-${count}` }))),
  'forged session ids': () =>
    eachMillisecond((count) =>
      client.ask(legacyCall('view', {}, { ...WITH_TOKEN, 'mcp-session-id': `v1.${count}.AAAA` })),
    ),
  'slow headers': () => connections(500, slowly),
  'idle connections': () => idleConnections(url, 5000),
  'unread answers': () => connections(50, (socket) => socket.pause().write(bytesOf(path))),
  'bodies of 64 MB': () => Promise.all([upload(), upload()]),
};

function connections(count: number, begin: (socket: ReturnType<typeof connect>) => unknown): void {
  const { hostname, port } = new URL(url);
  for (let index = 0; index < count; index += 1) {
    const socket = connect(Number(port), hostname, () => begin(socket));
    socket.on('error', () => {});
  }
}

function slowly(socket: ReturnType<typeof connect>): void {
  const text = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(10_000)}`;
  let at = 0;
  setInterval(() => socket.write(text[at++] ?? 'x'), 100);
}

function bytesOf(file: string): string {
  const { message, headers } = modernCall('view', { path: file }, WITH_TOKEN);
  const body = JSON.stringify(message);
  const all = { host: 'localhost', 'content-type': 'application/json', 'content-length': `${body.length}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `POST /mcp HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

const CHUNK = Buffer.alloc(1024 * 1024, ' ');

/** Without end: each is refused before it is over. */
function upload(): void {
  const headers = { ...WITH_TOKEN, 'content-type': 'application/json' };
  const request = httpRequest(url, { method: 'POST', agent: false, headers }, (response) => response.resume());
  request.on('error', () => {}).on('close', () => setTimeout(upload, 100));
  let left = 64;
  const more = (): void => {
    while (left-- > 0) if (!request.write(CHUNK)) return void request.once('drain', more);
    request.end();
  };
  more();
}

await KINDS[kind]?.();
process.stdout.write('begun\n');
