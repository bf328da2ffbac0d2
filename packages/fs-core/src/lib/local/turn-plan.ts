import { closeSync, openSync, readdirSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { syncPath, syncToDisk } from '../descriptors/sync.ts';
import { attempt, orNull } from '../errors/best-effort.ts';
import { unkept } from '../journal/journal-place.ts';
import { currentOwner, livenessOf } from '../lock/lock-owner.ts';
import { OWNER_PATTERN } from '../lock/temp-file-name.ts';
import { uniqueSuffix } from '../lock/unique-suffix.ts';
import { readPlainFile } from '../paths/plain-file.ts';
import type { Direction } from './change-cells.ts';
import { PLAN_SUFFIX } from './plan-name.ts';

/** Operations that are turned in several transactions, and are all of them turned or none. */
export interface TurnPlan {
  readonly direction: Direction;
  /** In the order in which they are turned. */
  readonly ids: readonly string[];
}

/** A plan whose process ended in the middle of it. */
export interface LeftPlan extends TurnPlan, WrittenPlan {
  readonly path: string;
}

/** A plan that others find. */
export interface WrittenPlan {
  /** To be called once nothing is left to be done. */
  remove(): void;
}

/** Writes a plan down, where whoever opens the journal next finds it. @throws ToolError `IO_ERROR`, `DISK_FULL` */
export async function writePlan(records: string, plan: TurnPlan): Promise<WrittenPlan> {
  const path = join(records, `${currentOwner()}-${uniqueSuffix()}${PLAN_SUFFIX}`);
  const remove = (): void => void attempt(() => unlinkSync(path));
  try {
    const fd = openSync(path, 'wx', 0o600);
    try {
      writeSync(fd, `${JSON.stringify(plan)}\n`);
      await syncToDisk(fd);
    } finally {
      closeSync(fd);
    }
    await syncPath(records);
  } catch (error) {
    remove();
    throw unkept(error, records);
  }
  return { remove };
}

/** The plans that ended processes have left. One that is not whole was not begun. */
export function leftPlans(records: string): LeftPlan[] {
  const names = orNull(() => readdirSync(records)) ?? [];
  return names.filter(isLeft).map((name) => {
    const path = join(records, name);
    const remove = (): void => void attempt(() => unlinkSync(path));
    return { ...planIn(orNull(() => readPlainFile(path)?.toString()) ?? ''), path, remove };
  });
}

const NAME = new RegExp(`^(${OWNER_PATTERN})-[0-9a-f]{12}\\${PLAN_SUFFIX}$`);

function isLeft(name: string): boolean {
  const owner = NAME.exec(name)?.[1];
  return owner !== undefined && livenessOf(owner) === 'dead';
}

const NOTHING: TurnPlan = { direction: 'undo', ids: [] };

function planIn(text: string): TurnPlan {
  try {
    const plan: unknown = JSON.parse(text);
    return isPlan(plan) ? plan : NOTHING;
  } catch {
    return NOTHING;
  }
}

function isPlan(value: unknown): value is TurnPlan {
  if (typeof value !== 'object' || value === null || !('direction' in value) || !('ids' in value)) return false;
  const { direction, ids } = value;
  return (
    (direction === 'undo' || direction === 'redo') && Array.isArray(ids) && ids.every((id) => typeof id === 'string')
  );
}
