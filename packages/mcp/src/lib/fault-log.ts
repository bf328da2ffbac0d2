import type { Log } from '@dragoman/fs-core';
import { traceOf, type UnexpectedError } from '@dragoman/tools/internal/session';

/** Log of the program's faults, so that the id that a client was told leads to a cause. */
export interface FaultLog {
  /** Number of faults so far. */
  readonly count: number;
  /** @param where the tool or the method in which it was */
  note(unexpected: UnexpectedError, where: string): void;
}

export function createFaultLog(log: Log): FaultLog {
  let count = 0;
  return {
    get count() {
      return count;
    },
    note({ id, error }, where) {
      count += 1;
      log('error', 'Unexpected error', { id, where, count, trace: traceOf(error).split('\n') });
    },
  };
}
