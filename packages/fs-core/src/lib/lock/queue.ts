/** Runs tasks of one key one after another, and tasks of different keys side by side. */
export interface KeyedQueue {
  /** True if a task of this key would have to wait. */
  isBusy(key: string): boolean;
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
}

export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<unknown>>();
  return {
    isBusy: (key) => tails.has(key),
    run(key, task) {
      const before = tails.get(key);
      const done = before === undefined ? task() : before.then(task, task);
      tails.set(key, done);
      const end = (): void => {
        if (tails.get(key) === done) tails.delete(key);
      };
      done.then(end, end);
      return done;
    },
  };
}
