import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';

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
  // Without these, Node would ask for the body, or refuse the request, before anybody has looked at it.
  server.on('checkContinue', listener).on('checkExpectation', listener);
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.prependListener(event, closeWithConnection);
  return server;
}

/** Closes a response that waits for others of its connection when that ends: Node closes only the one that is its turn. */
function closeWithConnection({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.socket !== null) return;
  // A client may send many requests ahead.
  socket.setMaxListeners(0);
  const close = (): void => {
    response.destroy();
    response.emit('close');
  };
  socket.on('close', close);
  response.once('socket', () => socket.off('close', close));
}
