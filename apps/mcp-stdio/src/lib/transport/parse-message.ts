import { type Buffer, isUtf8 } from 'node:buffer';
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  ListToolsRequestSchema,
  type RequestId,
  SetLevelRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

/** What is wrong with a message, as the protocol answers it. */
export interface Problem {
  readonly id: RequestId | null;
  readonly code: ErrorCode;
  readonly message: string;
}

export type Parsed =
  | { readonly kind: 'message'; readonly message: JSONRPCMessage }
  | { readonly kind: 'problem'; readonly problem: Problem }
  /** Nothing that could be answered: a malformed notification or answer. */
  | { readonly kind: 'noise'; readonly reason: string };

// The SDK answers parameters that do not fit as an internal error, so they are looked at before it sees them.
const SCHEMAS: Readonly<Record<string, typeof CallToolRequestSchema | RequestSchema>> = {
  initialize: InitializeRequestSchema,
  'logging/setLevel': SetLevelRequestSchema,
  'tools/list': ListToolsRequestSchema,
  'tools/call': CallToolRequestSchema,
};

type RequestSchema = typeof InitializeRequestSchema | typeof SetLevelRequestSchema | typeof ListToolsRequestSchema;

/** Reads one line from the client. Whatever it holds, there is an answer or nothing to answer. */
export function parseMessage(line: Buffer): Parsed {
  if (!isUtf8(line)) return problem(ErrorCode.ParseError, 'Message is not valid UTF-8');
  let value: unknown;
  try {
    value = JSON.parse(line.toString('utf8'));
  } catch {
    return problem(ErrorCode.ParseError, 'Message is not valid JSON');
  }
  return isJSONRPCRequest(value) ? checkedRequest(value) : otherMessage(value);
}

function checkedRequest(request: JSONRPCMessage & { readonly id: RequestId; readonly method: string }): Parsed {
  const checked = SCHEMAS[request.method]?.safeParse(request);
  if (checked === undefined || checked.success) return { kind: 'message', message: request };
  const [issue] = checked.error.issues;
  const sentence = issue === undefined ? 'Invalid parameters' : `${issue.path.join('.')}: ${issue.message}`;
  return problem(ErrorCode.InvalidParams, sentence, request.id);
}

function otherMessage(value: unknown): Parsed {
  if (isJSONRPCNotification(value) || isJSONRPCResultResponse(value) || isJSONRPCErrorResponse(value)) {
    return { kind: 'message', message: value };
  }
  if (Array.isArray(value)) return problem(ErrorCode.InvalidRequest, 'Batches are not part of the protocol');
  if (typeof value !== 'object' || value === null) return problem(ErrorCode.InvalidRequest, 'Message is not an object');

  const { jsonrpc, id, method, params }: Partial<Record<string, unknown>> = { ...value };
  if ('result' in value || 'error' in value) return { kind: 'noise', reason: 'Malformed answer ignored' };
  if (jsonrpc !== '2.0') return problem(ErrorCode.InvalidRequest, 'jsonrpc must be "2.0"', idFrom(id));
  if (typeof method !== 'string') return problem(ErrorCode.InvalidRequest, 'method must be a string', idFrom(id));
  if (!('id' in value)) return { kind: 'noise', reason: 'Malformed notification ignored' };
  if (idFrom(id) === null) return problem(ErrorCode.InvalidRequest, 'id must be a string or a whole number');
  if (typeof params !== 'object') return problem(ErrorCode.InvalidParams, 'params must be an object', idFrom(id));
  return problem(ErrorCode.InvalidRequest, 'Message is not a JSON-RPC request', idFrom(id));
}

function problem(code: ErrorCode, message: string, id: RequestId | null = null): Parsed {
  return { kind: 'problem', problem: { id, code, message } };
}

function idFrom(id: unknown): RequestId | null {
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as RequestId) : null;
}
