export type { ErrorCode, ErrorDetails } from '@dragoman/fs-core';
export { ToolError } from '@dragoman/fs-core';
export { type Failure, failureOf } from './lib/failure.ts';
export type { CallOptions, Limits, Operation, Progress, Session } from './lib/session.ts';
