import { assertNotCancelled } from '@dragoman/fs-core/internal/kernel';

/**
 * Begins work while there is room for its bytes, in order; work that takes more than all room is done alone.
 * @param signal ends the wait. @throws ToolError `CANCELLED`; what the work throws
 */
export type BytesRoom = <Result>(bytes: number, work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

interface QueuedWork {
  readonly bytes: number;
  readonly begin: () => void;
}

export function createBytesRoom(maxBytes: number): BytesRoom {
  const waiting: QueuedWork[] = [];
  let left = maxBytes;
  const admit = (): void => {
    for (let [first] = waiting; first && (first.bytes <= left || left === maxBytes); [first] = waiting) {
      waiting.shift();
      left -= first.bytes;
      first.begin();
    }
  };
  /** Resolves with false if the signal ended the wait. */
  const entered = (bytes: number, signal: AbortSignal | undefined) =>
    new Promise<boolean>((resolve) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve(true);
      };
      const work: QueuedWork = { bytes, begin };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(work), 1);
        resolve(false);
        // The next one may fit.
        admit();
      };
      signal?.addEventListener('abort', leave);
      waiting.push(work);
      admit();
    });
  return async (bytes, work, signal) => {
    assertNotCancelled(signal);
    if (!(await entered(bytes, signal))) assertNotCancelled(signal);
    try {
      return await work();
    } finally {
      left += bytes;
      admit();
    }
  };
}
