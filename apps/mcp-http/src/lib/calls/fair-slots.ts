import type { CallSlots } from '@dragoman/mcp';

/** Bounds how many calls run at once. Those that wait take turns by principal: no burst of one delays the others. */
export interface FairSlots {
  slotsOf(principal: string): Pick<CallSlots, 'take' | 'release'>;
  readonly running: number;
  readonly waiting: number;
}

export function createFairSlots(limit: number): FairSlots {
  /** By principal, in the order in which they have their turn. */
  const queues = new Map<string, (() => void)[]>();
  let running = 0;
  let waiting = 0;

  const startNext = (): void => {
    const [next] = queues;
    if (next === undefined || running >= limit) return;
    const [principal, queue] = next;
    queues.delete(principal);
    const start = queue.shift();
    if (queue.length > 0) queues.set(principal, queue);
    running += 1;
    waiting -= 1;
    start?.();
  };

  return {
    get running() {
      return running;
    },
    get waiting() {
      return waiting;
    },
    slotsOf: (principal) => ({
      take() {
        if (running < limit) {
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
        startNext();
      },
    }),
  };
}
