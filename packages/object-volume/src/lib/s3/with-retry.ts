import { setTimeout as sleep } from 'node:timers/promises';
import { assertNotCancelled } from '@dragoman/fs-core/internal/kernel';
import { isPassing, NoAnswer, storeError } from './store-error.ts';

/** Number of times that a request is made at most. */
export const MAX_ATTEMPTS = 8;
const BUDGET_MS = 45_000;

/** Makes a request that may be made twice until it is answered. @throws ToolError */
export async function withRetry<Result>(request: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  const endMs = performance.now() + BUDGET_MS;
  for (let attempt = 1; ; attempt += 1) {
    assertNotCancelled(signal);
    try {
      return await request();
    } catch (error) {
      assertNotCancelled(signal);
      if (!isPassing(error) || attempt >= MAX_ATTEMPTS || performance.now() > endMs) throw storeError(error);
    }
    await pause(attempt, signal);
  }
}

/** A pause that grows with each attempt, of a random length, so that those who met once do not meet again. */
export async function pause(attempt: number, signal?: AbortSignal): Promise<void> {
  const longestMs = Math.min(3000, 50 * 2 ** attempt);
  const until = signal && { signal: derived(signal) };
  await sleep(longestMs * (0.5 + Math.random() / 2), undefined, until).catch(() => undefined);
  assertNotCancelled(signal);
}

/**
 * Makes a request with a limit of time of its own.
 * @throws NoAnswer where time is over; as `request`
 */
export async function within<Result>(
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
  request: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  const ending = signal === undefined ? controller.signal : derived(controller.signal, signal);
  try {
    return await Promise.race([request(ending), aborted(ending)]);
  } catch (error) {
    if (!controller.signal.aborted || signal?.aborted) throw error;
    throw new NoAnswer(`no answer in ${timeoutMs} ms`);
  } finally {
    clearTimeout(timer);
  }
}

/** Ends the wait for what heeds no signal, such as the SDK's look for credentials. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** A signal of its own: Node warns on stderr of one on which many wait, as the requests of a search do. */
function derived(...signals: readonly AbortSignal[]): AbortSignal {
  return AbortSignal.any([...signals]);
}
