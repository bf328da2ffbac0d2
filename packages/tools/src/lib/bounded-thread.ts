import { on } from 'node:events';
import { Worker } from 'node:worker_threads';

export type Bound = 'time' | 'memory';

export interface ThreadLimits {
  readonly signal?: AbortSignal | undefined;
  readonly timeLimitMs: number;
  /** Growth of the process. */
  readonly memoryLimitBytes: number;
}

/** A thread that reads what may be hostile; disposing ends it. */
export interface BoundedThread extends AsyncDisposable {
  /** Messages of the thread until it ends; an error if it fails, a limit is reached or the caller's signal aborts. */
  readonly messages: AsyncIterable<unknown>;
  /** The limit that ended the thread; null if none did. */
  endedBy(): Bound | null;
}

/** Work of a thread. */
export interface ThreadTask {
  readonly script: URL;
  readonly data: { readonly [field: string]: unknown; readonly bytes: Uint8Array };
}

/** Starts a thread within limits on time and memory. `bytes` of the data are transferred: the caller can no longer use them. */
export function startBoundedThread({ script, data }: ThreadTask, limits: ThreadLimits): BoundedThread {
  const { signal, timeLimitMs, memoryLimitBytes } = limits;
  // First, since it may fail, and nothing is to be taken back then.
  const worker = new Worker(script, {
    workerData: data,
    transferList: [data.bytes.buffer as ArrayBuffer],
    env: {},
    execArgv: [],
    // Its output is dropped: the process's stdout may carry a protocol.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitBytes / (1024 * 1024) },
  });
  const memory = watchMemory(memoryLimitBytes);
  // The caller's signal may be of another class, which `AbortSignal.any` does not take.
  const time = AbortSignal.timeout(timeLimitMs);
  const cancelled = new AbortController();
  const cancel = (): void => cancelled.abort();
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  const stop = AbortSignal.any([time, memory.exhausted, cancelled.signal]);
  return {
    messages: messagesOf(worker, stop),
    endedBy: () => (time.aborted ? 'time' : memory.exhausted.aborted ? 'memory' : null),
    async [Symbol.asyncDispose]() {
      memory[Symbol.dispose]();
      signal?.removeEventListener('abort', cancel);
      await worker.terminate();
    },
  };
}

async function* messagesOf(worker: Worker, signal: AbortSignal): AsyncGenerator<unknown> {
  for await (const [message] of on(worker, 'message', { signal, close: ['exit'] })) yield message;
}

const LOOK_EVERY_MS = 25;

interface MemoryWatch extends Disposable {
  readonly exhausted: AbortSignal;
}

/** A worker's resource limits do not count its buffers, so the memory of the process is watched. */
function watchMemory(limitBytes: number): MemoryWatch {
  const exhausted = new AbortController();
  const most = process.memoryUsage.rss() + limitBytes;
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() > most) exhausted.abort();
  }, LOOK_EVERY_MS);
  return { exhausted: exhausted.signal, [Symbol.dispose]: () => clearInterval(timer) };
}
