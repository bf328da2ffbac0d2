/** Bounds how many calls run at once, so that a burst of them cannot fill the memory with results. */
export interface CallSlots {
  /** Runs `task` as soon as there is room; a call cancelled before is not started. */
  run<Result>(task: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
  /** Resolves when none of those that run now does any more. */
  settled(): Promise<void>;
}

// Calls that are done at once follow each other without a turn of the event loop between them, but for no longer than
// this: what has arrived meanwhile is to be heard.
const SLICE_MS = 4;

/**
 * @param limit the most calls that run at once
 * @param obstacle what a call has to wait for before it starts, where there is something
 */
export function createCallSlots(limit: number, obstacle: () => Promise<unknown> | null): CallSlots {
  const waiting: (() => Promise<void>)[] = [];
  const running = new Set<Promise<void>>();
  let starting = false;

  const startWaiting = async (): Promise<void> => {
    if (starting) return;
    starting = true;
    let slice = performance.now() + SLICE_MS;
    for (let start = waiting[0]; running.size < limit && start !== undefined; start = waiting[0]) {
      for (let wait = obstacle(); wait !== null; wait = obstacle()) await wait;
      waiting.shift();
      const work = start();
      running.add(work);
      void work.then(() => {
        running.delete(work);
        void startWaiting();
      });
      // To watch for the next turn takes as long as a small call, and nobody else is there to wait for it.
      if (running.size === 1 && waiting.length === 0) break;
      // Most are done at once: their answer is written, and may be in the way, before the next one starts.
      await endOrNextTurn(work);
      if (performance.now() < slice) continue;
      await endOrNextTurn(null);
      slice = performance.now() + SLICE_MS;
    }
    starting = false;
  };

  return {
    run: (task, signal) =>
      new Promise((resolve, reject) => {
        waiting.push(() => unlessCancelled(task, signal).then(resolve, reject));
        void startWaiting();
      }),
    async settled() {
      await Promise.all(running);
    },
  };
}

async function unlessCancelled<Result>(task: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  return await task();
}

/** Resolves when `work` has ended or the event loop has turned, whichever comes first. */
async function endOrNextTurn(work: Promise<unknown> | null): Promise<void> {
  let turn: NodeJS.Immediate | undefined;
  await new Promise<unknown>((resolve) => {
    turn = setImmediate(resolve);
    void work?.then(resolve);
  });
  clearImmediate(turn);
}
