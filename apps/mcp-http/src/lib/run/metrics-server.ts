import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ListenAddress } from '../options/listen-address.ts';
import { listen } from './listen.ts';

const PATH = '/metrics';

/** Serves metrics on an address of their own, which no client of the endpoint need reach. */
export async function serveMetrics(address: ListenAddress, text: () => string): Promise<string> {
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
export function eventLoopDelay(): () => number {
  const histogram = monitorEventLoopDelay();
  histogram.enable();
  return () => {
    const longest = histogram.max / 1e9;
    histogram.reset();
    return longest;
  };
}
