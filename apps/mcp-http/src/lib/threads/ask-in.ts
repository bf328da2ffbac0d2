import { ToolError } from '@dragoman/fs-core';
import { ErrorCode, protocolError } from '@dragoman/mcp/internal/server';
import { createCancelToken, withdraw } from './cancel-token.ts';
import type { Progress, Task } from './messages.ts';
import type { Job, SessionPlace } from './thread.ts';

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly onWritten?: ((bytes: number) => void) | undefined;
}

/** Has something done in a session. It rejects as what was done, and with `TIMEOUT` if the thread was given up. */
export type Ask = (task: Task, options?: AskOptions) => Promise<unknown>;

export interface Dispatcher {
  /** Has a thread do what is asked. */
  run(job: Job): void;
  nextId(): number;
}

export function askIn(place: SessionPlace, { run, nextId }: Dispatcher): Ask {
  return (task, { signal, onProgress, onWritten } = {}) =>
    new Promise((resolve, reject) => {
      const id = nextId();
      const onAbort = (): void => {
        if (!withdraw(job.cancelToken)) place.thread?.port.post({ kind: 'cancel', id });
        else if (place.thread?.jobs.delete(id)) job.reject(new ToolError({ code: 'CANCELLED' }, 'Call cancelled'));
      };
      const settled = () => signal?.removeEventListener('abort', onAbort);
      const job: Job = {
        ...{ id, place, task, cancelToken: createCancelToken(), onProgress, onWritten },
        resolve(value) {
          settled();
          resolve(value);
        },
        reject(error) {
          settled();
          reject(isTooDeep(error) ? protocolError(ErrorCode.InvalidParams, 'params are nested too deeply') : error);
        },
      };
      signal?.addEventListener('abort', onAbort);
      run(job);
      if (signal?.aborted) onAbort();
    });
}

/** True for an error about data that no other thread can be sent. */
function isTooDeep(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'DataCloneError');
}
