import {
  type ChangeOptions,
  contains,
  type DirectoryEntry,
  type FileChange,
  type MoveResult,
  type OpenFile,
  type RealPath,
  ToolError,
} from '@dragoman/fs-core/internal/kernel';
import { withResult } from '@dragoman/fs-core/internal/volume-kit';
import { assertChangeable, findEntry } from './compute-removal.ts';
import { belowAt, contentOf } from './compute-write.ts';
import { type Changeable, type ComputedChange, left, madeFor, type WatchedPlace } from './computed.ts';
import type { EntryChanges } from './entries.ts';
import { type Below, type Entry, type FileEntry, identityOf } from './entry.ts';
import { accessDenied } from './merged.ts';
import { missingError, openDirectoryAt, openFileAt } from './open-place.ts';
import { type SeenEntry, treeOf } from './tree-of.ts';
import { pathBelow, relativeTo } from './tree-path.ts';

type Move = Omit<Extract<FileChange, { kind: 'move' }>, 'kind'>;

/** Computes the entries of a move: the new ones at the target, and `gone` at the source. */
export async function computeMove(
  merged: Changeable,
  move: Move,
  options: ChangeOptions,
): Promise<ComputedChange<MoveResult>> {
  const source = await findEntry(merged, move.from);
  if (source.kind === null) throw await missingError(merged, source, move.from);
  const target = await findEntry(merged, move.to);
  const { kind } = source;
  assertMovable(move, source, target);
  using file = kind === 'file' ? await openFileAt(merged, source) : null;
  await move.precondition?.(file, source.realPath);
  const ends = { source, target };
  const moved =
    file === null
      ? await moveTree(merged, ends, { move, options })
      : await moveFile(merged, { ends, move, file, options });
  const isSame = source.realPath === target.realPath;
  return {
    isCurrent: () => source.isCurrent() && target.isCurrent(),
    changes: moved.changes,
    written: moved.written,
    result: {
      ...{ from: source.realPath, realPath: target.realPath, kind, copied: false, notKept: [], synced: true },
      ...{ replaced: target.kind !== null && !isSame, version: moved.version, identity: moved.identity },
    },
  };
}

interface Ends {
  readonly source: WatchedPlace;
  readonly target: WatchedPlace;
}

type MovedEntry = Pick<MoveResult, 'version' | 'identity'> & Pick<ComputedChange<unknown>, 'changes' | 'written'>;

function assertMovable(
  { from, to, overwrite = false, change }: Move,
  source: WatchedPlace,
  target: WatchedPlace,
): void {
  const isSame = source.realPath === target.realPath;
  if (!isSame && contains(source.realPath, target.realPath)) {
    const failure = { code: 'INVALID_ARGUMENT', problem: 'into-itself', path: from, to } as const;
    throw new ToolError(failure, `Cannot move "${from}" into itself`);
  }
  if (change !== undefined && source.kind === 'directory')
    throw new ToolError({ code: 'IS_DIRECTORY', path: from }, `Cannot write "${from}": is a directory`);
  const isFree = isSame || target.kind === null;
  if (!isFree && !(overwrite && source.kind !== 'directory' && target.kind !== 'directory')) {
    const failure = { code: 'INVALID_ARGUMENT', problem: 'exists', path: to, exists: true } as const;
    throw new ToolError(failure, `Cannot move "${from}" to "${to}": something of that name exists`);
  }
  assertNoLink(source.kind, from);
}

/** An overlay holds files and directories only: a link cannot be moved. */
function assertNoLink(kind: DirectoryEntry['kind'] | null, path: string): void {
  if (kind !== 'link' && kind !== 'other') return;
  const failure = { code: 'UNSUPPORTED_FILE', path, kind: kind === 'link' ? 'symbolic link' : 'special file' } as const;
  throw new ToolError(failure, `Cannot move "${path}" in an overlay: ${failure.kind}`);
}

interface FileMove {
  readonly ends: Ends;
  readonly move: Move;
  readonly file: OpenFile;
  readonly options: ChangeOptions;
}

async function moveFile(merged: Changeable, { ends, move, file, options }: FileMove): Promise<MovedEntry> {
  const { source, target } = ends;
  const isSame = source.realPath === target.realPath;
  if (isSame && move.change === undefined) return { changes: [], written: [], version: null, identity: file.identity };
  const below = await belowAt(source, file);
  const made = await fileAt(merged, { from: source.realPath, entry: source.entry, below, file }, { move, options });
  const replaced = isSame ? below : await belowOfTarget(merged, target);
  const entry = arrived(made.entry, target.realPath, replaced);
  const isDry = options.dryRun === true;
  return {
    changes: [
      ...(isSame ? [] : [left(source.realPath, below)]),
      ...madeFor(target, merged.store.entries),
      [target.realPath, entry],
    ],
    written: made.written,
    version: made.written.length > 0 || isDry ? entry.version : null,
    identity: isDry ? null : identityOf(entry),
  };
}

