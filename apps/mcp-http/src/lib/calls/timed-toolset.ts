import type { ToolResult } from '@dragoman/dialects';
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
    async call(name, args, options) {
      const controller = new AbortController();
      const { signal } = options;
      const onAbort = (): void => controller.abort(signal?.reason);
      if (signal?.aborted) onAbort();
      else signal?.addEventListener('abort', onAbort);
      let late: (result: Promise<ToolResult>) => void = () => {};
      // Asked again when its time is over, a call answers that, in the words of its dialect.
      const giveUp = (): void => late(toolset.call(name, args, { ...options, signal: controller.signal }));
      let timer = setTimeout(() => {
        controller.abort(callTimeout(timeoutMs));
        timer = setTimeout(giveUp, GRACE_MS);
      }, timeoutMs);
      try {
        return await new Promise<ToolResult>((resolve, reject) => {
          late = resolve;
          toolset.call(name, args, { ...options, signal: controller.signal }).then(resolve, reject);
        });
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      }
    },
  };
}

/** Failure of a call that has taken as long as it may. */
export function callTimeout(timeoutMs: number): ToolError {
  return new ToolError({ code: 'TIMEOUT', problem: 'call', timeoutMs }, `Call ended after ${timeoutMs} ms`);
}
