import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** How long a job works before others have their turn, in milliseconds. */
const SLICE_MS = 10;

/** Called between the steps of a long job: gives others their turn whenever the job has worked for a while. */
export type Pace = () => Promise<void>;

/** @param signal if it is aborted, the pace throws `CANCELLED`; left out where the job must come to its end */
export function createPace(signal?: AbortSignal): Pace {
  let since = Date.now();
  return async () => {
    // The time of day may be set back.
    if (Math.abs(Date.now() - since) < SLICE_MS) return;
    await yieldToEventLoop();
    assertNotCancelled(signal);
    since = Date.now();
  };
}

/** Takes the steps of a computation at a pace. @throws ToolError `CANCELLED`; what the computation throws */
export async function paced<Result>(steps: Generator<undefined, Result>, pace: Pace): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pace();
  }
}
