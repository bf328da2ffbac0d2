import { cpuTime, cpuTimed } from '../cpu-time.ts';
import { makeLines } from '../inputs.ts';
import { quantile } from '../measure.ts';
import { startServer } from '../pipe-client.ts';
import type { Scenario, Scope, Side } from '../scenario.ts';
import { DRAGOMAN, initialized } from '../servers.ts';
import { timed } from '../timed.ts';
import {
  type Asking,
  type HttpClient,
  initialize,
  legacyCall,
  modernCall,
  openClient,
  resultIn,
} from './http-client.ts';
import { type HttpServer, startBareHttp, startDragomanHttp, startSdkHttp, WITH_TOKEN } from './http-servers.ts';
import { signedToken } from './signed-token.ts';

/** A server, and the call that is asked of it over some connections. */
type Open = (scope: Scope, connections: number) => Promise<{ readonly server: HttpServer; readonly call: Call }>;
type Call = () => Promise<string>;

function calling(scope: Scope, server: HttpServer, { connections, asking }: { connections: number; asking: Asking }) {
  const client = scope.use(openClient(server.url, connections));
  return { server, call: async () => resultIn(await client.ask(asking)) };
}

const view = (scope: Scope, headers = WITH_TOKEN): Asking =>
  modernCall('view', { path: makeLines(scope, 'lines', 70_000), view_range: [1001, 1010] }, headers);

export const tenLines: Open = async (scope, connections) => {
  const server = await startDragomanHttp(scope);
  return calling(scope, server, { connections, asking: view(scope) });
};

const tenLinesBySignedToken: Open = async (scope, connections) => {
  const { options, token } = signedToken(scope.directory);
  const server = await startDragomanHttp(scope, { options });
  return calling(scope, server, { connections, asking: view(scope, { authorization: `Bearer ${token}` }) });
};

const bare: Open = async (scope, connections) => {
  const server = await startBareHttp(scope);
  return calling(scope, server, { connections, asking: modernCall('nothing', {}) });
};

const sdkModern: Open = async (scope, connections) => {
  const server = await startSdkHttp(scope, 'modern');
  return calling(scope, server, { connections, asking: modernCall('nothing', {}) });
};

const sdkSession: Open = async (scope, connections) => {
  const server = await startSdkHttp(scope, 'sessions');
  const session = await sessionOf(scope.use(openClient(server.url, 1)));
  return calling(scope, server, { connections, asking: legacyCall('nothing', {}, { 'mcp-session-id': session }) });
};

export async function sessionOf(client: HttpClient, headers = {}): Promise<string> {
  const answer = await client.ask(initialize(headers));
  resultIn(answer);
  return answer.session;
}

/** The processor time that a call takes of the server, on all its threads. */
const processorTime =
  (open: Open, times = 500): Side =>
  async (scope) => {
    const { call, server } = await open(scope, 1);
    return cpuTimed(call, { clock: () => cpuTime(server.pid), times });
  };

const CALLS = 2000;

/** The time that 2,000 calls take, of which as many as there are connections wait for an answer. */
const together =
  (open: Open, connections: number): Side =>
  async (scope) => {
    const { call } = await open(scope, connections);
    return timed(() => atOnce(call, connections));
  };

/** The time that a share of these calls stays below. */
const below =
  (open: Open, { share, connections }: { readonly share: number; readonly connections: number }): Side =>
  async (scope) => {
    const { call } = await open(scope, connections);
    return async () => {
      const took: number[] = [];
      await atOnce(async () => {
        const start = performance.now();
        await call();
        took.push(performance.now() - start);
      }, connections);
      return quantile(took, share);
    };
  };

async function atOnce(call: () => Promise<unknown>, width: number): Promise<void> {
  let left = CALLS;
  const worker = async (): Promise<void> => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: width }, worker));
}

const opened =
  (start: (scope: Scope) => Promise<HttpServer>, headers = {}): Open =>
  async (scope) => {
    const server = await start(scope);
    const client = scope.use(openClient(server.url, 1));
    return { server, call: () => sessionOf(client, headers) };
  };

