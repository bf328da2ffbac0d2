import { rmdirSync } from 'node:fs';
import { resolveEntry } from '../descriptors/resolve-entry.ts';
import { releaseTarget, type Target } from '../descriptors/resolve-target.ts';
import { attempt } from '../errors/best-effort.ts';
import { ToolError } from '../errors/tool-error.ts';
import { LOCK_WAIT_MS } from '../lock/file-locks.ts';
import { createPace, type Pace } from '../volume/pace.ts';
import { pathsOf, type RecordedIntent } from './intent-record.ts';
import type { TransactionContext } from './planned.ts';
import type { RecordPlace } from './record-places.ts';
import type { HeldStep } from './step.ts';
import { finishStep, isTaken, undoStep } from './undo-step.ts';

/** Result of recovering a transaction that ended in the middle. */
export interface Recovery {
  /** The real paths that it named. */
  readonly paths: readonly string[];
  /** True if it was taken back; else everything was in place already, and only its leftovers were removed. */
  readonly isUndone: boolean;
  /** Real paths that other programs have changed since: they stay as they are. */
  readonly changedSince: readonly string[];
}

/** Takes back what a record tells of, or finishes it. @throws ToolError as `FileLocks.lock` and `Recording.done` */
export async function recoverRecord(
  context: TransactionContext,
  record: RecordedIntent,
  place: RecordPlace,
): Promise<Recovery> {
  const recovery = await takeBack(context, record, place);
  if (!recovery.isUndone) await recordLate(context, record, place);
  return recovery;
}

function takeBack(context: TransactionContext, record: RecordedIntent, place: RecordPlace): Promise<Recovery> {
  const paths = record.steps.flatMap(pathsOf);
  const pace = createPace();
  const wait = place.kind === 'tree' ? IN_A_TREE : ELSEWHERE;
  return whileLocked(context, { paths: [...new Set(paths)].sort(), wait, since: Date.now(), pace }, async () => {
    const changedSince: string[] = [];
    const steps = record.steps.map((step, index) => ({ record: step, made: record.placing?.[index] ?? null }));
    const isDone = record.isDone || (record.placing !== null && (await isComplete(context, record, steps)));
    for (const step of steps.reverse()) {
      inDirectories(context, step, (held) => {
        if (record.placing !== null && !isDone && !undoStep(context.platform, held))
          changedSince.push(step.record.path);
        finishStep(context.platform, held);
      });
      await pace();
    }
    if (!isDone) await removeEmpty(context, record.made.toReversed());
    return { paths, isUndone: !isDone, changedSince };
  });
}

/** True if everything is in place, and only the mark is missing. */
async function isComplete(
  context: TransactionContext,
  { made }: RecordedIntent,
  steps: readonly Pick<HeldStep, 'record' | 'made'>[],
): Promise<boolean> {
  const pace = createPace();
  let taken = 0;
  for (const step of steps) {
    inDirectories(context, step, (held) => {
      if (isTaken(context.platform, held)) taken += 1;
    });
    await pace();
  }
  return taken === steps.length && (steps.length > 0 || made.every((path) => isDirectory(context, path)));
}

function isDirectory(context: TransactionContext, path: string): boolean {
  let isOne = false;
  withTargets(context, [path], ([target]) => {
    isOne = target?.existing?.stat.isDirectory() ?? false;
  });
  return isOne;
}

// Anybody may have written the record of a shared tree. One that names thousands of files is given up after so long, and
// one that names a file which somebody writes.
const IN_A_TREE = { allMs: 3000, oneMs: 500 };
const ELSEWHERE = { allMs: Number.POSITIVE_INFINITY, oneMs: LOCK_WAIT_MS };

interface LockWait {
  readonly paths: readonly string[];
  readonly wait: typeof ELSEWHERE;
  readonly since: number;
  readonly pace: Pace;
}

async function whileLocked<T>(
  context: TransactionContext,
  { paths: [path, ...others], wait, since, pace }: LockWait,
  act: () => Promise<T>,
): Promise<T> {
  if (path === undefined) return act();
  if (Date.now() - since > wait.allMs) throw tooLong(path);
  using _lock = await context.locksFor(path).lock(path, { waitMs: wait.oneMs });
  await pace();
  return await whileLocked(context, { paths: others, wait, since, pace }, act);
}

function tooLong(path: string): ToolError {
  const failure = { code: 'CONFLICT', problem: 'locked', path, holder: null } as const;
  return new ToolError(failure, `Cannot recover "${path}": its record names more files than can be locked in time`);
}

function inDirectories(
  context: TransactionContext,
  step: Pick<HeldStep, 'record' | 'made'>,
  act: (held: HeldStep) => void,
): void {
  withTargets(context, pathsOf(step.record), ([from, to = from]) => {
    if (from !== undefined && to !== undefined) act({ ...step, directory: from.parent, into: to.parent });
  });
}

/** Removes those of the directories, innermost first, that are empty, or become so. */
export async function removeEmpty(context: TransactionContext, directories: readonly string[]): Promise<void> {
  const pace = createPace();
  for (const path of directories) {
    attempt(() =>
      withTargets(context, [path], ([target]) => {
        if (target === undefined || target.existing === null) return;
        context.platform.within(target.parent, (at) => rmdirSync(at(target.name)));
      }),
    );
    await pace();
  }
}

/** Does nothing if the directory of one of the paths is gone, and with it all that was in it. */
function withTargets(
  context: TransactionContext,
  paths: readonly string[],
  act: (targets: readonly Target[]) => void,
): void {
  const targets: Target[] = [];
  try {
    for (const path of paths) targets.push(resolveEntry(context, path));
    // A link that is on the way now leads to something of which the record does not tell.
    if (targets.every(({ missing, realPath }, at) => missing.length === 0 && realPath === paths[at])) act(targets);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
  } finally {
    for (const target of targets) releaseTarget(context.platform, target);
  }
}

/** Records what a process could not that has ended. @throws ToolError as `Recording.done` */
async function recordLate(context: TransactionContext, { note }: RecordedIntent, { kind }: RecordPlace): Promise<void> {
  const recording = note === null ? null : await context.recorder?.unfinished(note, kind === 'tree');
  if (!recording) return;
  await removeEmpty(context, recording.emptied);
  await recording.done(context.settings.durable);
}
