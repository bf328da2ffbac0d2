import type { TransactionContext } from './planned.ts';
import { recordsIn } from './record-places.ts';

// A server that goes on where another was killed has to find out, and looking costs a call of the system.
const LOOK_AGAIN_SECONDS = 1;

/**
 * Makes a function that takes back what is left of transactions in the trees whose process was killed, to be awaited
 * before anything of the trees is shown or changed. If it cannot, the call goes on, and a later one looks again.
 * @param finish finishes what consists of several transactions
 */
export function createRecovery(
  context: TransactionContext,
  finish: () => Promise<void> = async () => undefined,
): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let recovered = Promise.resolve();
  const look = async (): Promise<void> => {
    const unfinished = [...context.unfinished];
    for (const place of context.recordPlaces) {
      const names = recordsIn(place);
      if (names.length === 0) continue;
      const { recover } = await import('./changes.ts');
      for (const { isUndone, ...found } of await recover(context, { place, names }, unfinished)) {
        const became = isUndone ? 'taken back' : 'finished';
        context.log('warn', `A transaction that ended in the middle was ${became}`, found);
      }
    }
    for (const name of unfinished) context.unfinished.delete(name);
    await finish();
  };
  return () => {
    // Not the time of day, which may go back by hours, nor `performance`, which takes half a millisecond to load.
    const now = process.uptime();
    if (now - lookedAt < LOOK_AGAIN_SECONDS && context.unfinished.size === 0) return recovered;
    lookedAt = now;
    recovered = look().catch(() => {
      lookedAt = Number.NEGATIVE_INFINITY;
    });
    return recovered;
  };
}
