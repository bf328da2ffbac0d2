import { createClientState } from './client-state.ts';
import { type Connection, type ConnectionOptions, createConnection } from './connection.ts';
import { beginExchange, type Exchange, type Send } from './exchange.ts';
import type { Request } from './messages.ts';
import type { OnWritten } from './method.ts';
import { methodsOf } from './methods.ts';
import type { ServiceParts } from './service-parts.ts';

/** A server of the protocol, over any transport. */
export interface Service {
  /** Serves a request that belongs to no connection, and that says of its client what there is to know. */
  serve(request: Request, send: Send, onWritten?: OnWritten): Exchange;
  /** A client whose requests belong together. */
  connect(options?: ConnectionOptions): Connection;
}

/** Serves all revisions of the protocol: those with a handshake, and those in which each request carries an envelope. */
export function createService(parts: ServiceParts): Service {
  const context = { parts, methods: methodsOf(parts) };
  return {
    serve: (request, send, onWritten) =>
      beginExchange(context, { request, state: createClientState(), send, onWritten }),
    connect: (options) => createConnection(context, options),
  };
}
