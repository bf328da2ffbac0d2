import { failureOf, type UnexpectedError } from '@dragoman/tools/internal/session';
import type { ErrorObject } from './messages.ts';

/** The codes of JSON-RPC, and those that the protocol adds. */
export const ErrorCode = {
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
  HeaderMismatch: -32020,
  UnsupportedProtocolVersion: -32022,
} as const;

/** An error that is answered with this code, message and data, unchanged. */
export function protocolError(code: number, message: string, data?: unknown): Error {
  return Object.assign(new Error(message), { code }, data !== undefined && { data });
}

/** The error that a client is told. An error's own code is answered, if it has one. */
export function errorObjectOf(error: unknown, onUnexpected: (unexpected: UnexpectedError) => void): ErrorObject {
  // Anything can be thrown, undefined too.
  const { code, message, data } = Object(error) as Partial<Record<'code' | 'message' | 'data', unknown>>;
  if (Number.isSafeInteger(code) && typeof message === 'string') {
    return { code: Number(code), message, ...(data !== undefined && { data }) };
  }
  return { code: ErrorCode.InternalError, message: failureOf(error, onUnexpected).message };
}
