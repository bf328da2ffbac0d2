import { type ErrorCode, type ErrorDetails, ToolError } from '@dragoman/fs-core';

/** A failed operation as plain data: what a formatter explains and a caller reads in `_meta`. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: ErrorDetails;
}

/** Turns whatever was thrown into plain data. An unforeseen error becomes `IO_ERROR` and does not show its cause. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ToolError) return { code: error.code, message: error.message, details: error.details };
  if (error instanceof Error && error.name === 'AbortError') {
    return { code: 'CANCELLED', message: 'Call cancelled', details: {} };
  }
  return { code: 'IO_ERROR', message: 'Unexpected error inside the tool', details: {} };
}
