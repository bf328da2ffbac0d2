export type { ErrorCode, ErrorDetails } from '@dragoman/fs-core';
export { ToolError } from '@dragoman/fs-core';
export { type Failure, failureOf } from './lib/failure.ts';
export type { TreeEntry } from './lib/operations/list-tree.ts';
export { type WriteFileOutcome, type WriteFileRequest, writeFile } from './lib/operations/write-file.ts';
export {
  type CallOptions,
  createSession,
  DEFAULT_LIMITS,
  type Limits,
  type Operation,
  type Progress,
  type Session,
  type SessionOptions,
} from './lib/session.ts';
