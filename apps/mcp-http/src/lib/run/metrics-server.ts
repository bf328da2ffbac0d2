import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { answerUnread } from '../front/answers.ts';
import { refusalOf } from '../front/refusal-of.ts';
import { type GuardOptions, guardRequest } from '../front/request-guard.ts';
import type { HttpExchange } from '../front/server-context.ts';
import { type ListenAddress, spelledHost } from '../options/listen-address.ts';
import { createMetrics, type Gauges } from '../watch/metrics.ts';
import type { Watch } from '../watch/watch.ts';
import { listen } from './listen.ts';

const PATH = '/metrics';

/** Counts what happens, and serves the counts. */
export interface MetricsServer {
  readonly watch: Watch;
  /** Begins to serve metrics to who asks for an allowed host. Resolves with their URL. */
  listen(guard: GuardOptions, onRefused: Watch['refused']): Promise<string>;
}

export interface MetricsOptions {
  readonly gauges: Omit<Gauges, 'eventLoopDelay'>;
  readonly namesPrincipals: boolean;
}

/** Metrics on an address of their own, which no client of the endpoint need reach. */
export function createMetricsServer(
  address: ListenAddress,
  { gauges, namesPrincipals }: MetricsOptions,
): MetricsServer {
  const metrics = createMetrics({ ...gauges, eventLoopDelay: eventLoopDelay() }, { namesPrincipals });
  return {
    watch: metrics,
    async listen({ hosts, origins }, onRefused) {
      const own = address.kind === 'tcp' ? [spelledHost(address.host).toLowerCase()] : [];
      const guard = { hosts: new Set([...hosts, ...own]), origins };
      const server = createServer((request, response) => {
        const refusal = guardRequest(request, guard);
        if (refusal === null) return answerMetrics({ request, response }, metrics.text);
        onRefused(refusalOf({ request }, refusal));
        answerUnread({ request, response }, refusal);
      });
      server.unref();
      return (await listen(server, address, PATH)).url;
    },
  };
}

function answerMetrics({ request, response }: HttpExchange, text: () => string): void {
  const isAsked = request.method === 'GET' && (request.url === PATH || request.url === '/');
  const body = isAsked ? text() : '';
  response.writeHead(isAsked ? 200 : 404, {
    'content-type': 'application/openmetrics-text; version=1.0.0; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** Seconds: the longest delay since it was last asked for. */
function eventLoopDelay(): () => number {
  const histogram = monitorEventLoopDelay();
  histogram.enable();
  return () => {
    const longest = histogram.max / 1e9;
    histogram.reset();
    return longest;
  };
}
