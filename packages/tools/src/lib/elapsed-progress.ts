import type { CallOptions } from './session.ts';

const SECOND_MS = 1000;

/** Reports once a second how long something has run, until it is disposed. */
export function reportElapsed({ onProgress }: CallOptions, what: string): Disposable {
  if (onProgress === undefined) return { [Symbol.dispose]() {} };
  let seconds = 0;
  onProgress({ done: seconds, message: `${what} started` });
  const timer = setInterval(() => {
    seconds += 1;
    onProgress({ done: seconds, message: `${what} running for ${seconds} s` });
  }, SECOND_MS);
  timer.unref();
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
    },
  };
}
