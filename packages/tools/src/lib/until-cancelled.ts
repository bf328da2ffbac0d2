import { ToolError } from '@dragoman/fs-core';

/** Settles as `work` does, or rejects with `CANCELLED` as soon as the signal is aborted; the work is not ended. */
export async function untilCancelled<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  let cancel = (): void => undefined;
  const cancelled = new Promise<never>((_, reject) => {
    cancel = () => reject(new ToolError({ code: 'CANCELLED' }, 'Call cancelled', { cause: signal.reason }));
  });
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  try {
    return await Promise.race([work, cancelled]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
