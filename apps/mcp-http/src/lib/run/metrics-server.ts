import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ListenAddress } from '../options/listen-address.ts';
import { createMetrics, type Gauges } from '../watch/metrics.ts';
import type { Watch } from '../watch/watch.ts';
import { listen } from './listen.ts';

const PATH = '/metrics';

/** Counts what happens, and serves the counts. */
export interface MetricsServer {
  readonly watch: Watch;
  /** Begins to serve metrics. Resolves with their URL. */
  listen(): Promise<string>;
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
  return { watch: metrics, listen: () => serveMetrics(address, metrics.text) };
}

async function serveMetrics(address: ListenAddress, text: () => string): Promise<string> {
  const server = createServer((request, response) => {
    const isAsked = request.method === 'GET' && (request.url === PATH || request.url === '/');
    const body = isAsked ? text() : '';
    response.writeHead(isAsked ? 200 : 404, {
      'content-type': 'application/openmetrics-text; version=1.0.0; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
  server.unref();
  return (await listen(server, address, PATH)).url;
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
