import { createListings } from '../descriptors/listings.ts';
import { type DirectoryContext, LocalDirectory } from '../descriptors/local-directory.ts';
import { LocalFile } from '../descriptors/local-file.ts';
import type { AllowedPin } from '../descriptors/platform.ts';
import { isPseudoFile, openPseudoFile } from '../descriptors/pseudo-file.ts';
import { resolveExisting } from '../descriptors/resolve-existing.ts';
import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { fromErrno } from '../errors/errno.ts';
import type { Action } from '../errors/failure-parts.ts';
import { notRegular } from '../errors/not-regular.ts';
import type { AnyResult } from '../transaction/plan.ts';
import type { TransactionContext } from '../transaction/planned.ts';
import { createRecovery } from '../transaction/recovery.ts';
import type { ChangeOptions, FileChange } from '../volume/change.ts';
import type { OpenDirectory, OpenFile, RealPath } from '../volume/open-entry.ts';
import type { Volume, VolumeTraits } from '../volume/volume.ts';
import { createDeniedEntries } from './denied-entries.ts';
import { type LocalVolumeOptions, localContext } from './local-context.ts';

/**
 * Opens a volume over directories of this machine.
 * @throws ToolError `NOT_FOUND`, `NOT_DIRECTORY`, `PERMISSION_DENIED` for an allowed directory that cannot be used,
 * `INVALID_PATTERN` for a malformed deny glob
 * @example await using volume = openLocalVolume({ allow: ['/project'], deny: ['secrets'] })
 */
export function openLocalVolume(options: LocalVolumeOptions): Volume {
  const context = localContext(options);
  const { platform, scope } = context;
  for (const directory of scope.roots)
    if (scope.judge(directory, 'read') === 'denied')
      context.log('warn', 'Allowed directory is denied whole', { directory });
  const directories = { platform, scope, listings: createListings() };
  const recovered = createRecovery(context);

  /** Does something once nothing in the trees is left half done. */
  const act = async <T>(action: Action, path: string, work: () => T | Promise<T>): Promise<T> => {
    try {
      await recovered();
      return await work();
    } catch (error) {
      throw fromErrno(error, action, path);
    }
  };

  const transact = async (changes: readonly FileChange[], changeOptions: ChangeOptions) =>
    (await loadChanges()).transact(context, changes, changeOptions);

  return {
    // A root is allowed because it was named.
    roots: scope.roots as RealPath[],
    traits: traitsOf(context),
    prepare: async () => undefined,
    deniedEntries: createDeniedEntries(scope, options.hidden),
    open: (path) => act('open', path, () => openPinned(directories, resolveExisting(context, path, 'read'), path)),
    locate: (path, change, { signal } = {}) =>
      act('open', path, async () => {
        assertNotCancelled(signal);
        return (await loadChanges()).locate(context, path, change);
      }),
    async update(path, change, { onWritten, ...changeOptions } = {}) {
      const onDone = ([done]: readonly AnyResult[]): void => {
        if (done?.change === 'write') onWritten?.(done);
      };
      const [result] = await act('write', path, async () =>
        (await loadChanges()).transact(context, [{ kind: 'write', path, change }], { ...changeOptions, onDone }),
      );
      const { change: _, ...written } = result;
      return written;
    },
    async remove(path, { recursive, precondition, ...changeOptions } = {}) {
      const removal = { kind: 'remove', path, recursive, precondition } as const;
      const [result] = await act('remove', path, () => transact([removal], changeOptions));
      if (result?.change !== 'remove') throw new TypeError('A removal came to something else');
      const { change: _, ...removed } = result;
      return removed;
    },
    async move(from, to, { overwrite, precondition, ...changeOptions } = {}) {
      const move = { kind: 'move', from, to, overwrite, precondition } as const;
      const [result] = await act('move', from, () => transact([move], changeOptions));
      if (result?.change !== 'move') throw new TypeError('A move came to something else');
      const { change: _, ...moved } = result;
      return moved;
    },
    makeDirectory: (path, changeOptions = {}) =>
      act('make', path, async () => (await loadChanges()).makeDirectory(context, path, changeOptions)),
    transact: (changes, changeOptions = {}) =>
      act('write', firstPathIn(changes), () => transact(changes, changeOptions)),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function openPinned(context: DirectoryContext, pin: AllowedPin, path: string): OpenFile | OpenDirectory {
  const { platform } = context;
  if (pin.stat.isDirectory()) return new LocalDirectory(context, pin);
  if (pin.stat.isFile()) {
    const fd = platform.openContent(pin);
    return isPseudoFile(pin) ? openPseudoFile(fd, pin, path) : new LocalFile(fd, pin);
  }
  platform.release(pin);
  throw notRegular('open', path, pin.stat);
}

/** A volume is as weak as the weakest of its trees. */
function traitsOf({ scope, locksFor: locks }: TransactionContext): VolumeTraits {
  const reaches = scope.roots.map((root) => locks(root).reach);
  const isShared = reaches.some((reach) => reach !== 'user');
  const apart = reaches.length > 0 && reaches.every((reach) => reach !== 'user') ? 'cluster' : 'user';
  return isShared ? { ...LOCAL_TRAITS, kind: 'cluster', apart } : LOCAL_TRAITS;
}

const LOCAL_TRAITS: VolumeTraits = {
  kind: 'local',
  links: true,
  modes: process.platform !== 'win32',
  commands: true,
  apart: 'user',
  atomicMove: true,
  transactions: true,
};

function firstPathIn([change]: readonly FileChange[]): string {
  if (change === undefined) return '';
  return change.kind === 'move' ? change.from : change.path;
}

/** Loaded on the first change. */
let changes: typeof import('../transaction/changes.ts') | undefined;

async function loadChanges() {
  changes ??= await import('../transaction/changes.ts');
  return changes;
}
