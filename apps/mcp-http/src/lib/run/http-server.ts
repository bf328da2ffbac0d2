import { createServer, type RequestListener, type Server } from 'node:http';

const MAX_CONNECTIONS = 20_000;
const MAX_HEADER_BYTES = 32 * 1024;

/** A server of HTTP that waits for no client: a request that does not arrive in time is given up. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      // Longer than balancers keep theirs, or they would send requests into connections that end.
      keepAliveTimeout: 75_000,
      headersTimeout: 15_000,
      requestTimeout: 120_000,
      connectionsCheckingInterval: 5000,
      maxHeaderSize: MAX_HEADER_BYTES,
      insecureHTTPParser: false,
    },
    listener,
  );
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}
