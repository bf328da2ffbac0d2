import type { ErrorCode, ErrorDetails, Failure } from './failure.ts';

/**
 * The one error that operations throw. The message is for logs and for people who start a program; what a model reads is
 * made from the failure by a formatter.
 */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly failure: Failure;
  readonly code: ErrorCode;
  /** Data about the failure, besides its code. */
  readonly details: ErrorDetails;

  constructor(failure: Failure, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    const { code, ...details } = failure;
    this.failure = failure;
    this.code = code;
    this.details = details;
  }
}

/** The path that a failure is about; undefined if it names none. */
export function pathOf(failure: Failure): string | undefined {
  return 'path' in failure ? failure.path : undefined;
}

/** The same error with its path as the caller gave it. */
export function renamed(error: ToolError, path: string): ToolError {
  const failure = { ...error.failure, path };
  return new ToolError(failure, error.message, { cause: error });
}
