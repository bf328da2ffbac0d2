import type { CallSlots } from '@dragoman/mcp/internal/server';

/** Bounds how many calls run at once. Those that wait take turns by principal: no burst of one delays the others. */
export interface FairSlots {
  slotsOf(principal: string): Pick<CallSlots, 'take' | 'release'>;
  /** Called when a principal may start calls again. */
  startWaiting(): void;
  readonly running: number;
  readonly waiting: number;
}

/** @param mayStart whether a principal may start calls now, however many run */
export function createFairSlots(limit: number, mayStart: (principal: string) => boolean = () => true): FairSlots {
  /** Waiting calls by principal, in the order in which principals have their turn. */
  const queues = new Map<string, (() => void)[]>();
  let running = 0;
  let waiting = 0;

  const startWaiting = (): void => {
    for (const [principal, queue] of queues) {
      if (running >= limit) return;
      if (!mayStart(principal)) continue;
      const start = queue.shift();
      queues.delete(principal);
      // Last in order, so that this loop comes to it again.
      if (queue.length > 0) queues.set(principal, queue);
      running += 1;
      waiting -= 1;
      start?.();
    }
  };

  return {
    startWaiting,
    get running() {
      return running;
    },
    get waiting() {
      return waiting;
    },
    slotsOf: (principal) => ({
      take() {
        if (running < limit && mayStart(principal)) {
          running += 1;
          return null;
        }
        waiting += 1;
        return new Promise((resolve) => {
          const queue = queues.get(principal) ?? [];
          queue.push(resolve);
          queues.set(principal, queue);
        });
      },
      release() {
        running -= 1;
        startWaiting();
      },
    }),
  };
}
