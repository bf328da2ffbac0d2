import type { Pin } from '../descriptors/platform.ts';
import { syncDirectories } from '../descriptors/sync.ts';
import type { StagedChange, TransactionContext } from './planned.ts';
import type { ReadyStep } from './step.ts';
import { takeAlone } from './take-step.ts';

/** The steps of changes, in their order. */
export function stepsOf(staged: readonly StagedChange[]): ReadyStep[] {
  return staged.flatMap((change) => change.steps);
}

/** Takes the one step of a change. @throws the system's error; then nothing has changed */
export function placeAlone({ platform }: Pick<TransactionContext, 'platform'>, staged: StagedChange): void {
  for (const step of staged.steps) takeAlone(platform, step);
  // First of all, so that what is learnt differs from the state after anybody's later change.
  staged.placed?.();
  staged.keep?.();
}

/** Puts the names that were changed on the disk. Returns whether they are there. */
export async function syncChanged(
  { platform, settings }: Pick<TransactionContext, 'platform' | 'settings'>,
  staged: readonly StagedChange[],
): Promise<boolean> {
  if (!settings.durable) return true;
  const pins = new Map<string, Pin>();
  for (const { changedDirectories } of staged) for (const pin of changedDirectories) pins.set(pin.realPath, pin);
  return syncDirectories(platform, [...pins.values()]);
}