/** A call with a token that nobody has. */
const refused: Open = async (scope) => {
  const server = await startDragomanHttp(scope);
  const client = scope.use(openClient(server.url, 1));
  let count = 0;
  return {
    server,
    async call() {
      const { status, text } = await client.ask(modernCall('view', {}, { authorization: `Bearer wrong-${count++}` }));
      if (status !== 401) throw new Error(`${status} ${text}`);
      return text;
    },
  };
};

const WRONG_TOKEN_MS = 0.05;

/** What Node takes for any call, and what a wrong token may add. */
const bareAndABit: Side = async (scope) => {
  const sample = await processorTime(bare)(scope);
  return async () => (await sample()) + WRONG_TOKEN_MS;
};

const startedHttp: Side = (scope) => async () => {
  const began = performance.now();
  const server = await startDragomanHttp({ ...scope, use: (resource) => resource });
  using client = openClient(server.url, 1);
  await sessionOf(client, WITH_TOKEN);
  const took = performance.now() - began;
  await server[Symbol.asyncDispose]();
  return took;
};

const startedStdio: Side = (scope) => async () => {
  const began = performance.now();
  await using server = startServer([DRAGOMAN, '--log-level', 'error', scope.directory]);
  await initialized(server);
  return performance.now() - began;
};

const COMMON = { unit: 'ms', warmUps: 3, keepApart: true } as const;

export const httpCalls: readonly Scenario[] = [
  {
    ...{ name: 'view of ten lines, CPU', against: 'SDK v2, createMcpHandler, doing nothing', target: 0.4 },
    ...{ ...COMMON, rounds: 7, reference: processorTime(sdkModern), subject: processorTime(tenLines) },
  },
  {
    ...{ name: 'view of ten lines, CPU', against: 'bare node:http, doing nothing', target: 3.5 },
    ...{ ...COMMON, rounds: 7, reference: processorTime(bare), subject: processorTime(tenLines) },
  },
  {
    ...{ name: 'view of ten lines, CPU, by a JWT seen before', against: 'the same by a static token', target: 1.1 },
    ...{ ...COMMON, rounds: 7, reference: processorTime(tenLines), subject: processorTime(tenLinesBySignedToken) },
  },
  {
    ...{ name: 'legacy initialize, CPU', against: 'SDK v2 with sessions', target: 0.6, ...COMMON, rounds: 7 },
    reference: processorTime(
      opened((scope) => startSdkHttp(scope, 'sessions')),
      300,
    ),
    subject: processorTime(opened(startDragomanHttp, WITH_TOKEN), 300),
  },
  {
    ...{ name: 'a call with a wrong token, CPU', against: 'bare node:http, and 0.05 ms', target: 1 },
    ...{ ...COMMON, rounds: 7, reference: bareAndABit, subject: processorTime(refused) },
  },
  ...[32, 256].flatMap((connections): readonly Scenario[] => [
    {
      ...{ name: `2,000 calls at ${connections} connections`, against: 'SDK v2 with sessions, doing nothing' },
      ...{ target: 0.625, ...COMMON, rounds: 3 },
      reference: together(sdkSession, connections),
      subject: together(tenLines, connections),
    },
    {
      ...{ name: `p50 of 2,000 calls at ${connections} connections`, against: 'SDK v2, modern, doing nothing' },
      ...{ target: 0.5, ...COMMON, rounds: 3 },
      reference: below(sdkModern, { share: 0.5, connections }),
      subject: below(tenLines, { share: 0.5, connections }),
    },
    {
      ...{ name: `p99 of 2,000 calls at ${connections} connections`, against: 'SDK v2, modern, doing nothing' },
      ...{ target: 0.5, ...COMMON, rounds: 3 },
      reference: below(sdkModern, { share: 0.99, connections }),
      subject: below(tenLines, { share: 0.99, connections }),
    },
  ]),
  {
    ...{ name: 'start, until initialize is answered', against: 'dragoman-mcp', target: 1.3, unit: 'ms', rounds: 7 },
    ...{ reference: startedStdio, subject: startedHttp },
  },
];
