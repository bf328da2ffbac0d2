import { resolve } from 'node:path';
import {
  type Change,
  type FileChange,
  forwardVolume,
  type OpenDirectory,
  type OpenFile,
  openOrNull,
  ToolError,
  type Volume,
} from '@dragoman/fs-core/internal/kernel';
import { assertAllShown } from './assert-all-shown.ts';
import { guardedDirectory } from './guarded-directory.ts';
import { assertShown, type GuardedPath, type IgnoreGuard, keepRules } from './ignore-guard.ts';

/**
 * A volume without what a guard hides: it is not opened, listed, searched, changed or made, by whatever name. What
 * programs see of the trees stays as it is.
 */
export function guardedVolume(volume: Volume, guard: IgnoreGuard): Volume {
  const guarded: GuardContext = { volume, guard };
  return {
    ...forwardVolume(volume),
    guard: {
      get unguarded() {
        return guard.known.size === 0 ? null : volume;
      },
      outranksGit: guard.outranksGit ? guard.fileName : null,
    },
    async open(path, purpose) {
      const asked: PathRequest = { given: path, signal: purpose?.signal };
      await assertNamed(guarded, asked);
      const opened = await volume.open(path, purpose).catch((error: unknown) => refuse(guarded, asked, error));
      return await shown(guarded, asked, opened);
    },
    async locate(path, change) {
      await assertNamed(guarded, { given: path });
      const found = await volume.locate(path, change);
      const isDirectory = found.kind === 'directory';
      await assertShown(volume, guard, { given: path, path: found.realPath, isDirectory });
      return found;
    },
    async update(path, change, options) {
      const asked: PathRequest = { given: path, signal: options?.signal };
      await assertNamed(guarded, asked);
      return await volume.update(path, guardedChange(guarded, asked, change), options);
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
  };
}

interface GuardContext {
  readonly volume: Volume;
  readonly guard: IgnoreGuard;
}

type PathRequest = Pick<GuardedPath, 'given' | 'signal'>;

/** Judges a path as it was given, which holds of what is not there, too. */
async function assertNamed({ volume, guard }: GuardContext, asked: PathRequest): Promise<void> {
  await assertShown(volume, guard, { ...asked, path: resolve(asked.given), isDirectory: false });
}

async function shown(
  { volume, guard }: GuardContext,
  asked: PathRequest,
  opened: OpenFile | OpenDirectory,
): Promise<OpenFile | OpenDirectory> {
  const { kind, realPath } = opened;
  // Judged before it was opened.
  if (kind === 'file' && realPath === resolve(asked.given)) return opened;
  try {
    const scope = await assertShown(volume, guard, { ...asked, path: realPath, isDirectory: kind === 'directory' });
    return kind === 'directory' ? guardedDirectory(opened, guard, scope) : opened;
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** The error for what cannot be opened, without the names of what is hidden. */
async function refuse({ volume, guard }: GuardContext, asked: PathRequest, error: unknown): Promise<never> {
  if (!(error instanceof ToolError) || error.failure.code !== 'NOT_FOUND') throw error;
  const place = await volume.locate(asked.given, 'target').catch(() => null);
  if (place !== null) await assertShown(volume, guard, { ...asked, path: place.realPath, isDirectory: false });
  const { candidates = [], ...failure } = error.failure;
  const left: string[] = [];
  for (const path of candidates) {
    const isShown = await assertShown(volume, guard, { ...asked, path, isDirectory: false }).then(
      () => true,
      () => false,
    );
    if (isShown) left.push(path);
  }
  throw new ToolError({ ...failure, ...(left.length > 0 && { candidates: left }) }, error.message, { cause: error });
}

/** Judges again where the change is made, once that is known. */
function guardedChange<Result>(guarded: GuardContext, asked: PathRequest, change: Change<Result>): Change<Result> {
  return async (current, realPath) => {
    await assertShown(guarded.volume, guarded.guard, { ...asked, path: realPath, isDirectory: false });
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
  const asked: PathRequest = { given, signal: judging.signal };
  await assertNamed(guarded, asked);
  const { realPath, kind } = await volume.locate(given, 'entry');
  const isDirectory = judging.isDirectory || kind === 'directory';
  const scope = await assertShown(volume, guard, { ...asked, path: realPath, isDirectory });
  if (kind === 'directory') {
    using opened = await openOrNull(volume, realPath, { for: 'names', signal: judging.signal });
    if (opened?.kind === 'directory') await assertAllShown({ guard, directory: opened, scope, given }, judging.signal);
  }
  keepRules(guard, realPath);
}

async function guardedOne(guarded: GuardContext, change: FileChange, judging: JudgeOptions = {}): Promise<FileChange> {
  if (change.kind === 'write') {
    const asked: PathRequest = { given: change.path, signal: judging.signal };
    await assertNamed(guarded, asked);
    return { ...change, change: guardedChange(guarded, asked, change.change) };
  }
  for (const path of change.kind === 'move' ? [change.from, change.to] : [change.path])
    await assertChangeable(guarded, path, judging);
  return change;
}
