import type { TransactionContext } from './planned.ts';
import { createRecordMemory, type RecordMemory } from './record-memory.ts';
import { type RecordPlace, recordsIn } from './record-places.ts';
import type { PlaceRecords } from './recover.ts';

// A server that goes on where another was killed has to find out, and looking costs a call of the system.
const LOOK_AGAIN_SECONDS = 1;
// After so long, the rest of this process's own waits for the next look.
const OWN_SECONDS = 2;

/**
 * Makes a function that takes back what is left of transactions in the trees whose process was killed, to be awaited
 * before anything of the trees is shown or changed. If it cannot, the call goes on, and a later one looks again. Does
 * nothing in a context that finishes nothing.
 */
export function createRecovery(context: TransactionContext): () => Promise<void> {
  if (!context.recovers) return async () => undefined;
  const memories = new Map(context.recordPlaces.map((place) => [place, createRecordMemory()]));
  const ownMemory = createRecordMemory();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isLooking = false;
  let recovered = Promise.resolve();
  const look = async (): Promise<void> => {
    await recoverOwn(context, ownMemory);
    for (const [place, memory] of memories) await recoverIn(context, place, memory);
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

/** Retries what this process could not finish itself, wherever its records are. */
async function recoverOwn(context: TransactionContext, memory: RecordMemory): Promise<void> {
  const until = process.uptime() + OWN_SECONDS;
  const own = [...context.unfinished];
  memory.keep([...context.unfinished.keys()]);
  for (const [name, place] of own) {
    if (process.uptime() > until) return;
    // What fails again comes after the others.
    context.unfinished.delete(name);
    context.unfinished.set(name, place);
    await recoverAndTell(context, { place, names: [name], memory, isOwn: true }).catch(() => undefined);
  }
}

/** A place that cannot be looked at keeps no other from it, as where something else has the name of its directory. */
async function recoverIn(context: TransactionContext, place: RecordPlace, memory: RecordMemory): Promise<void> {
  try {
    const names = recordsIn(place);
    memory.keep(names);
    const others = names.filter((name) => !context.unfinished.has(name));
    if (others.length > 0) await recoverAndTell(context, { place, names: others, memory, isOwn: false });
  } catch {
    // A later call looks again.
  }
}

async function recoverAndTell(context: TransactionContext, found: PlaceRecords): Promise<void> {
  const { recover } = await import('./changes.ts');
  for (const { isUndone, ...recovery } of await recover(context, found)) {
    const became = isUndone ? 'taken back' : 'finished';
    context.log('warn', `A transaction that ended in the middle was ${became}`, recovery);
  }
}
