import { failureOf, type UnexpectedError } from '@dragoman/dialects';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ErrorCode,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type RequestId,
  type ServerNotification,
} from '@modelcontextprotocol/sdk/types.js';
import type { CallSlots } from './call-slots.ts';
import { Cancellation } from './cancellation.ts';
import type { FaultLog } from './fault-log.ts';
import type { Fields } from './requests.ts';

/** What a handler knows of its request besides the parameters. */
export interface RequestContext {
  /** Aborted where the client cancels the request, and where it is gone. */
  readonly signal: AbortSignal;
  notify(notification: ServerNotification): Promise<void>;
}

/** Serves the requests of one method. An error's `code` is answered where it has one. */
export type RequestHandler = (params: Fields, context: RequestContext) => Promise<object>;

/** By method. */
export interface DirectHandlers {
  readonly requests: ReadonlyMap<string, RequestHandler>;
  /** Requests that wait for a slot. */
  readonly calls: ReadonlyMap<string, RequestHandler>;
  readonly notifications: ReadonlyMap<string, () => void>;
}

export interface HandlingOptions {
  readonly slots: CallSlots;
  /** Told of what nobody foresaw, and of the method in which it was. */
  readonly onFault: FaultLog['note'];
}

/**
 * Handles messages of some methods without the SDK, which takes longer for one request than reading a few lines takes.
 * They are handled in the order in which they come; all others still go to the server, which must be connected to the
 * transport.
 */
export function handleDirectly(
  transport: Transport,
  server: Server,
  { requests, calls, notifications, slots, onFault }: DirectHandlers & HandlingOptions,
): void {
  const { onmessage, onclose } = transport;
  const running = new Map<RequestId, Cancellation>();

  const serve = async (
    { id, method, params = {} }: JSONRPCRequest,
    handler: RequestHandler,
    slot: CallSlots | null,
  ): Promise<void> => {
    const signal = new Cancellation();
    running.set(id, signal);
    const notify = async (notification: ServerNotification): Promise<void> => {
      if (!signal.aborted) await server.notification(notification);
    };
    const turn = slot?.take() ?? null;
    if (turn !== null) await turn;
    let response: JSONRPCMessage | null = null;
    try {
      if (!signal.aborted)
        response = { jsonrpc: '2.0', id, result: (await handler(params, { signal, notify })) as Fields };
    } catch (error) {
      response = { jsonrpc: '2.0', id, error: errorOf(error, (unexpected) => onFault(unexpected, method)) };
    }
    running.delete(id);
    let sending: Promise<void> | null = null;
    try {
      if (response !== null && !signal.aborted) sending = transport.send(response);
    } finally {
      slot?.release();
    }
    await sending;
  };
  /** Whether a notification was about what is handled here. */
  const noticed = ({ method, params }: JSONRPCNotification): boolean => {
    if (method === 'notifications/cancelled') {
      const cancelled = running.get(params?.requestId as RequestId);
      cancelled?.abort(params?.reason);
      return cancelled !== undefined;
    }
    const handler = notifications.get(method);
    handler?.();
    return handler !== undefined;
  };
  const take = (message: JSONRPCMessage): boolean => {
    if (!('method' in message)) return false;
    if (!('id' in message)) return noticed(message);
    const call = calls.get(message.method);
    const handler = call ?? requests.get(message.method);
    if (handler === undefined) return false;
    serve(message, handler, call === undefined ? null : slots).catch((error) => transport.onerror?.(error));
    return true;
  };

  transport.onmessage = (message) => {
    if (!take(message)) onmessage?.(message);
  };
  transport.onclose = () => {
    for (const signal of running.values()) signal.abort();
    onclose?.();
  };
}

function errorOf(error: unknown, onUnexpected: (unexpected: UnexpectedError) => void): Problem {
  // Anything can be thrown, undefined too.
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown };
  if (Number.isSafeInteger(code) && typeof message === 'string') return { code: Number(code), message };
  return { code: ErrorCode.InternalError, message: failureOf(error, onUnexpected).message };
}

interface Problem {
  readonly code: number;
  readonly message: string;
}
