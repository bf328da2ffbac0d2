import { failureOf, type UnexpectedError } from '@dragoman/dialects';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ErrorCode,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type RequestId,
  type ServerNotification,
} from '@modelcontextprotocol/sdk/types.js';
import type { CallSlots } from './call-slots.ts';
import { Cancellation } from './cancellation.ts';
import type { FaultLog } from './log.ts';
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

/** What handling a message needs. */
interface Desk extends DirectHandlers, HandlingOptions {
  readonly transport: Transport;
  readonly server: Server;
  /** By the id of the request that runs. */
  readonly running: Map<RequestId, Cancellation>;
}

/**
 * Handles messages of some methods without the SDK, which takes longer for one request than reading a few lines takes.
 * They are handled in the order in which they come; all others still go to the server, which must be connected to the
 * transport.
 */
export function handleDirectly(transport: Transport, server: Server, options: DirectHandlers & HandlingOptions): void {
  const { onmessage, onclose } = transport;
  const desk: Desk = { transport, server, running: new Map(), ...options };
  transport.onmessage = (message) => {
    if (!handled(desk, message)) onmessage?.(message);
  };
  transport.onclose = () => {
    for (const cancellation of desk.running.values()) cancellation.abort();
    onclose?.();
  };
}

/** Begins to handle a message; false if it is one for the SDK. */
function handled(desk: Desk, message: JSONRPCMessage): boolean {
  if (!('method' in message)) return false;
  if (!('id' in message)) return handledNotification(desk, message);
  const call = desk.calls.get(message.method);
  const handler = call ?? desk.requests.get(message.method);
  if (handler === undefined) return false;
  const cancellation = new Cancellation();
  desk.running.set(message.id, cancellation);
  const serving = { request: message, handler, cancellation, slots: call === undefined ? null : desk.slots };
  serve(desk, serving).catch((error) => desk.transport.onerror?.(error));
  return true;
}

function handledNotification({ running, notifications }: Desk, { method, params }: JSONRPCNotification): boolean {
  if (method === 'notifications/cancelled') {
    const cancelled = running.get(params?.requestId as RequestId);
    cancelled?.abort(params?.reason);
    return cancelled !== undefined;
  }
  const handler = notifications.get(method);
  handler?.();
  return handler !== undefined;
}

interface Serving {
  readonly request: JSONRPCRequest;
  readonly handler: RequestHandler;
  readonly cancellation: Cancellation;
  /** Of which one must be free; null if none need be. */
  readonly slots: CallSlots | null;
}

/** Answers a request. Its slot is released as soon as the response is with the transport. */
async function serve(desk: Desk, serving: Serving): Promise<void> {
  const { cancellation, slots } = serving;
  const turn = slots?.take() ?? null;
  if (turn !== null) await turn;
  const response = await responseTo(desk, serving);
  let sending: Promise<void> | null = null;
  try {
    if (response !== null && !cancellation.aborted) sending = desk.transport.send(response);
  } finally {
    slots?.release();
  }
  await sending;
}

/** Null if the request was cancelled before the handler could start. */
async function responseTo(
  { server, running, onFault }: Desk,
  { request: { id, method, params = {} }, handler, cancellation }: Serving,
): Promise<JSONRPCMessage | null> {
  const notify = async (notification: ServerNotification): Promise<void> => {
    if (!cancellation.aborted) await server.notification(notification);
  };
  try {
    if (cancellation.aborted) return null;
    const result = (await handler(params, { signal: cancellation, notify })) as Fields;
    return { jsonrpc: '2.0', id, result };
  } catch (error) {
    return { jsonrpc: '2.0', id, error: errorOf(error, (unexpected) => onFault(unexpected, method)) };
  } finally {
    running.delete(id);
  }
}

function errorOf(error: unknown, onUnexpected: (unexpected: UnexpectedError) => void): JSONRPCErrorResponse['error'] {
  // Anything can be thrown, undefined too.
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown };
  if (Number.isSafeInteger(code) && typeof message === 'string') return { code: Number(code), message };
  return { code: ErrorCode.InternalError, message: failureOf(error, onUnexpected).message };
}
