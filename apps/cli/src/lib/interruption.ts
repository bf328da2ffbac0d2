// What shells report of a process that one of these ended.
const STATUS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

type Signal = keyof typeof STATUS;

/** What the user's signals end, and with which exit status. */
export interface Interruption {
  /** Null until something was ended. */
  readonly status: number | null;
  /**
   * Runs what stops by itself when its signal is aborted, so that it can clean up. A second signal does not wait for
   * that; before and after `work` the first one ends the process.
   */
  during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Leaves signals to whoever comes after, and to the system where nobody does. */
  release(): void;
}

interface Process {
  on(signal: Signal, listener: () => void): unknown;
  off(signal: Signal, listener: () => void): unknown;
  exit(status: number): never;
}

export function createInterruption(process: Process): Interruption {
  let status: number | null = null;
  let running: AbortController | null = null;
  const listeners = Object.entries(STATUS).map(([name, itsStatus]) => {
    const listener = (): void => {
      if (running === null || status !== null) process.exit(itsStatus);
      status = itsStatus;
      running?.abort();
    };
    process.on(name as Signal, listener);
    return [name as Signal, listener] as const;
  });

  return {
    get status() {
      return status;
    },
    async during(work) {
      running = new AbortController();
      try {
        return await work(running.signal);
      } finally {
        running = null;
      }
    },
    release() {
      for (const [name, listener] of listeners) process.off(name, listener);
    },
  };
}
