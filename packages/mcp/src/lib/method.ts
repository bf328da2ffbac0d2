import type { Log } from '@dragoman/fs-core';
import type { CallOptions } from '@dragoman/tools';
import type { ClientState } from './client-state.ts';
import type { Notification, Params, RequestId } from './messages.ts';

/** Told of the bytes that a call has written, as `CallOptions` says. */
export type OnWritten = CallOptions['onWritten'];

/** Data about its request that a method gets besides the parameters. */
export interface RequestContext {
  readonly id: RequestId;
  readonly state: ClientState;
  /** Aborted if the client cancels the request, or is gone. */
  readonly signal: AbortSignal;
  /** Resolves when a call may start; null if it may at once. The slot is kept until the answer is on its way. */
  takeSlot(): Promise<void> | null;
  /** Sends what belongs to this request. */
  notify(notification: Notification): Promise<void>;
  readonly onWritten: OnWritten;
  /** Tells the server's log, and the client as far as it asked. */
  readonly log: Log;
}

/** Serves the requests of one method. An error's own `code` is answered if it has one. */
export type Method = (params: Params, context: RequestContext) => object | Promise<object>;
