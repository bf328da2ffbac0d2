import type { CallOptions } from '@dragoman/dialects';
import type { ProgressToken, ServerNotification } from '@modelcontextprotocol/sdk/types.js';

type Report = NonNullable<CallOptions['onProgress']>;

// Five a second are more than anybody reads, and a search counts thousands of files in that time.
const INTERVAL_MS = 200;

/** Turns what an operation reports into notifications: rising, and never more than five a second. */
export function progressReporter(
  token: ProgressToken,
  notify: (notification: ServerNotification) => Promise<void>,
  now: () => number,
): Report {
  let lastDone = Number.NEGATIVE_INFINITY;
  let lastTime = Number.NEGATIVE_INFINITY;
  return ({ done, message }) => {
    const time = now();
    if (done <= lastDone || time - lastTime < INTERVAL_MS) return;
    [lastDone, lastTime] = [done, time];
    const params = { progressToken: token, progress: done, message };
    // Progress that cannot be told is no reason to fail the call.
    notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}
