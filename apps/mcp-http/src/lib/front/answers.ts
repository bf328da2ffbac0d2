import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { UnreadAnswer } from '../calls/unread-answers.ts';
import { readOnInNextTick } from './next-tick.ts';
import { writeAnswer } from './write-answer.ts';

export type Id = string | number | null;

/** An error as HTTP and JSON-RPC tell it. */
export interface HttpError {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
  readonly headers?: OutgoingHttpHeaders;
}

/** Error code of transports for requests that they do not pass on. */
export const SERVER_ERROR = -32000;

export function errorText({ code, message, data }: Pick<HttpError, 'code' | 'message' | 'data'>, id: Id): string {
  return JSON.stringify({ jsonrpc: '2.0', error: { code, message, ...(data !== undefined && { data }) }, id });
}

export function answerError(response: ServerResponse, error: HttpError, id: Id = null): void {
  answerJson(response, error, errorText(error, id));
}

type Head = Pick<HttpError, 'status' | 'headers'>;

export function answerJson(response: ServerResponse, head: Head, text: string): UnreadAnswer | null {
  response.writeHead(head.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    // Last: V8 adds members to a copied object slowly, one by one.
    ...head.headers,
  });
  return writeAnswer(response, text);
}

export function answerEmpty(response: ServerResponse, status: number, headers?: OutgoingHttpHeaders): void {
  response.writeHead(status, { ...headers, 'content-length': 0 });
  response.end();
}

/** An unread body may not be longer than this, or the connection is given up. */
const MAX_UNREAD = 64 * 1024;
const LINGER_MS = 2000;

/**
 * Answers a request whose body is left unread. A short one is passed over by Node; for a longer one the connection ends,
 * a little later than the answer: if it ended at once, a client that is still sending would never see the answer.
 */
export function answerUnread(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  error: HttpError,
): void {
  if (request.complete || !hasLongBody(request)) {
    answerError(response, error);
    return;
  }
  const bytes = Buffer.from(errorText(error, null));
  response.writeHead(error.status, {
    ...error.headers,
    'content-type': 'application/json',
    'content-length': bytes.length,
    connection: 'close',
  });
  response.write(bytes);
  const end = (): void => void response.end();
  const timer = setTimeout(end, LINGER_MS).unref();
  request.on('end', end).on('close', () => clearTimeout(timer));
  request.on('data', () => readOnInNextTick(request)).resume();
}

function hasLongBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || Number(length ?? 0) > MAX_UNREAD;
}
