import { ToolError } from '@dragoman/fs-core';
import type { ToolsetHandle } from '@dragoman/mcp/internal/server';

// Time for a tool to clean up what it had begun; one that takes longer is left behind.
const GRACE_MS = 2000;

/** The tools of a toolset, with a limit on the time of each call. */
export function timedToolset(toolset: ToolsetHandle, timeoutMs: number): ToolsetHandle {
  return {
    get tools() {
      return toolset.tools;
    },
    // Asked again when its time is over, a call answers that, in the words of its dialect.
    call: (name, args, options) =>
      timed(timeoutMs, options.signal, (signal) => toolset.call(name, args, { ...options, signal })),
    resource: (request, { signal: given }) =>
      timed(timeoutMs, given, async (signal) => {
        try {
          if (isOver(signal)) throw signal.reason;
          return await toolset.resource(request, { signal });
        } catch (error) {
          throw isOver(signal) ? signal.reason : error;
        }
      }),
  };
}

function isOver({ reason }: AbortSignal): boolean {
  return reason instanceof ToolError;
}

/** Runs work that is cancelled when its time is over, and asked again if it goes on all the same. */
async function timed<Result>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort);
  let late: (result: Promise<Result>) => void = () => {};
  const giveUp = (): void => late(work(controller.signal));
  let timer = setTimeout(() => {
    controller.abort(callTimeout(timeoutMs));
    timer = setTimeout(giveUp, GRACE_MS);
  }, timeoutMs);
  try {
    return await new Promise<Result>((resolve, reject) => {
      late = resolve;
      work(controller.signal).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Failure of a call that has taken as long as it may. */
export function callTimeout(timeoutMs: number): ToolError {
  return new ToolError({ code: 'TIMEOUT', problem: 'call', timeoutMs }, `Call ended after ${timeoutMs} ms`);
}
