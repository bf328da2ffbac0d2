import { basename, dirname, resolve } from 'node:path';
import {
  type Change,
  type FileChange,
  type OpenDirectory,
  type OpenFile,
  ToolError,
  type Volume,
} from '@dragoman/fs-core';
import { guardedDirectory } from './guarded-directory.ts';
import { assertShown, type IgnoreGuard, ownRules } from './ignore-guard.ts';

/**
 * A volume without what a guard hides: it is not opened, listed, searched, changed or made, by whatever name. What
 * programs see of the trees stays as it is.
 */
export function guardedVolume(volume: Volume, guard: IgnoreGuard): Volume {
  const guarded: Guarded = { volume, guard };
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
      await assertChangeable(guarded, path);
      return await volume.remove(path, options);
    },
    async move(from, to, options) {
      for (const path of [from, to]) await assertChangeable(guarded, path);
      return await volume.move(from, to, options);
    },
    async makeDirectory(path, options) {
      await assertChangeable(guarded, path, true);
      return await volume.makeDirectory(path, options);
    },
    async transact(changes, options) {
      const all: FileChange[] = [];
      for (const each of changes) all.push(await guardedOne(guarded, each));
      return await volume.transact(all, options);
    },
    deniedEntries: () => volume.deniedEntries(),
    [Symbol.asyncDispose]: () => volume[Symbol.asyncDispose](),
  };
}

interface Guarded {
  readonly volume: Volume;
  readonly guard: IgnoreGuard;
}

/** Judges a path as it was given, which holds of what is not there, too. */
async function assertNamed({ volume, guard }: Guarded, given: string): Promise<void> {
  await assertShown(volume, guard, { given, path: resolve(given), isDirectory: false });
}

async function shown(
  { volume, guard }: Guarded,
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
async function refuse({ volume, guard }: Guarded, given: string, error: unknown): Promise<never> {
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
function guardedChange<Result>(guarded: Guarded, given: string, change: Change<Result>): Change<Result> {
  return async (current, realPath) => {
    await assertShown(guarded.volume, guarded.guard, { given, path: realPath, isDirectory: false });
    await keepRules(guarded, realPath);
    return await change(current, realPath);
  };
}

async function assertChangeable(guarded: Guarded, given: string, isDirectory = false): Promise<void> {
  const { volume, guard } = guarded;
  await assertNamed(guarded, given);
  const { realPath, kind } = await volume.locate(given, 'entry');
  await assertShown(volume, guard, { given, path: realPath, isDirectory: isDirectory || kind === 'directory' });
  await keepRules(guarded, realPath);
}

async function guardedOne(guarded: Guarded, change: FileChange): Promise<FileChange> {
  if (change.kind === 'write') {
    await assertNamed(guarded, change.path);
    return { ...change, change: guardedChange(guarded, change.path, change.change) };
  }
  for (const path of change.kind === 'move' ? [change.from, change.to] : [change.path])
    await assertChangeable(guarded, path);
  return change;
}

/** Keeps what an ignore file says before a tool changes it for the first time. */
async function keepRules({ volume, guard }: Guarded, realPath: string): Promise<void> {
  const path = dirname(realPath);
  if (basename(realPath) !== guard.fileName || guard.kept.has(path)) return;
  using opened = await volume.open(path, { for: 'content' });
  if (opened.kind === 'file') return;
  const { now } = ownRules(guard, opened, '');
  if (now !== null && now !== 'unusable') guard.kept.set(path, now);
}
