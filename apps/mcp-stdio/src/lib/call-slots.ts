/** Bounds how many calls run at once, so that a burst of them cannot fill the memory with results. */
export interface CallSlots {
  /** Resolves when a call may start; null if it may at once. Whoever takes a slot releases it. */
  take(): Promise<void> | null;
  /** Gives the slot of a call that has been answered to the next one. */
  release(): void;
  /** Lets no further call start; resolves when those that run have been released. */
  drained(): Promise<void>;
}

interface Slots {
  readonly limit: number;
  readonly backpressure: () => Promise<unknown> | null;
  readonly waiting: (() => void)[];
  running: number;
  /** Whether `startInTurn` is at work. */
  isStarting: boolean;
  onDrained: (() => void) | null;
}

/**
 * @param limit the most calls that run at once
 * @param backpressure resolves when the client reads on; null while it reads
 */
export function createCallSlots(limit: number, backpressure: Slots['backpressure']): CallSlots {
  const slots: Slots = { limit, backpressure, waiting: [], running: 0, isStarting: false, onDrained: null };
  return { take: () => take(slots), release: () => release(slots), drained: () => drained(slots) };
}

function take(slots: Slots): Promise<void> | null {
  const { waiting, running, onDrained, backpressure } = slots;
  // Waiting for the next turn takes as long as a small call, and no other call waits for this one.
  if (running === 0 && waiting.length === 0 && onDrained === null && backpressure() === null) {
    slots.running = 1;
    return null;
  }
  return new Promise((resolve) => {
    waiting.push(resolve);
    void startInTurn(slots);
  });
}

function release(slots: Slots): void {
  slots.running -= 1;
  if (slots.running === 0) slots.onDrained?.();
  if (!mayStart(slots)) return;
  // Writing the last answer may have filled the pipe.
  if (slots.backpressure() === null) startNext(slots);
  else void startInTurn(slots);
}

/** Most calls end at once, and start the next one then; if they do not, one more starts with each turn. */
async function startInTurn(slots: Slots): Promise<void> {
  if (slots.isStarting) return;
  slots.isStarting = true;
  while (mayStart(slots)) {
    await new Promise(setImmediate);
    for (let wait = slots.backpressure(); wait !== null; wait = slots.backpressure()) await wait;
    if (mayStart(slots)) startNext(slots);
  }
  slots.isStarting = false;
}

function mayStart({ waiting, running, limit, onDrained }: Slots): boolean {
  return waiting.length > 0 && running < limit && onDrained === null;
}

function startNext(slots: Slots): void {
  slots.running += 1;
  slots.waiting.shift()?.();
}

function drained(slots: Slots): Promise<void> {
  return new Promise((resolve) => {
    slots.onDrained = resolve;
    if (slots.running === 0) resolve();
  });
}
