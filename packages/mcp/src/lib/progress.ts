import type { CallOptions } from '@dragoman/tools';
import type { Notification, RequestId } from './messages.ts';

type Report = NonNullable<CallOptions['onProgress']>;

// A person reads no more than five a second, and a search reports far more often.
const INTERVAL_MS = 200;

/** Turns an operation's reports into notifications with rising progress, at most five a second. */
export function progressReporter(
  token: RequestId,
  notify: (notification: Notification) => Promise<void>,
  now: () => number,
): Report {
  let lastDone = Number.NEGATIVE_INFINITY;
  let lastTime = Number.NEGATIVE_INFINITY;
  return ({ done, message }) => {
    const time = now();
    if (done <= lastDone || time - lastTime < INTERVAL_MS) return;
    [lastDone, lastTime] = [done, time];
    const params = { progressToken: token, progress: done, message };
    // A notification that cannot be sent must not fail the call.
    notify({ jsonrpc: '2.0', method: 'notifications/progress', params }).catch(() => {});
  };
}
