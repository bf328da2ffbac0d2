import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { recorderFor, type Stage, type Stageable, type TransactionContext } from './planned.ts';
import { RecordedChanges } from './recorded-changes.ts';
import { placeAlone, syncChanged } from './staged-changes.ts';

/** Stages all of the changes, and then puts them in place. Returns whether the directories are on the disk, too. */
export async function carryOut(
  context: TransactionContext,
  changes: readonly Stageable[],
  stage: Stage,
): Promise<boolean> {
  const [only, ...others] = changes;
  if (only === undefined) return true;
  const isAlone = others.length === 0 && only.records.length <= 1 && !only.isLong;
  if (isAlone && recorderFor(context, stage) === null) return await carryOutAlone(context, only, stage);
  using recorded = new RecordedChanges(context, changes, { isAlone, stage });
  return await recorded.carryOut();
}

/** A single step is made or not made, whatever happens: it needs no record. */
async function carryOutAlone(context: TransactionContext, change: Stageable, stage: Stage): Promise<boolean> {
  const staged = await change.stage(stage);
  assertNotCancelled(stage.signal);
  staged.assertUnchanged?.();
  placeAlone(context, staged);
  return syncChanged(context, [staged]);
}
