import { type ErrorCode, type ErrorDetails, ToolError } from '@dragoman/fs-core';

/** A failed operation as plain data: what a formatter explains and a caller reads in `_meta`. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: ErrorDetails;
}

/** Something that nobody foresaw: a fault of the program, of which a caller is told no more than the id. */
export interface UnexpectedError {
  /** Also in the failure's `details`, so that a report and a log can be matched. */
  readonly id: string;
  /** What was thrown. Its message may quote the content of files. */
  readonly error: unknown;
}

/**
 * Turns whatever was thrown into plain data. What nobody foresaw becomes `IO_ERROR` and does not show its cause, which
 * goes to `onUnexpected`.
 */
export function failureOf(error: unknown, onUnexpected?: (unexpected: UnexpectedError) => void): Failure {
  if (error instanceof ToolError) return { code: error.code, message: error.message, details: error.details };
  if (error instanceof Error && error.name === 'AbortError') {
    return { code: 'CANCELLED', message: 'Call cancelled', details: {} };
  }
  const id = crypto.randomUUID().slice(0, 8);
  onUnexpected?.({ id, error });
  return { code: 'IO_ERROR', message: `Unexpected error (id ${id})`, details: { id } };
}
