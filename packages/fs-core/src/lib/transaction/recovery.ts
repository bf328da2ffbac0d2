import { abandonedRecords } from './intent-record.ts';
import type { TransactionContext } from './planned.ts';

// A server that goes on where another was killed has to find out, and looking costs a call of the system.
const LOOK_AGAIN_MS = 1000;

/**
 * Makes a function that takes back what is left of transactions in the trees whose process was killed, to be awaited
 * before anything of the trees is shown or changed. If it cannot, the call goes on, and a later one looks again.
 */
export function createRecovery(context: TransactionContext): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let recovered = Promise.resolve();
  const look = async (): Promise<void> => {
    const records = [...abandonedRecords(), ...context.unfinished];
    if (records.length === 0) return;
    context.unfinished.clear();
    const { recover } = await import('./recover.ts');
    for (const { isUndone, ...found } of await recover(context, records)) {
      const became = isUndone ? 'taken back' : 'finished';
      context.log('warn', `A transaction that ended in the middle was ${became}`, found);
    }
  };
  return () => {
    const now = performance.now();
    if (now - lookedAt < LOOK_AGAIN_MS && context.unfinished.size === 0) return recovered;
    lookedAt = now;
    recovered = look().catch(() => {
      lookedAt = Number.NEGATIVE_INFINITY;
    });
    return recovered;
  };
}
