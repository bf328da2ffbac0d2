/** Bounds how many calls run at once, so that a burst of them cannot fill the memory with results. */
export interface CallSlots {
  /** Runs `task` as soon as there is room; a call that is cancelled before does not start. */
  run<Result>(task: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
  /** Resolves when the calls that run now have ended. */
  settled(): Promise<void>;
}

// Calls that end at once follow each other without a turn of the event loop, but for no longer than this: messages that
// have arrived meanwhile must be read.
const SLICE_MS = 4;

/**
 * @param limit the most calls that run at once
 * @param obstacle resolves when the next call may start; null where it may at once
 */
export function createCallSlots(limit: number, obstacle: () => Promise<unknown> | null): CallSlots {
  const waiting: (() => Promise<unknown>)[] = [];
  const running = new Set<Promise<unknown>>();
  let starting = false;

  const start = <Result>(task: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
    const work = signal.aborted ? Promise.reject<Result>(signal.reason) : task();
    running.add(work);
    const end = (): void => {
      running.delete(work);
      if (waiting.length > 0) void startWaiting();
    };
    work.then(end, end);
    return work;
  };
  const startWaiting = async (): Promise<void> => {
    if (starting) return;
    starting = true;
    let slice = performance.now() + SLICE_MS;
    for (let next = waiting[0]; running.size < limit && next !== undefined; next = waiting[0]) {
      for (let wait = obstacle(); wait !== null; wait = obstacle()) await wait;
      waiting.shift();
      // Most calls end at once. Their answer is written before the next one starts, and may turn out to be an obstacle.
      await endOrNextTurn(next());
      if (performance.now() < slice) continue;
      await endOrNextTurn(null);
      slice = performance.now() + SLICE_MS;
    }
    starting = false;
  };

  return {
    run(task, signal) {
      // Waiting for the next turn takes as long as a small call, and no other call waits for this one.
      if (running.size === 0 && waiting.length === 0 && obstacle() === null) return start(task, signal);
      return new Promise((resolve, reject) => {
        waiting.push(() => {
          const work = start(task, signal);
          work.then(resolve, reject);
          return work;
        });
        void startWaiting();
      });
    },
    async settled() {
      await Promise.allSettled(running);
    },
  };
}

/** Resolves when `work` has ended or the event loop has turned, whichever comes first. */
async function endOrNextTurn(work: Promise<unknown> | null): Promise<void> {
  let turn: NodeJS.Immediate | undefined;
  await new Promise<unknown>((resolve) => {
    turn = setImmediate(resolve);
    work?.then(resolve, resolve);
  });
  clearImmediate(turn);
}
