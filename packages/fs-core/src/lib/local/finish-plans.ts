import { join } from 'node:path';
import { ToolError } from '../errors/tool-error.ts';
import type { OperationEntry } from '../journal/entry.ts';
import { lockFile } from '../lock/file-lock.ts';
import { batchesOf } from './batches.ts';
import type { Direction } from './change-cells.ts';
import { firstOf, type ListedOperation } from './operation-list.ts';
import { operationsIn, type Past } from './past.ts';
import { turnAll, turnBack } from './turn-operations.ts';
import { type LeftPlan, leftPlans } from './turn-plan.ts';

/**
 * Completes what killed processes left in the middle of several transactions, or takes it back. What this process can do
 * neither with, another one tries again.
 */
export async function finishPlans(past: Past): Promise<void> {
  const { records, triedPlans: tried } = past.place;
  const left = (): LeftPlan[] => leftPlans(records).filter(({ path }) => !tried.has(path));
  if (left().length === 0) return;
  // One process at a time: two would find each other's half of the work to be somebody's change.
  using _lock = await lockFile(join(records, 'plans'));
  for (const plan of left()) {
    const planned = operationsOf(past, plan);
    // What others are to finish stays for them.
    if (planned.some(({ isAllowed }) => !isAllowed)) continue;
    if (await finishPlan(past, plan.direction, planned)) plan.remove();
    else tried.add(plan.path);
  }
}

function operationsOf(past: Past, { ids }: LeftPlan): ListedOperation[] {
  const { all } = operationsIn(past);
  return ids.flatMap((id) => firstOf(all, (each) => each.id === id) ?? []);
}

/** Returns whether nothing is left to be done. */
async function finishPlan(past: Past, direction: Direction, planned: readonly ListedOperation[]): Promise<boolean> {
  const state = direction === 'undo' ? 'undone' : 'done';
  const entriesOf = (isDone: boolean): OperationEntry[] =>
    planned.filter((each) => (each.state === state) === isDone).flatMap((each) => each.entry() ?? []);
  const [done, rest] = [entriesOf(true), entriesOf(false)];
  if (done.length === 0 || rest.length === 0) return true;
  const complete = async () => (await turnAll(past, { direction, operations: rest }, {})).length === 0;
  return (await succeeds(past, complete)) || succeeds(past, () => turnBack(past, direction, batchesOf(done)));
}

/** What cannot be finished must not keep the journal from being read. */
async function succeeds({ context }: Past, act: () => Promise<boolean>): Promise<boolean> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    context.log('warn', 'What a killed process was undoing or redoing could not be finished', error.failure);
    return false;
  }
}
