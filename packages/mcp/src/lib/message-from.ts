import { excerpt, isBoundedJson } from '@dragoman/fs-core/internal/kernel';
import { type Fields, idFrom, isFields, type Message, MOST_ID_UNITS, type Params, type RequestId } from './messages.ts';
import { ErrorCode } from './protocol-error.ts';

/** The fault of a message, as a JSON-RPC error. */
export interface Problem {
  readonly id: RequestId | null;
  readonly code: number;
  readonly message: string;
}

/** A value that was parsed from JSON, as a message or as the reason why it is none. */
export type ParsedMessage =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'problem'; readonly problem: Problem }
  /** A malformed notification or response, which nothing answers. */
  | { readonly kind: 'ignored'; readonly reason: string };

/** Several messages at once, for those who negotiated the one revision that has them. */
export interface Batch {
  readonly kind: 'batch';
  readonly messages: readonly ParsedMessage[];
}

/** Sentence for a batch under any other revision. */
export const NO_BATCHES = 'Batches are not supported';

// Each of them may be a call.
const MOST_IN_BATCH = 100;

const EXCESS = { code: ErrorCode.ParseError, message: 'Message is nested too deeply, or holds too many values' };

/** The reason not to parse a text as a message: it would hold up everybody else. Null if nothing does. */
export function excessOf(text: string): Omit<Problem, 'id'> | null {
  return isBoundedJson(text) ? null : EXCESS;
}

/**
 * Checks a value that was parsed from JSON. A message is passed on without members that JSON-RPC does not know; all else is
 * to be answered or ignored.
 */
export function messageFrom(value: unknown): ParsedMessage | Batch {
  if (!Array.isArray(value)) return singleFrom(value);
  if (value.length === 0) return problem(ErrorCode.InvalidRequest, 'Batch holds no message');
  const most = `Batch of ${value.length} messages is over the limit of ${MOST_IN_BATCH}`;
  if (value.length > MOST_IN_BATCH) return problem(ErrorCode.InvalidRequest, most);
  return { kind: 'batch', messages: value.map(singleFrom) };
}

function singleFrom(value: unknown): ParsedMessage {
  if (!isFields(value)) return problem(ErrorCode.InvalidRequest, 'Message is not an object');
  if ('method' in value) return called(value);
  if ('result' in value || 'error' in value) return answered(value);
  return problem(ErrorCode.InvalidRequest, 'Message is neither a request nor an answer', idFrom(value.id));
}

function called(fields: Fields): ParsedMessage {
  const { jsonrpc, method, params: given } = fields;
  const id = idFrom(fields.id);
  if (jsonrpc !== '2.0') return problem(ErrorCode.InvalidRequest, 'jsonrpc must be "2.0"', id);
  if (typeof method !== 'string') return problem(ErrorCode.InvalidRequest, 'method must be a string', id);
  const params = paramsFrom(given);
  if (!('id' in fields)) {
    if (typeof params === 'string') return { kind: 'ignored', reason: `${excerpt(method)} ignored: ${params}` };
    return { kind: 'message', message: { jsonrpc, method, ...(params && { params }) } };
  }
  if (id === null) return problem(ErrorCode.InvalidRequest, `id ${unfit(fields.id)}`);
  if (typeof params === 'string') return problem(ErrorCode.InvalidParams, params, id);
  return { kind: 'message', message: { jsonrpc, id, method, ...(params && { params }) } };
}

function answered({ jsonrpc, id: given, result, error }: Fields): ParsedMessage {
  const id = idFrom(given);
  if (jsonrpc === '2.0' && id !== null) {
    if (isFields(result)) return { kind: 'message', message: { jsonrpc, id, result } };
    if (isFields(error) && Number.isSafeInteger(error.code) && typeof error.message === 'string') {
      return { kind: 'message', message: { jsonrpc, id, error: { code: Number(error.code), message: error.message } } };
    }
  }
  return { kind: 'ignored', reason: 'Malformed answer ignored' };
}

// Of parameters and of metadata, which are copied; a tool's arguments are not among them.
const MOST_MEMBERS = 1000;
const MANY = `must have at most ${MOST_MEMBERS} members`;

function hasMany(fields: Fields): boolean {
  return Object.keys(fields).length > MOST_MEMBERS;
}

/** The parameters, or what is wrong with them. Null counts as left out, since several clients write it. */
function paramsFrom(given: unknown): Params | undefined | string {
  if (given === undefined || given === null) return undefined;
  if (!isFields(given)) return 'params must be an object';
  if (hasMany(given)) return `params ${MANY}`;
  if (!('task' in given || '_meta' in given)) return given;
  // A server without tasks treats a call that asks for one like any other call.
  const { task, _meta: meta, ...params } = given;
  if (meta === undefined || meta === null) return params;
  if (!isFields(meta)) return 'params._meta must be an object';
  if (hasMany(meta)) return `params._meta ${MANY}`;
  const { 'io.modelcontextprotocol/related-task': relatedTask, progressToken: token = null, ...rest } = meta;
  if (token === null) return { _meta: rest, ...params };
  const progressToken = idFrom(token);
  if (progressToken === null) return `params._meta.progressToken ${unfit(token)}`;
  return { _meta: { progressToken, ...rest }, ...params };
}

/** The fault of a value that can be no id. */
function unfit(value: unknown): string {
  return typeof value === 'string'
    ? `is longer than ${MOST_ID_UNITS} characters`
    : 'must be a string or a whole number';
}

function problem(code: number, message: string, id: RequestId | null = null): ParsedMessage {
  return { kind: 'problem', problem: { id, code, message } };
}
