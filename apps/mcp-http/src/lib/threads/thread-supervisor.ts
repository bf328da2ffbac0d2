import type { Log } from '@dragoman/fs-core';
import type { FromThread } from './messages.ts';
import type { ThreadEvents, ThreadPort } from './start-thread.ts';
import { createThread, deliver, giveUp, type Thread } from './thread.ts';

/** Threads that are kept running: one that ends, or that is given up, is replaced. */
export interface ThreadSupervisor {
  readonly threads: readonly Thread[];
  /** Resolves when all have begun; rejects if one of them cannot. */
  readonly started: Promise<unknown>;
  /** Expects nothing more of a thread: what it was given rejects with the error. */
  abandon(thread: Thread, error: Error): void;
  /** True if a thread that was given up has not ended. */
  readonly hasLeftBehind: boolean;
  stop(): Promise<unknown>;
}

export interface SupervisorOptions {
  readonly count: number;
  readonly start: (events: ThreadEvents) => ThreadPort;
  readonly onMessage: (message: FromThread) => void;
  readonly log: Log;
}

// One that cannot even begin is not started again and again.
const RETRY_MS = 1000;

export function createThreadSupervisor({ count, start, onMessage, log }: SupervisorOptions): ThreadSupervisor {
  const threads: Thread[] = [];
  const leftBehind = new Set<Thread>();
  let isStopping = false;

  const startOne = (index: number): Promise<void> =>
    new Promise((resolve, reject) => {
      let pauseMs = RETRY_MS;
      const onEnd = (fault: Error | null): void => {
        leftBehind.delete(thread);
        const error = fault ?? new Error('A thread of sessions has ended');
        reject(error);
        if (thread.isGone || isStopping) return;
        log('error', 'A thread of sessions has ended', { reason: error.message });
        giveUp(thread, error);
        setTimeout(replace, pauseMs, index).unref();
      };
      const hear = (message: FromThread): void => {
        if (message.kind === 'ready') {
          pauseMs = 0;
          resolve();
        }
        onMessage(message);
        deliver(thread, message);
      };
      const thread = createThread(start({ onMessage: hear, onEnd }));
      threads[index] = thread;
    });
  const replace = (index: number): void => void startOne(index).catch(() => {});

  return {
    threads,
    started: Promise.all(Array.from({ length: count }, (_, index) => startOne(index))),
    abandon(thread, error) {
      leftBehind.add(thread);
      giveUp(thread, error);
      void thread.port.end();
      replace(threads.indexOf(thread));
    },
    get hasLeftBehind() {
      return leftBehind.size > 0;
    },
    stop() {
      isStopping = true;
      return Promise.all(threads.map(({ port }) => port.end()));
    },
  };
}
