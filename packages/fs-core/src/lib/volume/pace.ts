import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';

/** Milliseconds that a job works before others have their turn. */
const SLICE_MS = 10;

/** Called between the steps of a long job: waits for the job's next turn if it has worked for a while, else null. */
export type Pace = () => Promise<void> | null;

/** A computation in small steps, between which others may have their turn. */
export type Steps<Result> = Generator<void, Result>;

interface WaitingJob {
  /** Number in the order in which jobs turned out to be long. */
  readonly number: number;
  readonly signal: AbortSignal | undefined;
  resume(): void;
}

const turns = createTurns();

/** @param signal if it is aborted, the pace throws `CANCELLED`; left out where the job must come to its end */
export function createPace(signal?: AbortSignal): Pace {
  let since = Date.now();
  let number: number | null = null;
  const waitForTurn = async (): Promise<void> => {
    number ??= turns.nextNumber();
    await turns.wait(number, signal);
    assertNotCancelled(signal);
    since = Date.now();
  };
  // The time of day may be set back.
  return () => (Math.abs(Date.now() - since) < SLICE_MS ? null : waitForTurn());
}

/** Takes the steps of a computation at a pace. @throws ToolError `CANCELLED`; what the computation throws */
export async function paced<Result>(steps: Steps<Result>, pace: Pace): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const turn = pace();
    if (turn !== null) await turn;
  }
}

/**
 * Lets one long job go on in each turn of the event loop, so that nothing else waits for more than one slice. Turns go to
 * the oldest job and to the newest alternately: jobs end one after another and free their memory, and one that is not so
 * long after all need not wait for them.
 */
function createTurns() {
  const waiting: WaitingJob[] = [];
  let jobs = 0;
  let isForOldest = false;

  const goOn = (): void => {
    const urgent = waiting.findIndex(isUrgent);
    if (urgent === -1) isForOldest = !isForOldest;
    const [job] = waiting.splice(urgent !== -1 || isForOldest ? Math.max(urgent, 0) : -1, 1);
    job?.resume();
    if (waiting.length > 0) setImmediate(goOn);
  };

  return {
    nextNumber: () => jobs++,
    wait: (number: number, signal: AbortSignal | undefined) =>
      new Promise<void>((resume) => {
        const after = waiting.findLastIndex((other) => other.number < number);
        waiting.splice(after + 1, 0, { number, signal, resume });
        if (waiting.length === 1) setImmediate(goOn);
      }),
  };
}

/** True for what must come to its end, and may hold a lock, and for what ends as soon as it goes on. */
function isUrgent({ signal }: WaitingJob): boolean {
  return signal === undefined || signal.aborted;
}
