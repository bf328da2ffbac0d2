/** Bounds how many calls run at once, so that a burst of them cannot fill the memory with results. */
export interface CallSlots {
  /** Resolves when a call may start; null if it may at once. The caller releases the slot. */
  take(): Promise<void> | null;
  /** Gives the slot of a call that has been answered to the next one. */
  release(): void;
  /** Lets no further call start; resolves when those that run have been released. */
  drained(): Promise<void>;
}

/**
 * @param limit the most calls that run at once
 * @param backpressure resolves when the client reads on; null while it reads
 */
export function createCallSlots(limit: number, backpressure: () => Promise<unknown> | null): CallSlots {
  const waiting: (() => void)[] = [];
  let running = 0;
  let isStarting = false;
  let onDrained: (() => void) | null = null;

  const mayStart = (): boolean => waiting.length > 0 && running < limit && onDrained === null;
  const startNext = (): void => {
    running += 1;
    waiting.shift()?.();
  };
  /** Most calls end at once, and start the next one then; if they do not, one more starts with each tick. */
  const startOneByOne = async (): Promise<void> => {
    if (isStarting) return;
    isStarting = true;
    while (mayStart()) {
      await new Promise(setImmediate);
      for (let wait = backpressure(); wait !== null; wait = backpressure()) await wait;
      if (mayStart()) startNext();
    }
    isStarting = false;
  };

  return {
    take() {
      // Waiting for the next tick takes as long as a small call, and no other call waits for this one.
      if (running === 0 && waiting.length === 0 && onDrained === null && backpressure() === null) {
        running = 1;
        return null;
      }
      return new Promise((resolve) => {
        waiting.push(resolve);
        void startOneByOne();
      });
    },
    release() {
      running -= 1;
      if (running === 0) onDrained?.();
      if (!mayStart()) return;
      // Writing the last answer may have filled the pipe.
      if (backpressure() === null) startNext();
      else void startOneByOne();
    },
    drained: () =>
      new Promise((resolve) => {
        onDrained = resolve;
        if (running === 0) resolve();
      }),
  };
}
