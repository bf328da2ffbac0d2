import type { Log } from '@dragoman/fs-core';
import { AUTH_REASONS } from '../who/auth-failure.ts';

/** All reasons for which requests are refused: labels of a metric, so a fixed list. */
export const REFUSAL_REASONS = [...AUTH_REASONS, 'host', 'origin', 'headers', 'quota', 'busy'] as const;

/** A request that is not served. */
export interface RefusalRecord {
  readonly reason: (typeof REFUSAL_REASONS)[number];
  /** Status of HTTP. */
  readonly status: number;
  /** The address that the connection came from; of a proxy, if one stands between. */
  readonly from: string;
  /** Its name; absent if nobody is known by the token. */
  readonly principal?: string;
  /** The name of the server, or the origin, that is not allowed, as the client gave it. */
  readonly given?: string;
}

// Of each reason in a window, so that no flood of one hides the others.
const MAX_LINES = 20;
const WINDOW_MS = 5000;

/** A line at level `warn` for each refusal; beyond so many in a window, one line that says how many more there were. */
export function createRefusalLog(log: Log): (refusal: RefusalRecord) => void {
  const counts = new Map<string, number>();
  const endWindow = (reason: string): void => {
    const leftOut = (counts.get(reason) ?? 0) - MAX_LINES;
    counts.delete(reason);
    if (leftOut > 0) log('warn', 'More requests refused', { reason, leftOut, seconds: WINDOW_MS / 1000 });
  };
  return (refusal) => {
    const { reason } = refusal;
    const count = (counts.get(reason) ?? 0) + 1;
    counts.set(reason, count);
    if (count === 1) setTimeout(endWindow, WINDOW_MS, reason).unref();
    if (count <= MAX_LINES) log('warn', 'Request refused', { ...refusal });
  };
}