async function belowOfTarget(merged: Changeable, target: WatchedPlace): Promise<Below> {
  using replaced = target.kind === 'file' ? await openFileAt(merged, target) : null;
  return await belowAt(target, replaced);
}

interface Source {
  readonly from: RealPath;
  readonly entry: Entry | undefined;
  readonly below: Below;
  readonly file: OpenFile;
}

interface How {
  readonly move: Pick<Move, 'change'>;
  readonly options: ChangeOptions;
}

interface MadeFile {
  readonly entry: FileEntry;
  readonly written: readonly string[];
}

/** The file under its new name: the content that the overlay has, or a copy of what the volume below has. */
async function fileAt(
  merged: Changeable,
  { from, entry, below, file }: Source,
  { move: { change }, options: { dryRun = false, signal } }: How,
): Promise<MadeFile> {
  const movedFrom =
    (entry?.kind === 'file' ? entry.movedFrom : undefined) ?? (below?.kind === 'file' ? from : undefined);
  const origin = movedFrom === undefined ? {} : { movedFrom };
  if (entry?.kind === 'file' && change === undefined) return { entry: { ...entry, ...origin }, written: [] };
  const whole = { pieces: [{ from: 0, to: file.size }] };
  const { pieces } = change === undefined ? whole : withResult(await change(file, from));
  const made = await contentOf(merged, { pieces, current: file, signal }, dryRun);
  const { bytes: size, version, content } = made;
  const facts = { kind: 'file', below, content: content ?? '', version, size, mode: file.mode } as const;
  const mtimeMs = change === undefined ? file.mtimeMs : Date.now();
  return { entry: { ...facts, mtimeMs, ...origin }, written: content === null ? [] : [content] };
}

/** The entry of a file at its new path. A file that is back at its old path has not moved. */
function arrived({ movedFrom, ...entry }: FileEntry, at: RealPath, below: Below): FileEntry {
  return { ...entry, below, ...(movedFrom !== undefined && movedFrom !== at && { movedFrom }) };
}

async function moveTree(
  merged: Changeable,
  { source, target }: Ends,
  { move, options }: Omit<How, 'move'> & { move: Move },
): Promise<MovedEntry> {
  const nothing = { written: [], version: null, identity: null };
  if (source.realPath === target.realPath) return { ...nothing, changes: [] };
  await assertChangeable(merged, source, move.from);
  const { entries } = merged.store;
  const below = await belowAt(source, null);
  using directory = await openDirectoryAt(merged, source.realPath);
  const { modifiedMs: mtimeMs } = directory.ownStat();
  const changes: EntryChanges[number][] = [
    left(source.realPath, below),
    ...madeFor(target, entries),
    [target.realPath, { kind: 'directory', below: target.entry?.below ?? null, mtimeMs }],
  ];
  const written: string[] = [];
  try {
    for await (const each of treeOf(merged, directory)) {
      const to = pathBelow(target.realPath, relativeTo(source.realPath, each.realPath));
      const made = await movedEntry(merged, each, { to, path: move.from, options });
      changes.push(left(each.realPath, await each.below()), [to, made.entry]);
      written.push(...made.written);
    }
  } catch (error) {
    written.forEach(merged.store.contents.remove);
    throw error;
  }
  return { ...nothing, changes, written };
}

interface NewPlace {
  readonly to: RealPath;
  /** The path that moves, as the caller gave it. */
  readonly path: string;
  readonly options: ChangeOptions;
}

async function movedEntry(
  merged: Changeable,
  seen: SeenEntry,
  { to, path, options }: NewPlace,
): Promise<{ readonly entry: Entry; readonly written: readonly string[] }> {
  if (!merged.isAllowed(to, 'write')) throw accessDenied(merged, path);
  const replaced = merged.store.entries.get(to)?.below ?? null;
  if (seen.kind === 'directory')
    return { entry: { kind: 'directory', below: replaced, mtimeMs: seen.modifiedMs() }, written: [] };
  assertNoLink(seen.kind, seen.realPath);
  assertNameable(seen.realPath);
  using file = seen.open();
  const { realPath: from, entry } = seen;
  const made = await fileAt(merged, { from, entry, below: await seen.below(), file }, { move: {}, options });
  return { entry: arrived(made.entry, to, replaced), written: made.written };
}

/** A name that is not UTF-8 could not be committed. */
function assertNameable(path: RealPath): void {
  if (path.isWellFormed()) return;
  const failure = { code: 'INVALID_ARGUMENT', problem: 'path', path, objection: 'ill-formed' } as const;
  throw new ToolError(failure, `Cannot move "${path}" in an overlay: its name is not UTF-8`);
}
