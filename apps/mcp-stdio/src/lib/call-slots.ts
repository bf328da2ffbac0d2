/** Bounds how many calls run at once, so that a burst of them cannot fill the memory with results. */
export interface CallSlots {
  /** Runs `task` as soon as there is room; a call cancelled before is not started. */
  run<Result>(task: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

/**
 * @param limit the most calls that run at once
 * @param obstacle what a call has to wait for before it starts, where there is something
 */
export function createCallSlots(limit: number, obstacle: () => Promise<unknown> | null): CallSlots {
  const waiting: (() => void)[] = [];
  let running = 0;
  let starting = false;

  const startWaiting = async (): Promise<void> => {
    if (starting) return;
    starting = true;
    while (running < limit && waiting.length > 0) {
      for (let wait = obstacle(); wait !== null; wait = obstacle()) await wait;
      running += 1;
      waiting.shift()?.();
      // Most calls are done at once: their answer is written, and may be in the way, before the next one starts.
      await new Promise((resolve) => setImmediate(resolve));
    }
    starting = false;
  };

  return {
    async run(task, signal) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        void startWaiting();
      });
      try {
        signal.throwIfAborted();
        return await task();
      } finally {
        running -= 1;
        void startWaiting();
      }
    },
  };
}
