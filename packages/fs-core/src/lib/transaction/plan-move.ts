import { lstatSync } from 'node:fs';
import { kindOf } from '../descriptors/directory-entries.ts';
import type { Pin, Platform } from '../descriptors/platform.ts';
import { releaseTarget, type Target } from '../descriptors/resolve-target.ts';
import { attempt } from '../errors/best-effort.ts';
import { notRegular } from '../errors/not-regular.ts';
import { ToolError } from '../errors/tool-error.ts';
import { systemPath } from '../paths/byte-path.ts';
import { contains } from '../scope/scope.ts';
import { identityOf } from '../state/file-identity.ts';
import type { FileChange, FileIdentity, MoveResult, OpenFile, RealPath } from '../volume/volume.ts';
import { assertUnchanged, assertWritable } from '../write/file-update.ts';
import { ParentDirectories } from '../write/parent-directories.ts';
import { StagedFile } from '../write/staged-file.ts';
import { newTempFileName } from '../write/stale-temp-files.ts';
import { withResult } from '../write/write-pieces.ts';
import { assertTree } from './assert-tree.ts';
import { missingDirectories } from './missing-directories.ts';
import { assertChangeable, HeldEntry } from './plan-remove.ts';
import { NO_CONTENT, newKeptName, planWrite } from './plan-write.ts';
import type { Planned, Stage, StagedChange, TransactionContext } from './planned.ts';
import { StagedCopy } from './staged-copy.ts';
import { fingerprintOf, type StepRecord } from './step.ts';

type Move = FileChange & { readonly kind: 'move' };

/** Both ends of a move. */
interface Ends {
  readonly from: Target & { readonly existing: Pin };
  readonly to: Target;
}

