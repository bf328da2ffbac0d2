import { ToolError } from '../errors/tool-error.ts';
import type { TransactionContext } from './planned.ts';
import { createRecordMemory, type RecordMemory } from './record-memory.ts';
import { type RecordPlace, recordsIn } from './record-places.ts';

// A server that goes on where another was killed has to find out, and looking costs a call of the system.
const LOOK_AGAIN_SECONDS = 1;

/**
 * Makes a function that takes back what is left of transactions in the trees whose process was killed, to be awaited
 * before anything of the trees is shown or changed. If it cannot, the call goes on, and a later one looks again. Does
 * nothing in a context that finishes nothing.
 * @param finish finishes what consists of several transactions
 */
export function createRecovery(
  context: TransactionContext,
  finish: () => Promise<void> = async () => undefined,
): () => Promise<void> {
  if (!context.recovers) return async () => undefined;
  const memories = new Map(context.recordPlaces.map((place) => [place, createRecordMemory()]));
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isLooking = false;
  let recovered = Promise.resolve();
  const look = async (): Promise<void> => {
    const own = [...context.unfinished];
    context.unfinished.clear();
    for (const [place, memory] of memories) await recoverIn(context, place, { memory, own });
    await finish();
  };
  return () => {
    // Not the time of day, which may go back by hours, nor `performance`, which takes half a millisecond to load.
    const now = process.uptime();
    const isDue = now - lookedAt >= LOOK_AGAIN_SECONDS || context.unfinished.size > 0;
    if (isLooking || !isDue) return recovered;
    lookedAt = now;
    isLooking = true;
    recovered = look()
      .catch(() => {
        lookedAt = Number.NEGATIVE_INFINITY;
      })
      .finally(() => {
        isLooking = false;
      });
    return recovered;
  };
}

interface Known {
  readonly memory: RecordMemory;
  readonly own: readonly string[];
}

/** A place that cannot be looked at keeps no other from it. */
async function recoverIn(context: TransactionContext, place: RecordPlace, { memory, own }: Known): Promise<void> {
  try {
    const names = recordsIn(place);
    if (names.length === 0) return;
    const { recover } = await import('./changes.ts');
    for (const { isUndone, ...found } of await recover(context, { place, names, memory, own })) {
      const became = isUndone ? 'taken back' : 'finished';
      context.log('warn', `A transaction that ended in the middle was ${became}`, found);
    }
  } catch (error) {
    // Something else has the name of the directory of records: then there are none.
    if (error instanceof ToolError) return;
    for (const name of own) context.unfinished.add(name);
  }
}
