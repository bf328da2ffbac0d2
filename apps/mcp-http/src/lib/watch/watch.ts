import type { AuthReason } from '../who/auth-failure.ts';
import type { CallRecord } from './call-log.ts';

/** Who is told what the server does. Must not throw. */
export interface Watch {
  refused(reason: AuthReason): void;
  answered(call: CallRecord): void;
}

export function watchers(all: readonly Partial<Watch>[]): Watch {
  return {
    refused(reason) {
      for (const each of all) each.refused?.(reason);
    },
    answered(call) {
      for (const each of all) each.answered?.(call);
    },
  };
}
