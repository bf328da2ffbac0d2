import { rmdirSync } from 'node:fs';
import { isAllowedPath } from '../descriptors/allowed-pin.ts';
import { resolveEntry } from '../descriptors/resolve-entry.ts';
import { releaseTarget, type Target } from '../descriptors/resolve-target.ts';
import { attempt } from '../errors/best-effort.ts';
import { ToolError } from '../errors/tool-error.ts';
import { digestIn, filesIn, nodesOf } from '../journal/entry.ts';
import { openJournal } from '../journal/journal.ts';
import { isTempFileName } from '../lock/temp-file-name.ts';
import { systemPath } from '../paths/byte-path.ts';
import { pathsIn, pathsOf, type Recorded } from './intent-record.ts';
import type { TransactionContext } from './planned.ts';
import type { RecordPlace } from './record-places.ts';
import { recordsOf } from './records-of.ts';
import type { HeldStep, StepRecord } from './step.ts';
import { finishStep, isTaken, undoStep } from './undo-step.ts';

/** What became of a transaction that ended in the middle. */
export interface Recovery {
  /** The real paths that it named. */
  readonly paths: readonly string[];
  /** Whether it was taken back; else everything was in place already, and only its leftovers were removed. */
  readonly isUndone: boolean;
  /** Real paths that other programs have changed since: they stay as they are. */
  readonly changedSince: readonly string[];
}

/** The records of one place. */
export interface Found {
  readonly place: RecordPlace;
  /** As `recordsIn` gives them. */
  readonly names: readonly string[];
}

/**
 * Takes back, or tidies up after, what processes left that ended in the middle of a transaction in the trees of this
 * volume. One that names anything outside of them, or something denied, is left alone.
 * @param own records of this process that it could not finish itself, by their names
 */
export async function recover(
  context: TransactionContext,
  { place, names }: Found,
  own: readonly string[],
): Promise<Recovery[]> {
  const recoveries: Recovery[] = [];
  for (const name of names) {
    using claim = await recordsOf(place).claim(name, own.includes(name));
    if (claim === null) continue;
    const { record } = claim;
    const recovery = record === null ? null : await recoverOne(context, record);
    if (record !== null && recovery?.isUndone === false) await enterLate(context, record);
    if (record === null || recovery !== null) claim.remove();
    if (recovery !== null && record?.placing) recoveries.push(recovery);
  }
  return recoveries;
}

/** Tells the journal of an operation whose process could not. @throws ToolError as `Journal.enter` */
async function enterLate({ journal: place, settings }: TransactionContext, { entry }: Recorded): Promise<void> {
  if (entry === null || place === null) return;
  const journal = openJournal(place);
  // The record of a shared tree may be that of a process with another journal.
  const files = nodesOf(entry).flatMap(filesIn);
  if (files.some(({ isKept, version, size }) => isKept && !journal.contents.has(digestIn(version), size))) return;
  await journal.enter(entry, { durable: settings.durable, isNew: false });
}

/** Null if it is not this volume's to take back. */
async function recoverOne(context: TransactionContext, record: Recorded): Promise<Recovery | null> {
  const isOurs = pathsIn(record).every((path) => isAllowedPath(context.scope, path, 'write'));
  if (!isOurs || !record.steps.every(isWellFormed)) return null;
  const paths = record.steps.flatMap(pathsOf);
  return whileLocked(context, [...new Set(paths)].sort(), () => {
    const changedSince: string[] = [];
    const steps = record.steps.map((step, index) => ({ record: step, made: record.placing?.[index] ?? null }));
    const isDone = record.isDone || (record.placing !== null && isComplete(context, record, steps));
    for (const step of steps.reverse()) {
      inDirectories(context, step, (held) => {
        if (record.placing !== null && !isDone && !undoStep(context.platform, held))
          changedSince.push(step.record.path);
        finishStep(context.platform, held);
      });
    }
    for (const path of isDone ? [] : [...record.made].reverse()) removeEmpty(context, path);
    return { paths, isUndone: !isDone, changedSince };
  });
}

/** Whether everything is in place, and only the mark is missing. */
function isComplete(
  context: TransactionContext,
  { made }: Recorded,
  steps: readonly Pick<HeldStep, 'record' | 'made'>[],
): boolean {
  let taken = 0;
  for (const step of steps) {
    inDirectories(context, step, (held) => {
      if (isTaken(context.platform, held)) taken += 1;
    });
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

/** Whether a transaction made the names beside the paths: a record that was tampered with renames no other file. */
function isWellFormed(step: StepRecord): boolean {
  const own = step.do === 'put' ? [step.staged, step.kept] : [step.kept];
  return own.every((name) => name === null || isTempFileName(name));
}

async function whileLocked<T>(
  context: TransactionContext,
  [path, ...others]: readonly string[],
  act: () => T,
): Promise<T> {
  if (path === undefined) return act();
  using _lock = await context.locksFor(path).lock(path);
  return await whileLocked(context, others, act);
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

function removeEmpty(context: TransactionContext, path: string): void {
  attempt(() =>
    withTargets(context, [path], ([target]) => {
      if (target === undefined || target.existing === null) return;
      context.platform.within(target.parent, (at) => rmdirSync(systemPath(at(target.name))));
    }),
  );
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
    if (targets.every(({ missing }) => missing.length === 0)) act(targets);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
  } finally {
    for (const target of targets) releaseTarget(context.platform, target);
  }
}
