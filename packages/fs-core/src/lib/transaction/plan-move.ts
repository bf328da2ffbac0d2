import { identityAt } from '../descriptors/file-identity.ts';
import { assertUnchanged } from '../descriptors/file-update.ts';
import { ParentDirectories } from '../descriptors/parent-directories.ts';
import { missingDirectories, releaseTarget } from '../descriptors/resolve-target.ts';
import { newKeptName } from '../descriptors/stale-temp-files.ts';
import { orNull, orUndo } from '../errors/best-effort.ts';
import { notRegular } from '../errors/not-regular.ts';
import { ToolError } from '../errors/tool-error.ts';
import { contains } from '../paths/scope.ts';
import type { MoveResult } from '../volume/change.ts';
import type { FileIdentity, RealPath } from '../volume/open-entry.ts';
import type { EntryChange } from './entry-change.ts';
import { expectedAt, fingerprintOf } from './fingerprint.ts';
import { type Ends, isElsewhere, isOneEntry, type Move, moveEntry, prepareMove, seen } from './move-ends.ts';
import { CopyPlan } from './plan-copy.ts';
import { HeldEntry } from './plan-remove.ts';
import { WritePlan } from './plan-write.ts';
import type { PlannedChange, TransactionContext } from './planned.ts';
import type { ContentKeeper } from './recorder.ts';
import { nodeAt } from './snapshot.ts';
import type { StepRecord } from './step.ts';

/** Something gets another name; a link is not followed. Takes the pins of both ends over. */
export function planMove(context: TransactionContext, move: Move, ends: Ends): PlannedChange {
  const { platform } = context;
  const { from, to } = ends;
  orUndo(
    () => {
      releaseTarget(platform, from);
      releaseTarget(platform, to);
    },
    () => assertMovable(ends, move),
  );
  if (from.realPath === to.realPath) return planStay(context, move, ends);
  return isElsewhere(platform, ends) || move.change !== undefined
    ? new CopyPlan(context, move, ends)
    : planShift(context, move, ends);
}

function assertMovable({ from, to }: Ends, { from: given, to: asked, overwrite = false, change }: Move): void {
  const isDirectory = from.existing.stat.isDirectory();
  if (isDirectory && from.realPath !== to.realPath && contains(from.realPath, to.realPath)) {
    const message = `Cannot move "${given}" into itself`;
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'into-itself', path: given, to: asked }, message);
  }
  if (change !== undefined && !from.existing.stat.isFile()) {
    if (!isDirectory) throw notRegular('write', given, from.existing.stat);
    throw new ToolError({ code: 'IS_DIRECTORY', path: given }, `Cannot write "${given}": is a directory`);
  }
  if (to.existing === null || isOneEntry({ from, to })) return;
  const isReplaceable = overwrite && !isDirectory && !to.existing.stat.isDirectory();
  if (isReplaceable) return;
  throw new ToolError(
    { code: 'INVALID_ARGUMENT', problem: 'exists', path: asked, exists: true },
    `Cannot move "${given}" to "${asked}": something of that name exists`,
  );
}

/** A move to the name it has: a change of its content, or nothing. */
function planStay(context: TransactionContext, move: Move, { from, to }: Ends): PlannedChange {
  releaseTarget(context.platform, to);
  if (move.change === undefined) return planNothing(new HeldEntry(context.platform, from), move, from.realPath);
  const { change, precondition } = move;
  const write = new WritePlan(context, from, {
    async change(current, realPath) {
      await precondition?.(current, realPath);
      return change(current, realPath);
    },
  });
  return {
    records: write.records,
    made: write.made,
    prepare: (stage) => write.prepare(stage),
    stage: (stage) => write.stage(stage),
    entries: (keeping) => write.entries(keeping),
    result(synced) {
      const { realPath, notKept, version, identity } = write.result(synced);
      return { ...stayed(realPath), kind: 'file', notKept, version, identity, synced };
    },
    [Symbol.dispose]: () => write[Symbol.dispose](),
  };
}

/** Result of a move to the name that something already has. */
function stayed(realPath: RealPath) {
  return { change: 'move', from: realPath, realPath, replaced: false, copied: false } as const;
}

function planNothing(entry: HeldEntry, { precondition }: Move, realPath: RealPath): PlannedChange {
  return {
    records: [],
    made: [],
    async prepare() {
      await precondition?.(entry.file, realPath);
      entry.file?.rest();
    },
    stage: async () => ({ steps: [], changedDirectories: [] }),
    entries: async () => [],
    result(synced) {
      const unchanged = { notKept: [], version: null, identity: entry.file?.identity ?? null };
      return { ...stayed(realPath), kind: entry.kind, ...unchanged, synced };
    },
    [Symbol.dispose]: () => entry[Symbol.dispose](),
  };
}

/** Plans a move by one rename, which also replaces what had the new name. */
function planShift(context: TransactionContext, move: Move, { from, to }: Ends): PlannedChange {
  const { platform, settings } = context;
  const entry = new HeldEntry(platform, from);
  const isReplaced = to.existing !== null && !isOneEntry({ from, to });
  const record: StepRecord = {
    do: 'shift',
    path: from.realPath,
    to: to.realPath,
    kept: isReplaced ? newKeptName() : null,
  };
  const was = isReplaced ? expectedAt(to) : null;
  let directories: ParentDirectories | undefined;
  let identity: FileIdentity | null = null;
  return {
    records: [record],
    made: missingDirectories(to),
    async prepare(stage) {
      await prepareMove(context, { move, ends: { from, to }, entry, stage });
    },
    async stage() {
      directories = new ParentDirectories(platform, to, settings.newModes(to.realPath));
      const { directory: into, grown } = directories;
      return {
        steps: [{ record, directory: from.parent, into, made: fingerprintOf(from.existing.stat), was }],
        changedDirectories: [from.parent, into, ...grown],
        assertUnchanged() {
          entry.assertUnchanged();
          if (!isOneEntry({ from, to })) assertUnchanged({ platform, directory: into }, to, seen(to));
        },
        placed() {
          // Null if the system has lost the file.
          if (entry.kind === 'file')
            identity = orNull(() => platform.within(into, (at) => identityAt(at(to.name))) ?? undefined);
        },
        keep: () => directories?.keep(),
      };
    },
    entries: (keeping) => shiftEntries(context, { from, to, isReplaced }, keeping),
    result(synced): MoveResult & { change: 'move' } {
      const { realPath } = to;
      const of = { from: from.realPath, realPath, kind: entry.kind };
      const nothingLost = { replaced: isReplaced, copied: false, notKept: [], version: null };
      return { change: 'move', ...of, ...nothingLost, identity, synced };
    },
    [Symbol.dispose]() {
      directories?.[Symbol.dispose]();
      entry[Symbol.dispose]();
      releaseTarget(platform, to);
    },
  };
}

async function shiftEntries(
  context: TransactionContext,
  { from, to, isReplaced }: Ends & { readonly isReplaced: boolean },
  keeping: ContentKeeper,
): Promise<EntryChange[]> {
  const replaced = isReplaced ? await nodeAt(context, { of: to.parent, name: to.name, keeping, isWhole: true }) : null;
  // What only gets another name needs no keeping, but for what took the place of something else.
  const kept = replaced === null ? null : keeping;
  const node = await nodeAt(context, { of: from.parent, name: from.name, keeping: kept, isWhole: false });
  return [moveEntry({ from, to }, { before: node, after: node, replaced })];
}
