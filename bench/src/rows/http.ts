import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { KB, makeLines } from '../inputs.ts';
import { cpuTime } from '../measure/process-stats.ts';
import { sampleCalls } from '../measure/sampling.ts';
import type { Scenario, Scope, Side } from '../measure/scenario.ts';
import { MCP_HTTP, SDK_HTTP } from '../paths.ts';
import { callOverHttp, type HttpServer, startHttpServer } from '../servers/http-servers.ts';

const TOKENS = { ann: 'a'.repeat(40), ben: 'b'.repeat(40) };

/** Starts the built server for two principals. */
function startDragomanHttp(scope: Scope): Promise<HttpServer> {
  const principals = Object.entries(TOKENS).map(([name, token]) => ({
    ...{ name, roots: [scope.directory] },
    tokenSha256: createHash('sha256').update(token).digest('hex'),
  }));
  const file = join(scope.directory, 'principals.json');
  writeFileSync(file, JSON.stringify({ principals }));
  const files = ['--dialect', 'editor', '--workdir', scope.directory, '--log-level', 'error'];
  return startHttpServer(scope, [MCP_HTTP, '--listen', '127.0.0.1:0', '--principals', file, ...files]);
}

const tenLines = async (scope: Scope) => {
  const args = { path: makeLines(scope, 'lines', 70 * KB), view_range: [1001, 1010] };
  const server = await startDragomanHttp(scope);
  return { server, call: () => callOverHttp(server, TOKENS.ben, ['view', args]) };
};

/** The SDK's smallest server: it asks nobody who calls, and its tool does nothing. */
const nothing: typeof tenLines = async (scope) => {
  const server = await startHttpServer(scope, [SDK_HTTP]);
  return { server, call: () => callOverHttp(server, TOKENS.ben, ['nothing', {}]) };
};

const oneByOne =
  (open: typeof tenLines): Side =>
  async (scope) => {
    const { server, call } = await open(scope);
    return sampleCalls(call, { times: 500, clock: () => cpuTime(server.pid) });
  };

/** Milliseconds by which a hostile message may delay another client's call. */
const GRACE_MS = 300;

const undisturbed: Side = async (scope) => {
  const sample = await oneByOne(tenLines)(scope);
  return async () => ({ time: ((await sample()).time ?? Number.NaN) + GRACE_MS });
};

/** Samples a call just after another client has sent 200,000 arguments that the tool does not know. */
const disturbed: Side = async (scope) => {
  const { server, call } = await tenLines(scope);
  const sample = sampleCalls(call);
  const args = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`unknown${at}`, at]));
  return async () => {
    // Refused, as it should be.
    const hostile = callOverHttp(server, TOKENS.ann, ['view', args]).catch(() => null);
    await setTimeout(100);
    const taken = await sample();
    await hostile;
    return taken;
  };
};

const SDK_HANDLER = "the SDK's handler, which does nothing";

export const http: readonly Scenario[] = [
  {
    ...{ name: 'ten lines over HTTP, with a token', against: SDK_HANDLER, targets: { time: 0.8, CPU: 0.75 } },
    ...{ reference: oneByOne(nothing), subject: oneByOne(tenLines), rounds: 9, warmUps: 3 },
  },
  {
    ...{ name: 'a call over HTTP beside a hostile message', against: 'the same without, and 0.3 s' },
    ...{ targets: { time: null }, reference: undisturbed, subject: disturbed, rounds: 5 },
  },
];
