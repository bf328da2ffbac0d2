/** Members of an object of which nothing else is known. */
export type Fields = Readonly<Record<string, unknown>>;

export type RequestId = string | number;

/** Data of a request beside its parameters. */
export interface RequestMeta extends Fields {
  readonly progressToken?: RequestId | undefined;
}

export interface Params extends Fields {
  readonly _meta?: RequestMeta | undefined;
}

export interface Request {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly method: string;
  readonly params?: Params | undefined;
}

export interface Notification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: Params | undefined;
}

export interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface Answer {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly result: Params;
}

export interface Refusal {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly error: ErrorObject;
}

/** Answer to a request, or its refusal. */
export type Response = Answer | Refusal;

/** A message of JSON-RPC. */
export type Message = Request | Notification | Response;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** UTF-16 units of an id or a progress token: each answer and each notification repeats it. */
export const MOST_ID_UNITS = 1024;

/** Null for what can be no id: of all numbers, only whole ones come back as they were sent. */
export function idFrom(value: unknown): RequestId | null {
  const fits = typeof value === 'string' ? value.length <= MOST_ID_UNITS : Number.isSafeInteger(value);
  return fits ? (value as RequestId) : null;
}
