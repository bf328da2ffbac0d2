import type { Log } from '@dragoman/fs-core';
import { callTimeout } from '../calls/timed-toolset.ts';
import type { Fleet } from './fleet.ts';
import { giveWork } from './give-work.ts';
import { type Thread, takeBack } from './thread.ts';

const LOOK_EVERY_MS = 250;
// Calls take turns far more often.
const STUCK_AFTER_MS = 2000;

export interface LookOptions {
  readonly callTimeoutMs: number;
  readonly log: Log;
  /** Called for each thread that is given up. */
  readonly onStuck: () => void;
  readonly now: () => number;
}

/** Looks whether threads that have work give signs of life; gives the work of others to whoever does, or gives them up. */
export function lookAfter(
  fleet: Pick<Fleet, 'threads' | 'abandon'>,
  { callTimeoutMs, log, onStuck, now }: LookOptions,
): Disposable {
  const run = giveWork(fleet.threads);
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
      fleet.abandon(thread, callTimeout(callTimeoutMs));
    } else if (silentMs >= STUCK_AFTER_MS) {
      thread.isStuck = true;
      for (const job of takeBack(thread)) run(job);
    }
  };
  // Signs of life that are there already are heard first.
  const timer = setInterval(() => setImmediate(() => [...fleet.threads].forEach(look)), LOOK_EVERY_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
