import { assertNotCancelled, yieldToEventLoop } from '@dragoman/fs-core';
import type { Steps } from './merge-in-parts.ts';

const TURN_MS = 10;

/** Does work a few milliseconds at a time, so that others are served meanwhile. @throws ToolError `CANCELLED` */
export async function inTurns<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  for (let end = performance.now() + TURN_MS; ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < end) continue;
    await yieldToEventLoop();
    assertNotCancelled(signal);
    end = performance.now() + TURN_MS;
  }
}
