import type { CallRecord } from './call-log.ts';
import type { RefusalRecord } from './refusals.ts';

/** Observer of what the server does. Must not throw. */
export interface Watch {
  refused(refusal: RefusalRecord): void;
  answered(call: CallRecord): void;
  /** A call has put content into files, whatever will become of the call. */
  wrote(bytes: number): void;
  /** A store has answered a request. @param status 0 where there was no answer */
  storeAnswered(operation: string, status: number): void;
  /** A thread of sessions was given up. */
  workerStuck(): void;
}

export function watchers(all: readonly Partial<Watch>[]): Watch {
  return {
    refused(refusal) {
      for (const each of all) each.refused?.(refusal);
    },
    answered(call) {
      for (const each of all) each.answered?.(call);
    },
    wrote(bytes) {
      for (const each of all) each.wrote?.(bytes);
    },
    storeAnswered(operation, status) {
      for (const each of all) each.storeAnswered?.(operation, status);
    },
    workerStuck() {
      for (const each of all) each.workerStuck?.();
    },
  };
}
