import type { Log } from '@dragoman/fs-core';
import { callTimeout } from '../calls/timed-toolset.ts';
import { dispatchTo } from './dispatch.ts';
import { type Thread, takeBack } from './thread.ts';
import type { ThreadSupervisor } from './thread-supervisor.ts';

const LOOK_EVERY_MS = 250;
// Calls take turns far more often.
const STUCK_AFTER_MS = 2000;

export interface WatchdogOptions {
  readonly callTimeoutMs: number;
  readonly log: Log;
  /** Called for each thread that is given up. */
  readonly onStuck: () => void;
  readonly now: () => number;
}

/** Gives the work of threads that show no sign of life to others, and in the end gives up those threads. */
export function startWatchdog(
  supervisor: Pick<ThreadSupervisor, 'threads' | 'abandon'>,
  { callTimeoutMs, log, onStuck, now }: WatchdogOptions,
): Disposable {
  const run = dispatchTo(supervisor.threads);
  const look = (thread: Thread): void => {
    if (thread.isGone || (thread.askedMs === null && thread.jobs.size === 0)) return;
    if (thread.askedMs === null) {
      thread.askedMs = now();
      thread.port.post({ kind: 'ping' });
      return;
    }
    const silentMs = now() - thread.askedMs;
    if (silentMs >= callTimeoutMs) {
      onStuck();
      log('error', 'A thread of sessions does not answer, and is replaced', { sessions: thread.places.size });
      supervisor.abandon(thread, callTimeout(callTimeoutMs));
    } else if (silentMs >= STUCK_AFTER_MS) {
      thread.isStuck = true;
      for (const job of takeBack(thread)) run(job);
    }
  };
  // Signs of life that are there already are heard first.
  const timer = setInterval(() => setImmediate(() => [...supervisor.threads].forEach(look)), LOOK_EVERY_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
