import { abandonedRecords } from './intent-record.ts';
import type { TransactionContext } from './planned.ts';
import type { Recovery } from './recover.ts';

/**
 * Makes a function that takes back what killed processes left in the trees, to be awaited before anything of them is
 * shown or changed. It looks once; if it cannot, the call goes on, and the next one looks again.
 */
export function createRecovery(
  context: TransactionContext,
  onRecovery: (recovery: Recovery) => void = () => undefined,
): () => Promise<void> {
  let recovered: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const records = abandonedRecords();
    if (records.length === 0) return;
    const { recover } = await import('./recover.ts');
    for (const recovery of await recover(context, records)) onRecovery(recovery);
  };
  return () => {
    recovered ??= look().catch(() => {
      recovered = undefined;
    });
    return recovered;
  };
}
