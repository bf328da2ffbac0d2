import { untilCancelled } from './until-cancelled.ts';

/** Lets one task after another have its turn. */
export interface Turns {
  /** Resolves once all turns that were taken before have ended; disposing of what it gives ends this one. */
  take(signal: AbortSignal | undefined): Promise<Disposable>;
}

export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return {
    async take(signal) {
      const before = last;
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      last = before.then(() => ended);
      try {
        await untilCancelled(before, signal);
      } catch (error) {
        end();
        throw error;
      }
      return { [Symbol.dispose]: end };
    },
  };
}
