import { isLostRace } from '../descriptors/file-update.ts';
import type { Target } from '../descriptors/resolve-target.ts';
import type { WriteTarget } from '../descriptors/write-target.ts';
import type { Change, WriteResult } from '../volume/change.ts';
import { carryOut } from './carry-out.ts';
import { WritePlan } from './plan-write.ts';
import type { Stage, TransactionContext } from './planned.ts';

export interface LockedUpdate<Result> {
  readonly change: Change<Result>;
  readonly dryRun: boolean;
  readonly signal: AbortSignal | undefined;
  readonly by: Stage['by'];
  /** Since when the caller waits for its turn, by `Date.now`. */
  readonly since: number;
}

/**
 * Updates a file under its lock, which keeps other writers away. If another program changed it all the same since it
 * was opened, the change is computed once more from what is there now.
 */
export async function updateLocked<Result>(
  context: TransactionContext,
  target: WriteTarget,
  update: LockedUpdate<Result>,
): Promise<WriteResult<Result>> {
  const { since, signal } = update;
  using lock = await context.locksFor(target.realPath).lock(target.realPath, { since, signal });
  if (lock.waited) target.release();
  try {
    return await updateFile(context, target.resolve(), update);
  } catch (error) {
    if (!isLostRace(error)) throw error;
    return await updateFile(context, target.resolve(), update);
  }
}

async function updateFile<Result>(
  context: TransactionContext,
  target: Target,
  { change, dryRun: isDry, signal, by }: LockedUpdate<Result>,
): Promise<WriteResult<Result>> {
  using plan = new WritePlan(context, target, { change });
  const stage = { isDry, signal, by };
  await plan.prepare(stage);
  const isSynced = isDry || (await carryOut(context, [plan], stage));
  const { change: _, ...result } = plan.result(isSynced);
  return result;
}
