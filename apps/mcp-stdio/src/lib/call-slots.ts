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

  const enter = async (): Promise<void> => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    for (let wait = obstacle(); wait !== null; wait = obstacle()) await wait;
  };
  // A slot is handed on rather than given back, so that no newcomer can take it in between.
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    async run(task, signal) {
      await enter();
      try {
        signal.throwIfAborted();
        return await task();
      } finally {
        leave();
      }
    },
  };
}
