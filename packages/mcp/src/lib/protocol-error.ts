import { printableText } from '@dragoman/formatters/internal/pieces';
import { excerpt } from '@dragoman/fs-core/internal/kernel';
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

/** Codes for resources: those of servers, and of revisions with a handshake for what is not there. */
export const ResourceErrorCode = { Failed: -32000, NotFound: -32002 } as const;

/** An error that is answered with this code, message and data. */
export function protocolError(code: number, message: string, data?: unknown): Error {
  return Object.assign(new Error(message), { code }, data !== undefined && { data });
}

// As much of an argument is quoted by what the tools answer.
const MOST_QUOTED_UNITS = 4_096;

/** The error that a client is told. An error's own code is answered, if it has one. What it quotes is fit to be read. */
export function errorObjectOf(error: unknown, onUnexpected: (unexpected: UnexpectedError) => void): ErrorObject {
  // Anything can be thrown, undefined too.
  const { code, message, data } = Object(error) as Partial<Record<'code' | 'message' | 'data', unknown>>;
  if (Number.isSafeInteger(code) && typeof message === 'string') {
    return { code: Number(code), message: quotable(message), ...(data !== undefined && { data: quotableData(data) }) };
  }
  return { code: ErrorCode.InternalError, message: quotable(failureOf(error, onUnexpected).message) };
}

function quotable(text: string): string {
  return printableText(excerpt(text, MOST_QUOTED_UNITS));
}

function quotableData(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data), (_, value) => (typeof value === 'string' ? quotable(value) : value));
}
