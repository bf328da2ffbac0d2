/** Runs tasks of one key one after another, and tasks of different keys side by side. */
export interface KeyedQueue {
  /** Whether a task of this key would have to wait. */
  isBusy(key: string): boolean;
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
}

export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<unknown>>();
  return {
    isBusy: (key) => tails.has(key),
    async run(key, task) {
      const before = tails.get(key);
      const done = before === undefined ? task() : before.then(task, task);
      const tail = done.catch(() => undefined);
      tails.set(key, tail);
      try {
        return await done;
      } finally {
        if (tails.get(key) === tail) tails.delete(key);
      }
    },
  };
}
