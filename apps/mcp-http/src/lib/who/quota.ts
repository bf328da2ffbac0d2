/** What a principal may use; null if that is not limited. */
export interface Quota {
  /** At once. */
  readonly concurrentCalls: number | null;
  readonly callsPerMinute: number | null;
  readonly bytesWrittenPerDay: number | null;
  readonly sessions: number | null;
}

export const NO_QUOTA: Quota = {
  concurrentCalls: null,
  callsPerMinute: null,
  bytesWrittenPerDay: null,
  sessions: null,
};