/** Something gets another name; a link is not followed. */
export function planMove(context: TransactionContext, move: Move): Planned {
  const { platform, resolver } = context;
  const from = resolver.existingEntry(move.from);
  let to: Target;
  try {
    to = resolver.entry(move.to);
  } catch (error) {
    releaseTarget(platform, from);
    throw error;
  }
  const ends = { from, to };
  try {
    assertMovable(ends, move);
  } catch (error) {
    releaseTarget(platform, from);
    releaseTarget(platform, to);
    throw error;
  }
  if (from.realPath === to.realPath) return planStay(context, move, ends);
  return isElsewhere(ends) || move.change !== undefined
    ? planCopy(context, move, ends)
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

/** Whether both names are of one entry, as `a` and `A` are where names fold; two hard links are two entries. */
function isOneEntry({ from, to }: Ends): boolean {
  if (from.realPath === to.realPath) return true;
  const [one, other] = [from.existing.stat, to.existing?.stat];
  return one.ino === other?.ino && one.dev === other.dev && (one.isDirectory() || one.nlink === 1n);
}

/** Whether the new name is on another file system. */
function isElsewhere({ from, to }: Ends): boolean {
  return from.existing.stat.dev !== to.parent.stat.dev;
}

/** A move to the name it has: a change of its content, or nothing. */
function planStay(context: TransactionContext, move: Move, { from, to }: Ends): Planned {
  releaseTarget(context.platform, to);
  const nothing = {
    from: from.realPath as RealPath,
    realPath: from.realPath as RealPath,
    replaced: false,
    copied: false,
  };
  if (move.change === undefined) {
    const entry = new HeldEntry(context.platform, from);
    return {
      records: [],
      made: [],
      isLong: false,
      prepare: async () => move.precondition?.(entry.file, from.realPath as RealPath),
      stage: async () => ({
        steps: [],
        made: [],
        changedDirectories: [],
        assertUnchanged: () => undefined,
        placed: () => undefined,
        keep: () => undefined,
      }),
      result: (synced) => {
        const unchanged = { notKept: [], version: null, identity: entry.file?.identity ?? null };
        return { change: 'move', ...nothing, kind: entry.kind, ...unchanged, synced };
      },
      [Symbol.dispose]: () => entry[Symbol.dispose](),
    };
  }
  releaseTarget(context.platform, from);
  const { change } = move;
  const write = planWrite(context, {
    kind: 'write',
    path: from.realPath,
    change: async (current, realPath) => {
      await move.precondition?.(current, realPath);
      return change(current, realPath);
    },
  });
  return {
    ...write,
    result(synced) {
      const result = write.result(synced);
      if (result.change !== 'write') return result;
      const { notKept, version, identity } = result;
      return { change: 'move', ...nothing, kind: 'file', notKept, version, identity, synced };
    },
    [Symbol.dispose]: () => write[Symbol.dispose](),
  };
}

/** What has the old name gets the new one, in one step. */
function planShift(context: TransactionContext, move: Move, { from, to }: Ends): Planned {
  const { platform } = context;
  const entry = new HeldEntry(platform, from);
  const isReplaced = to.existing !== null && !isOneEntry({ from, to });
  const record: StepRecord = {
    do: 'shift',
    path: from.realPath,
    to: to.realPath,
    kept: isReplaced ? newKeptName() : null,
  };
  let directories: ParentDirectories | undefined;
  let identity: FileIdentity | null = null;
  return {
    records: [record],
    made: missingDirectories(to),
    isLong: false,
    prepare: (stage) => prepareMove(context, { move, ends: { from, to }, entry, stage }),
    async stage() {
      directories = new ParentDirectories(platform, to);
      const { directory: into, grown } = directories;
      return {
        steps: [{ record, directory: from.parent, into }],
        made: [fingerprintOf(from.existing.stat)],
        changedDirectories: [from.parent, into, ...grown],
        assertUnchanged() {
          entry.assertUnchanged();
          if (!isOneEntry({ from, to })) assertUnchanged(platform, into, to, seen(to));
        },
        placed() {
          if (entry.kind === 'file') identity = identityAt(platform, into, to.name);
        },
        keep: () => directories?.keep(),
      };
    },
    result(synced): MoveResult & { change: 'move' } {
      const { realPath } = to;
      const of = { from: from.realPath as RealPath, realPath: realPath as RealPath, kind: entry.kind };
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

/** A copy gets the new name, and then the old name goes: to another file system, or with new content. */
function planCopy(context: TransactionContext, move: Move, { from, to }: Ends): Planned {
  const { platform } = context;
  const entry = new HeldEntry(platform, from);
  const isReplaced = to.existing !== null;
  const temporary = newTempFileName();
  const put: StepRecord = { do: 'put', path: to.realPath, staged: temporary, kept: isReplaced ? newKeptName() : null };
  const remove: StepRecord = { do: 'remove', path: from.realPath, kept: newKeptName() };
  let content = NO_CONTENT;
  let staged: StagedFile | StagedCopy | undefined;
  let identity: FileIdentity | null = null;
  const staging = { target: to, old: from.existing.stat, temporary };
  return {
    records: [put, remove],
    made: missingDirectories(to),
    isLong: true,
    async prepare(stage) {
      await prepareMove(context, { move, ends: { from, to }, entry, stage });
      const whole = entry.file === null ? [] : [{ from: 0, to: entry.file.size }];
      const { change = () => whole } = move;
      content = withResult(await change(entry.file, from.realPath as RealPath));
    },
    async stage({ signal }): Promise<StagedChange> {
      const filling = { ...context.settings, ...content, current: entry.file, signal };
      const made =
        entry.file === null
          ? await StagedCopy.make(platform, staging, { ...context.settings, of: from.parent, name: from.name, signal })
          : await StagedFile.make(platform, staging, filling);
      staged = made;
      const { directory } = made;
      return {
        steps: [
          { record: put, directory, into: directory },
          { record: remove, directory: from.parent, into: from.parent },
        ],
        made: [fingerprintOf(made.stat), null],
        changedDirectories: [...made.changedDirectories, from.parent],
        assertUnchanged() {
          entry.assertUnchanged();
          assertUnchanged(platform, directory, to, seen(to));
        },
        placed() {
          identity = made.placed();
        },
        keep: () => made.keep(),
      };
    },
    result(synced) {
      const { notKept = [], version = null } = outcomeOf(staged);
      const of = {
        from: from.realPath as RealPath,
        realPath: to.realPath as RealPath,
        kind: kindOf(from.existing.stat),
      };
      return {
        change: 'move',
        ...of,
        replaced: isReplaced,
        copied: isElsewhere({ from, to }),
        notKept,
        version,
        identity,
        synced,
      };
    },
    [Symbol.dispose]() {
      try {
        staged?.[Symbol.dispose]();
      } finally {
        entry[Symbol.dispose]();
        releaseTarget(platform, to);
      }
    },
  };
}

function outcomeOf(staged: StagedFile | StagedCopy | undefined): { notKept?: readonly string[]; version?: string } {
  if (staged === undefined) return {};
  return staged instanceof StagedFile ? { notKept: staged.notKept, version: staged.written.version } : staged;
}

interface Preparation {
  readonly move: Move;
  readonly ends: Ends;
  readonly entry: HeldEntry;
  readonly stage: Stage;
}

async function prepareMove(context: TransactionContext, { move, ends, entry, stage }: Preparation): Promise<void> {
  const { from, to } = ends;
  await move.precondition?.(entry.file, from.realPath as RealPath);
  if (entry.kind === 'directory') {
    const tree = { pin: from.existing, path: move.from, realPaths: [from.realPath, to.realPath] };
    await assertTree(context, tree, stage.signal);
  }
  assertWritable(context.platform, to.existing?.stat.isSymbolicLink() ? { ...to, existing: null } : to, stage.isDry);
  if (stage.isDry) assertChangeable(context.platform, from.parent);
}

/** Null if the system has lost the file. */
function identityAt(platform: Platform, directory: Pin, name: string): FileIdentity | null {
  let identity: FileIdentity | null = null;
  attempt(() => {
    const stat = platform.within(directory, (at) => lstatSync(systemPath(at(name)), { bigint: true }));
    identity = identityOf(stat);
  });
  return identity;
}

/** The state in which a target was found. */
function seen({ existing }: Target): Pick<OpenFile, 'identity'> | null {
  return existing === null ? null : { identity: identityOf(existing.stat) };
}
