import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { makeLines } from '../inputs.ts';
import { HAS_PROC } from '../peak-memory.ts';
import type { Scenario, Scope, Side } from '../scenario.ts';
import { sessionOf } from './http-calls.ts';
import { legacyCall, openClient, resultIn } from './http-client.ts';
import { type HttpServer, startBareHttp, startDragomanHttp, WITH_TOKEN } from './http-servers.ts';

const WIDTH = 32;

/** Opens sessions, in each of which ten lines of one file are read. */
async function openSessions(scope: Scope, server: HttpServer, count: number): Promise<void> {
  const path = makeLines(scope, 'lines', 70_000);
  using client = openClient(server.url, WIDTH);
  let left = count;
  const worker = async (): Promise<void> => {
    while (left-- > 0) {
      const session = await sessionOf(client, WITH_TOKEN);
      const headers = { ...WITH_TOKEN, 'mcp-session-id': session };
      resultIn(await client.ask(legacyCall('view', { path, view_range: [1001, 1010] }, headers)));
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
}

const heapOf =
  (count: number): Side =>
  async (scope) => {
    const server = await startDragomanHttp(scope, { isProbed: true });
    await openSessions(scope, server, 100);
    return async () => {
      const before = await server.heap();
      await openSessions(scope, server, count);
      return (await server.heap()) - before;
    };
  };

const residentOf =
  (count: number): Side =>
  async (scope) => {
    const server = await startDragomanHttp(scope);
    await openSessions(scope, server, 1);
    return async () => {
      const before = resident(server.pid);
      await openSessions(scope, server, count);
      return resident(server.pid) - before;
    };
  };

const IDLE = 10_000;

/** What a server holds more for connections on which nothing is asked any more. */
const residentOfIdle =
  (start: (scope: Scope) => Promise<HttpServer>): Side =>
  async (scope) => {
    const server = await start(scope);
    return async () => {
      const before = resident(server.pid);
      const sockets = await idleConnections(server.url, IDLE);
      const after = resident(server.pid);
      for (const socket of sockets) socket.destroy();
      return after - before;
    };
  };

const REQUEST = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Each has been answered once. */
export async function idleConnections(url: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const open = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(REQUEST));
      socket.on('error', reject).once('data', () => resolve(socket.resume()));
    });
  const sockets: Socket[] = [];
  while (sockets.length < count) sockets.push(...(await Promise.all(Array.from({ length: 100 }, open))));
  return sockets;
}

/** In MB. */
function resident(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
  return Number(kibibytes) / 1024;
}

const ONCE = { unit: 'MB', rounds: 1, warmUps: 0 } as const;
const bound =
  (megabytes: number): Side =>
  () =>
  () =>
    megabytes;

const scenarios: readonly Scenario[] = [
  {
    ...{ name: 'heap of 1,000 sessions, one read each', against: '25 KB a session', target: 1, ...ONCE },
    ...{ reference: bound((1000 * 25) / 1024), subject: heapOf(1000) },
  },
  {
    ...{ name: '10,000 sessions, one read each, over idle', against: 'what is held to be enough', target: 1, ...ONCE },
    ...{ reference: bound(350), subject: residentOf(10_000) },
  },
  {
    ...{ name: '10,000 idle connections', against: 'bare node:http', target: 1.2, ...ONCE },
    ...{ reference: residentOfIdle(startBareHttp), subject: residentOfIdle(startDragomanHttp) },
  },
];

/** None where the system does not tell what memory a process takes. */
export const httpMemory: readonly Scenario[] = HAS_PROC ? scenarios : [];
