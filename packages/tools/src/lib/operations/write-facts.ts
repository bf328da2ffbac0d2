import type { WriteResult } from '@dragoman/fs-core';

/** The part of an outcome that all operations that write have in common. */
export interface WriteFacts extends Omit<WriteResult, 'realPath' | 'identity' | 'result'> {
  /** As the caller gave it. */
  readonly path: string;
  readonly realPath: string;
  /** Nothing was changed: the outcome is what a write would have done. */
  readonly dryRun: boolean;
}
