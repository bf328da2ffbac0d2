/** Runs tasks of one key one after another, and tasks of different keys side by side. */
export interface KeyedQueue {
  /** True if a task of this key would have to wait. */
  isBusy(key: string): boolean;
  /** Waits until all tasks of this key that came before have ended. Disposing lets the next one begin. */
  take(key: string): Promise<Disposable>;
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
}

export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<void>>();
  const take = async (key: string): Promise<Disposable> => {
    const before = tails.get(key);
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    tails.set(key, ended);
    await before;
    return {
      [Symbol.dispose]() {
        if (tails.get(key) === ended) tails.delete(key);
        end();
      },
    };
  };
  return {
    isBusy: (key) => tails.has(key),
    take,
    async run(key, task) {
      using _ = await take(key);
      return await task();
    },
  };
}
