/** Runs tasks of one key one after another, and tasks of different keys side by side. */
export interface KeyedQueue {
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
}

export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<unknown>>();
  return {
    async run(key, task) {
      const before = tails.get(key) ?? Promise.resolve();
      const done = before.then(task, task);
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
