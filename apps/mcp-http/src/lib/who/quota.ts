/** Limits on the work of a principal; null where there is none. */
export interface Quota {
  /** Number of calls that may run at once. */
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
