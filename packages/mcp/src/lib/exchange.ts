import type { Log } from '@dragoman/fs-core';
import { type ClientState, hears } from './client-state.ts';
import { type Envelope, envelopeOf } from './envelope.ts';
import { LISTEN } from './listen.ts';
import { logMessage } from './log-levels.ts';
import type { Fields, Notification, Params, Request, Response } from './messages.ts';
import type { OnWritten, RequestContext } from './method.ts';
import type { Methods } from './methods.ts';
import { metaOf } from './params.ts';
import { ErrorCode, errorObjectOf, protocolError } from './protocol-error.ts';
import { SERVER_INFO, serverInfo } from './server-info.ts';
import type { ServiceParts } from './service-parts.ts';

/**
 * Sends what belongs to one request: progress and log messages as they come, and the answer at last. A request that was
 * cancelled gets no answer. It resolves when the client reads on.
 */
export type Send = (message: Notification | Response) => Promise<void>;

/** A request that is being served. */
export interface Exchange {
  /** Resolves when the answer is sent, or when there will be none. Rejects only as `Send` does. */
  readonly done: Promise<void>;
  cancel(reason?: unknown): void;
  /** Goes on until it is cancelled. */
  readonly isEndless: boolean;
}

/** Parts of the server that serving a request needs. */
export interface ExchangeContext {
  readonly parts: ServiceParts;
  readonly methods: Methods;
}

export interface Job {
  readonly request: Request;
  readonly state: ClientState;
  readonly send: Send;
  readonly onWritten?: OnWritten;
  /** Called when the answer is on its way, or when there will be none; never before `beginExchange` returns. */
  readonly onEnd?: (() => void) | undefined;
}

interface RunningJob extends Job {
  readonly signal: AbortSignal;
  /** True once there is an answer, after which nothing more is told of the request. */
  isAnswered: boolean;
  hasSlot: boolean;
}

/** Begins to serve a request. Whatever the request is, it is answered once, unless it is cancelled. */
export function beginExchange(context: ExchangeContext, job: Job): Exchange {
  const { request } = job;
  const controller = new AbortController();
  const done = serve(context, { ...job, signal: controller.signal, isAnswered: false, hasSlot: false });
  const isEndless = request.method === LISTEN;
  return { done, isEndless, cancel: (reason) => controller.abort(reason) };
}

/** The slot of a call is released as soon as the response is on its way. */
async function serve(context: ExchangeContext, job: RunningJob): Promise<void> {
  const { signal, send, onEnd } = job;
  const response = await responseTo(context, job);
  job.isAnswered = true;
  let sending: Promise<void> | null = null;
  try {
    if (!signal.aborted) sending = send(response);
  } finally {
    if (job.hasSlot) context.parts.slots.release();
    onEnd?.();
  }
  await sending;
}

async function responseTo(context: ExchangeContext, job: RunningJob): Promise<Response> {
  const { id, method, params = {} } = job.request;
  try {
    const envelope = envelopeOf(method, params);
    const { legacy, modern } = context.methods;
    const serving = (envelope === null ? legacy : modern).get(method);
    if (serving === undefined) throw protocolError(ErrorCode.MethodNotFound, 'Method not found');
    const result = (await serving(params, contextOf(context, job, envelope))) as Params;
    return {
      jsonrpc: '2.0',
      id,
      result: envelope === null ? result : completed(result, serverInfo(context.parts.version)),
    };
  } catch (error) {
    const onUnexpected: Parameters<typeof errorObjectOf>[1] = (fault) => context.parts.onFault(fault, method);
    return { jsonrpc: '2.0', id, error: errorObjectOf(error, onUnexpected) };
  }
}

/** A result as the revisions without a handshake have it. */
function completed(result: Params, server: Fields): Params {
  return { resultType: 'complete', ...result, _meta: { [SERVER_INFO]: server, ...metaOf(result) } };
}

function contextOf({ parts }: ExchangeContext, job: RunningJob, envelope: Envelope | null): RequestContext {
  const { request, state, send, onWritten, signal } = job;
  const notify = async (notification: Notification): Promise<void> => {
    if (!signal.aborted && !job.isAnswered) await send(notification);
  };
  const log: Log = (severity, message, data) => {
    parts.log(severity, message, data);
    // A client that is gone reads no log, so a failure does not matter.
    if (hears(state, envelope, severity)) notify(logMessage(severity, message, data)).catch(() => {});
  };
  const takeSlot = (): Promise<void> | null => {
    job.hasSlot = true;
    return parts.slots.take();
  };
  return { id: request.id, state, signal, takeSlot, notify, onWritten, log };
}
