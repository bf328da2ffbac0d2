import { Worker } from 'node:worker_threads';
import { assertSpareDescriptors } from '@dragoman/fs-core/internal/host';
import { assertNotCancelled, excerpt, ToolError } from '@dragoman/fs-core/internal/kernel';
import { BLOCK_BYTES } from './text-blocks.ts';

/** Data that the thread is started with. */
export interface MatchTask {
  readonly source: string;
  readonly flags: string;
  /** Shared: how many lines of the block match, and for each its index and where in it the match begins, in bytes. */
  readonly found: Int32Array;
}

export interface LineMatch {
  /** Index of the line in its block, from 0. */
  readonly index: number;
  /** Byte of the line. */
  readonly matchAt: number;
}

export interface MatchedBlock {
  readonly matches: readonly LineMatch[];
  /** The regular expression was stopped before it was tried on every line. */
  readonly stalled: boolean;
}

/** Matches lines in a thread, so that a regular expression that backtracks without end holds up nobody else. */
export interface MatchThread extends AsyncDisposable {
  /** @throws ToolError `CANCELLED`, `INVALID_PATTERN` for an expression that the engine gives up, `IO_ERROR` */
  match(block: Uint8Array, signal?: AbortSignal): Promise<MatchedBlock>;
}

// For each block; beyond it, assume catastrophic backtracking.
const LIMIT_MS = 500;
// A thread has an event loop of its own, and Node aborts if it cannot open that loop's files.
const THREAD_DESCRIPTORS = 8;
const STALLED = Symbol('stalled');

export function openMatchThread({ source, flags }: RegExp): MatchThread {
  // Most lines of a block are empty ones.
  const found = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * (2 * BLOCK_BYTES + 1)));
  let worker: Worker | null = null;
  const stop = async (): Promise<void> => {
    await worker?.terminate();
    worker = null;
  };
  return {
    async match(block, signal) {
      worker ??= await started({ source, flags, found });
      assertNotCancelled(signal);
      Atomics.store(found, 0, 0);
      const fault = await answerOf(worker, block, signal);
      if (fault === STALLED) await stop();
      assertNotCancelled(signal);
      if (typeof fault === 'string') throw givenUp(source, fault);
      const matches = Array.from({ length: Atomics.load(found, 0) }, (_, at) => ({
        index: found[2 * at + 1] ?? 0,
        matchAt: found[2 * at + 2] ?? 0,
      }));
      return { matches, stalled: fault === STALLED };
    },
    [Symbol.asyncDispose]: stop,
  };
}

/** Starts a thread, and waits until it is ready to match. */
function started(task: MatchTask): Promise<Worker> {
  assertSpareDescriptors(THREAD_DESCRIPTORS);
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./match-worker.js', import.meta.url), {
      workerData: task,
      env: {},
      execArgv: [],
      // Its output is dropped: the process's stdout may carry a protocol.
      stdout: true,
      stderr: true,
    });
    worker.once('message', () => resolve(worker)).once('error', reject);
  });
}

/**
 * The engine's objection to the expression; null if it has none. A thread has stalled, too, if it ends by itself, or if
 * it is to stop.
 */
function answerOf(
  worker: Worker,
  block: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<string | null | typeof STALLED> {
  return new Promise((resolve) => {
    const settle = (answer: string | null | typeof STALLED): void => {
      clearTimeout(timer);
      worker.off('message', settle).off('exit', stalled).off('error', stalled);
      signal?.removeEventListener('abort', stalled);
      resolve(answer);
    };
    const stalled = (): void => settle(STALLED);
    // An answer that is there already is heard first, however busy this thread was.
    const timer = setTimeout(() => setImmediate(stalled), LIMIT_MS);
    worker.on('message', settle).on('exit', stalled).on('error', stalled);
    signal?.addEventListener('abort', stalled);
    worker.postMessage(block);
  });
}

function givenUp(source: string, reason: string): ToolError {
  const pattern = excerpt(source);
  return new ToolError(
    { code: 'INVALID_PATTERN', problem: 'regexp', pattern, reason },
    `Cannot search for "${pattern}": ${reason}`,
  );
}
