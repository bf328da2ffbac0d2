// The exit statuses that shells report for a process that one of these signals ended.
const STATUS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Signals to the process that end its work, and the exit status after one. */
export interface Interruption {
  /** The exit status for the signal that ended the work; null if none did. */
  readonly status: number | null;
  /**
   * Runs work that a signal aborts, so that it can clean up. A second signal, or one before or after the work, ends the
   * process at once.
   */
  during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Stops handling signals: from then on they have their usual effect. */
  release(): void;
}

export function createInterruption(process: Pick<NodeJS.Process, 'on' | 'off' | 'exit'>): Interruption {
  let status: number | null = null;
  let running: AbortController | null = null;
  const listener = (name: (typeof SIGNALS)[number]): void => {
    if (running === null || status !== null) process.exit(STATUS[name]);
    status = STATUS[name];
    running.abort();
  };
  for (const name of SIGNALS) process.on(name, listener);

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
      for (const name of SIGNALS) process.off(name, listener);
    },
  };
}
