import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** Answers a request like a hostile store, in any way it likes. */
export type Responder = (request: IncomingMessage & { readonly key: string }, response: ServerResponse) => void;

/** A store in plain HTTP that keeps nothing, and answers what a test has it answer. */
export interface HostileStore extends AsyncDisposable {
  readonly endpoint: string;
  readonly requests: () => number;
}

export async function startHostileStore(answering: Responder): Promise<HostileStore> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    // Whoever is cut off has no error to tell.
    response.on('error', () => undefined);
    request.resume();
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const key = pathname.split('/').slice(2).map(decodeURIComponent).join('/');
    request.on('end', () => answering(Object.assign(request, { key }), response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

const BLOCK = Buffer.alloc(256 * 1024, 'x');

/** Writes without end, or so many bytes, for as long as somebody reads. */
export function pour(response: ServerResponse, bytes = Number.POSITIVE_INFINITY): void {
  let left = bytes;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      const block = BLOCK.subarray(0, Math.min(left, BLOCK.length));
      left -= block.length;
      if (!response.write(block)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

/** Writes a byte now and then, and never ends. */
export function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write('x'), 20);
  response.on('close', () => clearInterval(timer));
}

export function page(inside: string, token: string | null = null): string {
  const next = token === null ? '' : `<NextContinuationToken>${token}</NextContinuationToken>`;
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${token !== null}</IsTruncated>${next}${inside}</ListBucketResult>`;
}

export function listed(key: string, size: number | string = 5, etag = 'e'): string {
  return `<Contents><Key>${key}</Key><ETag>"${etag}"</ETag><Size>${size}</Size></Contents>`;
}
