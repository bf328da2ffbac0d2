import { type Failure, ToolError } from '@dragoman/fs-core';

/** A failed operation as plain data: what a formatter explains and a caller reads in `_meta`. */
export type ReportedFailure = Failure & {
  /** Message for logs, and for programs. */
  readonly message: string;
};

/** An unforeseen fault of the program. A caller learns no more of it than the id. */
export interface UnexpectedError {
  /** Also in the failure, so that a report and a log can be matched. */
  readonly id: string;
  /** The error that was thrown. Its message may quote the content of files. */
  readonly error: unknown;
}

/**
 * Turns whatever was thrown into plain data. What is unforeseen becomes `IO_ERROR` and does not show its cause, which
 * goes to `onUnexpected`.
 */
export function failureOf(error: unknown, onUnexpected?: (unexpected: UnexpectedError) => void): ReportedFailure {
  if (error instanceof ToolError) return { ...error.failure, message: error.message };
  if (error instanceof Error && error.name === 'AbortError') {
    return { code: 'CANCELLED', message: 'Call cancelled' };
  }
  const id = crypto.randomUUID().slice(0, 8);
  onUnexpected?.({ id, error });
  return { code: 'IO_ERROR', problem: 'fault', id, message: `Unexpected error (id ${id})` };
}
