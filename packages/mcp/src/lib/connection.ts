import type { Log } from '@dragoman/fs-core';
import type { Client } from './client.ts';
import { createClientState, hears } from './client-state.ts';
import { beginExchange, type Exchange, type ExchangeContext, type Send } from './exchange.ts';
import { logMessage } from './log-levels.ts';
import { idFrom, type Notification, type Request, type RequestId } from './messages.ts';
import type { OnWritten } from './method.ts';
import { tellsMoves } from './service-parts.ts';

export interface ConnectionOptions {
  /** A client that is known already, without `initialize`. */
  readonly client?: Client;
  /** Called when the client is ready, and when its roots have changed. */
  readonly onRoots?: () => void;
  /** Sends log messages that belong to no request; without it there are none. */
  readonly send?: Send;
}

/** One client, and the requests of it that run. */
export interface Connection {
  /** The client by its own word; null before `initialize`, and if it says so in each request. */
  readonly client: Client | null;
  /** Begins to serve a request, which `notifications/cancelled` names by its id. */
  serve(request: Request, send: Send, onWritten?: OnWritten): Exchange;
  /** Hears a notification; unknown ones are passed over. */
  notified(notification: Notification): void;
  /** Tells the client what belongs to no request, as far as it asked. */
  readonly log: Log;
  /** Tells the client, where that was promised, that the list of resources is another one. */
  resourcesChanged(): void;
  /** Resolves when every request is answered or cancelled, besides those that never end otherwise. */
  settled(): Promise<void>;
  /** Cancels what runs: the client is gone. */
  close(): void;
}

export function createConnection(context: ExchangeContext, options: ConnectionOptions = {}): Connection {
  const { client, onRoots = () => {}, send: sendOwn } = options;
  const state = createClientState(client);
  const running = createRunning();
  return {
    get client() {
      return state.client;
    },
    serve(request, send, onWritten) {
      const onEnd = () => running.remove(request.id, exchange);
      const exchange = beginExchange(context, { request, state, send, onWritten, onEnd });
      running.add(request.id, exchange);
      return exchange;
    },
    notified({ method, params }) {
      if (method === 'notifications/cancelled') running.cancel(idFrom(params?.requestId), params?.reason);
      if (method === 'notifications/initialized' || method === 'notifications/roots/list_changed') onRoots();
    },
    log(severity, message, data) {
      if (sendOwn === undefined || !hears(state, null, severity)) return;
      // A client that is gone reads no log, so a failure does not matter.
      sendOwn(logMessage(severity, message, data)).catch(() => {});
    },
    resourcesChanged() {
      if (sendOwn === undefined || !tellsMoves(context.parts)) return;
      sendOwn({ jsonrpc: '2.0', method: 'notifications/resources/list_changed' }).catch(() => {});
    },
    settled: running.settled,
    close: running.cancelAll,
  };
}

/** Requests that run. A client may use an id twice; what it cancels is the newest of that id. */
interface RunningRequests {
  add(id: RequestId, exchange: Exchange): void;
  remove(id: RequestId, exchange: Exchange): void;
  cancel(id: RequestId | null, reason: unknown): void;
  cancelAll(): void;
  settled(): Promise<void>;
}

function createRunning(): RunningRequests {
  const exchanges = new Set<Exchange>();
  const newest = new Map<RequestId | null, Exchange>();
  const waiting: (() => void)[] = [];
  const isSettled = (): boolean => [...exchanges].every(({ isEndless }) => isEndless);
  const remove = (id: RequestId, exchange: Exchange): void => {
    exchanges.delete(exchange);
    if (newest.get(id) === exchange) newest.delete(id);
    if (waiting.length > 0 && isSettled()) for (const resolve of waiting.splice(0)) resolve();
  };
  return {
    add(id, exchange) {
      exchanges.add(exchange);
      newest.set(id, exchange);
    },
    remove,
    cancel(id, reason) {
      const exchange = newest.get(id);
      if (id === null || exchange === undefined) return;
      exchange.cancel(reason);
      remove(id, exchange);
    },
    cancelAll() {
      for (const exchange of exchanges) exchange.cancel();
    },
    async settled() {
      if (!isSettled()) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
