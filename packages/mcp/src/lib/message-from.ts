import { type Buffer, isAscii, isUtf8 } from 'node:buffer';
import {
  ErrorCode,
  InitializeRequestSchema,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';

/** What is wrong with a message, as a JSON-RPC error. */
export interface Problem {
  readonly id: RequestId | null;
  readonly code: ErrorCode;
  readonly message: string;
}

export type Parsed =
  | { readonly kind: 'message'; readonly message: JSONRPCMessage }
  | { readonly kind: 'problem'; readonly problem: Problem }
  /** A malformed notification or response, which nothing answers. */
  | { readonly kind: 'ignored'; readonly reason: string };

type Fields = Readonly<Record<string, unknown>>;

/**
 * Parses one line from the client. The SDK drops what it does not take for a message, so only messages that it takes
 * are passed on, without members that it does not know; all others are answered or ignored here.
 */
export function parseMessage(line: Buffer): Parsed {
  // Most messages are ASCII, which takes half as long to decode.
  const encoding = isAscii(line) ? 'latin1' : 'utf8';
  if (encoding === 'utf8' && !isUtf8(line)) return problem(ErrorCode.ParseError, 'Message is not valid UTF-8');
  let value: unknown;
  try {
    value = JSON.parse(line.toString(encoding));
  } catch {
    return problem(ErrorCode.ParseError, 'Message is not valid JSON');
  }
  if (Array.isArray(value)) return problem(ErrorCode.InvalidRequest, 'Batches are not part of the protocol');
  if (!isFields(value)) return problem(ErrorCode.InvalidRequest, 'Message is not an object');
  if ('method' in value) return called(value);
  if ('result' in value || 'error' in value) return answered(value);
  return problem(ErrorCode.InvalidRequest, 'Message is neither a request nor an answer', idFrom(value.id));
}

function called(fields: Fields): Parsed {
  const { jsonrpc, method, params: given } = fields;
  const id = idFrom(fields.id);
  if (jsonrpc !== '2.0') return problem(ErrorCode.InvalidRequest, 'jsonrpc must be "2.0"', id);
  if (typeof method !== 'string') return problem(ErrorCode.InvalidRequest, 'method must be a string', id);
  const params = paramsFrom(given);
  if (!('id' in fields)) {
    if (typeof params === 'string') return { kind: 'ignored', reason: `${method} ignored: ${params}` };
    return { kind: 'message', message: { jsonrpc, method, ...(params && { params }) } };
  }
  if (id === null) return problem(ErrorCode.InvalidRequest, 'id must be a string or a whole number');
  if (typeof params === 'string') return problem(ErrorCode.InvalidParams, params, id);
  const message: JSONRPCRequest = { jsonrpc, id, method, ...(params && { params }) };
  const unfit = method === 'initialize' ? unfitInitialize(message) : null;
  return unfit === null ? { kind: 'message', message } : problem(ErrorCode.InvalidParams, unfit, id);
}

function answered({ jsonrpc, id: given, result, error }: Fields): Parsed {
  const id = idFrom(given);
  if (jsonrpc === '2.0' && id !== null) {
    if (isFields(result)) return { kind: 'message', message: { jsonrpc, id, result } };
    if (isFields(error) && Number.isSafeInteger(error.code) && typeof error.message === 'string') {
      const { code, message } = error as { readonly code: number; readonly message: string };
      return { kind: 'message', message: { jsonrpc, id, error: { code, message } } };
    }
  }
  return { kind: 'ignored', reason: 'Malformed answer ignored' };
}

/** The parameters, or what is wrong with them. Null counts as left out, since several clients write it. */
function paramsFrom(given: unknown): Fields | undefined | string {
  if (given === undefined || given === null) return undefined;
  if (!isFields(given)) return 'params must be an object';
  if (!('task' in given || '_meta' in given)) return given;
  // A server without tasks treats a call that asks for one like any other call.
  const { task, _meta: meta, ...params } = given;
  if (meta === undefined || meta === null) return params;
  if (!isFields(meta)) return 'params._meta must be an object';
  const { 'io.modelcontextprotocol/related-task': relatedTask, progressToken = null, ...rest } = meta;
  if (progressToken === null) return { _meta: rest, ...params };
  if (idFrom(progressToken) === null) return 'params._meta.progressToken must be a string or a whole number';
  return { _meta: { progressToken, ...rest }, ...params };
}

/** What is wrong with an `initialize` request, which the SDK would answer in its own words; null if nothing is. */
function unfitInitialize(message: JSONRPCRequest): string | null {
  const [issue] = InitializeRequestSchema.safeParse(message).error?.issues ?? [];
  return issue === undefined ? null : `${issue.path.join('.')}: ${issue.message}`;
}

function problem(code: ErrorCode, message: string, id: RequestId | null = null): Parsed {
  return { kind: 'problem', problem: { id, code, message } };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function idFrom(id: unknown): RequestId | null {
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as RequestId) : null;
}
