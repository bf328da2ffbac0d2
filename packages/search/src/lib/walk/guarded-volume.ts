import { resolve } from 'node:path';
import {
  type Change,
  type FileChange,
  type OpenDirectory,
  type OpenFile,
  openOrNull,
  ToolError,
  type Volume,
} from '@dragoman/fs-core/internal/kernel';
import { assertAllShown } from './assert-all-shown.ts';
import { guardedDirectory } from './guarded-directory.ts';
import { assertShown, type IgnoreGuard, keepRules } from './ignore-guard.ts';

/**
 * A volume without what a guard hides: it is not opened, listed, searched, changed or made, by whatever name. What
 * programs see of the trees stays as it is.
 */
export function guardedVolume(volume: Volume, guard: IgnoreGuard): Volume {
  const guarded: GuardContext = { volume, guard };
  return {
    ...volume,
    roots: volume.roots,
    traits: volume.traits,
    prepare: () => volume.prepare(),
    async open(path, purpose) {
      await assertNamed(guarded, path);
      const opened = await volume.open(path, purpose).catch((error: unknown) => refuse(guarded, path, error));
      return await shown(guarded, path, opened);
    },
    async locate(path, change) {
      await assertNamed(guarded, path);
      const found = await volume.locate(path, change);
      const isDirectory = found.kind === 'directory';
      await assertShown(volume, guard, { given: path, path: found.realPath, isDirectory });
      return found;
    },
    async update(path, change, options) {
      await assertNamed(guarded, path);
      return await volume.update(path, guardedChange(guarded, path, change), options);
    },
    async remove(path, options) {
      await assertChangeable(guarded, path, options);
      return await volume.remove(path, options);
    },
    async move(from, to, options) {
      for (const path of [from, to]) await assertChangeable(guarded, path, options);
      return await volume.move(from, to, options);
    },
    async makeDirectory(path, options) {
      await assertChangeable(guarded, path, { ...options, isDirectory: true });
      return await volume.makeDirectory(path, options);
    },
    async transact(changes, options) {
      const all: FileChange[] = [];
      for (const each of changes) all.push(await guardedOne(guarded, each, options));
      return await volume.transact(all, options);
    },
    deniedEntries: (where) => volume.deniedEntries(where),
    [Symbol.asyncDispose]: () => volume[Symbol.asyncDispose](),
  };
}

interface GuardContext {
  readonly volume: Volume;
  readonly guard: IgnoreGuard;
}

/** Judges a path as it was given, which holds of what is not there, too. */
async function assertNamed({ volume, guard }: GuardContext, given: string): Promise<void> {
  await assertShown(volume, guard, { given, path: resolve(given), isDirectory: false });
}

async function shown(
  { volume, guard }: GuardContext,
  given: string,
  opened: OpenFile | OpenDirectory,
): Promise<OpenFile | OpenDirectory> {
  const { kind, realPath } = opened;
  // Judged before it was opened.
  if (kind === 'file' && realPath === resolve(given)) return opened;
  try {
    const scope = await assertShown(volume, guard, { given, path: realPath, isDirectory: kind === 'directory' });
    return kind === 'directory' ? guardedDirectory(opened, guard, scope) : opened;
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** The error for what cannot be opened, without the names of what is hidden. */
async function refuse({ volume, guard }: GuardContext, given: string, error: unknown): Promise<never> {
  if (!(error instanceof ToolError) || error.failure.code !== 'NOT_FOUND') throw error;
  const place = await volume.locate(given, 'target').catch(() => null);
  if (place !== null) await assertShown(volume, guard, { given, path: place.realPath, isDirectory: false });
  const { candidates = [], ...failure } = error.failure;
  const left: string[] = [];
  for (const path of candidates) {
    const isShown = await assertShown(volume, guard, { given, path, isDirectory: false }).then(
      () => true,
      () => false,
    );
    if (isShown) left.push(path);
  }
  throw new ToolError({ ...failure, ...(left.length > 0 && { candidates: left }) }, error.message, { cause: error });
}

/** Judges again where the change is made, once that is known. */
function guardedChange<Result>(guarded: GuardContext, given: string, change: Change<Result>): Change<Result> {
  return async (current, realPath) => {
    await assertShown(guarded.volume, guarded.guard, { given, path: realPath, isDirectory: false });
    keepRules(guarded.guard, realPath);
    return await change(current, realPath);
  };
}

/** Rules and context by which a change of a name is judged. */
interface JudgeOptions {
  readonly signal?: AbortSignal | undefined;
  /** True if a directory is to be made. */
  readonly isDirectory?: boolean;
}

async function assertChangeable(guarded: GuardContext, given: string, judging: JudgeOptions = {}): Promise<void> {
  const { volume, guard } = guarded;
  await assertNamed(guarded, given);
  const { realPath, kind } = await volume.locate(given, 'entry');
  const isDirectory = judging.isDirectory || kind === 'directory';
  const scope = await assertShown(volume, guard, { given, path: realPath, isDirectory });
  if (kind === 'directory') {
    using opened = await openOrNull(volume, realPath, { for: 'names', signal: judging.signal });
    if (opened?.kind === 'directory') await assertAllShown({ guard, directory: opened, scope, given }, judging.signal);
  }
  keepRules(guard, realPath);
}

async function guardedOne(guarded: GuardContext, change: FileChange, judging: JudgeOptions = {}): Promise<FileChange> {
  if (change.kind === 'write') {
    await assertNamed(guarded, change.path);
    return { ...change, change: guardedChange(guarded, change.path, change.change) };
  }
  for (const path of change.kind === 'move' ? [change.from, change.to] : [change.path])
    await assertChangeable(guarded, path, judging);
  return change;
}
