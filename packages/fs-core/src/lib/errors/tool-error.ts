/** Every way in which an operation can fail, as callers of any dialect see it. */
export type ErrorCode =
  | 'NOT_FOUND'
  | 'IS_DIRECTORY'
  | 'NOT_DIRECTORY'
  | 'ACCESS_DENIED'
  | 'PERMISSION_DENIED'
  | 'FILE_TOO_LARGE'
  | 'CONTENT_TOO_LARGE'
  | 'REPLACEMENT_TOO_LARGE'
  | 'UNSUPPORTED_FILE'
  | 'INVALID_ARGUMENT'
  | 'INVALID_RANGE'
  | 'INVALID_PATTERN'
  | 'NO_MATCH'
  | 'AMBIGUOUS_MATCH'
  | 'COUNT_MISMATCH'
  | 'UNENCODABLE'
  | 'NOT_READ'
  | 'STALE_READ'
  | 'STALE_CONTINUATION'
  | 'CONFLICT'
  | 'DECLINED'
  | 'READ_ONLY'
  | 'DISK_FULL'
  | 'COMMAND_REJECTED'
  | 'TIMEOUT'
  | 'CANCELLED'
  | 'TASK_NOT_FOUND'
  | 'TOO_MANY_TASKS'
  | 'IO_ERROR';

/** Plain data that travels with a failure: JSON values only. */
export interface ErrorDetails {
  /** The path as the caller gave it. */
  readonly path?: string;
  readonly [key: string]: unknown;
}

/**
 * The one error that operations throw: a code, a neutral message in sentence case, and plain data.
 * What a model reads is made from the code and the details by a formatter.
 */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}
