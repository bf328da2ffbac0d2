import { Worker } from 'node:worker_threads';
import type { FromThread, ToThread } from './messages.ts';

/** Data that a thread is started with. */
export interface ThreadData {
  readonly secretFile: string | null;
  readonly callTimeoutMs: number;
}

/** The near end of a thread. */
export interface ThreadPort {
  /** @throws Error for what cannot be copied */
  post(message: ToThread): void;
  /** Ends the thread. Settles never while it is stuck in the system. */
  end(): Promise<unknown>;
}

export interface ThreadEvents {
  onMessage(message: FromThread): void;
  /** Called once, when the thread is no more, whatever ended it. */
  onEnd(error: Error | null): void;
}

/** Starts a thread that holds sessions. */
export function startThread(data: ThreadData, { onMessage, onEnd }: ThreadEvents): ThreadPort {
  const worker = new Worker(new URL('./session-thread.js', import.meta.url), { workerData: data });
  // Whether the process goes on is for what it serves to decide.
  worker.unref();
  let fault: Error | null = null;
  worker.on('message', onMessage);
  worker.on('error', (error) => {
    fault = error instanceof Error ? error : new Error(String(error));
  });
  worker.on('exit', () => onEnd(fault));
  return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
}
