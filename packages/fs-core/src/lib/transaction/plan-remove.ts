import { accessSync, constants, lstatSync } from 'node:fs';
import { kindOf } from '../descriptors/directory-entries.ts';
import { identityOf } from '../descriptors/file-identity.ts';
import { changedMeanwhile, heldFile } from '../descriptors/file-update.ts';
import type { LocalFile } from '../descriptors/local-file.ts';
import type { Pin, Platform } from '../descriptors/platform.ts';
import type { ExistingEntry } from '../descriptors/resolve-entry.ts';
import { newKeptName } from '../descriptors/stale-temp-files.ts';
import { fromErrno, systemError } from '../errors/errno.ts';
import { isOwnTempFileName } from '../lock/lock-owner.ts';
import type { FileChange } from '../volume/change.ts';
import type { DirectoryEntry } from '../volume/open-entry.ts';
import { assertTree } from './assert-tree.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { PlannedChange, TransactionContext } from './planned.ts';
import { namesIn } from './remove-entry.ts';
import { nodeAt } from './snapshot.ts';
import type { StepRecord } from './step.ts';
import { EMPTY_TREE } from './tree-state.ts';

/** A name goes, with what it names; a link is not followed. */
export function planRemove(
  context: TransactionContext,
  change: FileChange & { kind: 'remove' },
  target: ExistingEntry,
): PlannedChange {
  const { platform } = context;
  const entry = new HeldEntry(platform, target);
  const record: StepRecord = { do: 'remove', path: target.realPath, kept: newKeptName() };
  const { parent, existing } = target;
  let holds: string | null = null;
  return {
    records: [record],
    made: [],
    isLong: entry.kind === 'directory',
    async prepare({ isDry, signal }) {
      const isWhole = entry.kind === 'directory' && change.recursive === true;
      const tree = { pin: existing, path: change.path, realPaths: [target.realPath] };
      // First of all, so that it tells of what comes in while others look.
      if (isWhole) holds = await assertTree(context, tree, signal);
      await change.precondition?.(entry.file, target.realPath);
      entry.file?.rest();
      if (entry.kind === 'directory' && !isWhole) {
        assertEmpty(platform, existing, change.path);
        holds = EMPTY_TREE;
      }
      if (isDry) assertChangeable(platform, parent);
    },
    stage: async () => ({
      steps: [{ record, directory: parent, into: parent, made: null, was: { ...fingerprintOf(existing.stat), holds } }],
      changedDirectories: [parent],
      assertUnchanged: () => entry.assertUnchanged(),
    }),
    async entries(keeping) {
      const { realPath: path, name } = target;
      return [
        {
          change: 'delete',
          path,
          before: await nodeAt(context, { of: parent, name, keeping, isWhole: true }),
          after: null,
        },
      ];
    },
    result: (synced) => ({ change: 'remove', realPath: target.realPath, kind: entry.kind, synced }),
    [Symbol.dispose]: () => entry[Symbol.dispose](),
  };
}

/** An existing entry that is about to lose its name; takes the target's pins over. */
export class HeldEntry implements Disposable {
  readonly kind: DirectoryEntry['kind'];
  /** Null if it is no regular file. */
  readonly file: LocalFile | null;
  readonly #platform: Platform;
  readonly #target: ExistingEntry;

  constructor(platform: Platform, target: ExistingEntry) {
    this.kind = kindOf(target.existing.stat);
    this.#platform = platform;
    this.#target = target;
    this.file = this.kind === 'file' ? heldFile(platform, target.existing) : null;
  }

  /** @throws ToolError `CONFLICT` if the name leads to something else by now, or the file has changed */
  assertUnchanged(): void {
    const { parent, name, existing, realPath: path } = this.#target;
    const options = { bigint: true, throwIfNoEntry: false } as const;
    const now = this.#platform.within(parent, (at) => lstatSync(at(name), options));
    const isSame = now?.ino === existing.stat.ino && now.dev === existing.stat.dev;
    // The entries of a directory may change in the meantime, as under any other name.
    if (isSame && (this.file === null || identityOf(now).isSameState(identityOf(existing.stat)))) return;
    throw changedMeanwhile('change', path);
  }

  [Symbol.dispose](): void {
    if (this.file === null) this.#platform.release(this.#target.existing);
    else this.file.close();
    this.#platform.release(this.#target.parent);
  }
}

/** Finds out on a dry run what a real one finds out by renaming. */
export function assertChangeable(platform: Platform, directory: Pin): void {
  platform.within(directory, (at) => accessSync(at('.'), constants.W_OK | constants.X_OK));
}

function assertEmpty(platform: Platform, directory: Pin, path: string): void {
  if (namesIn(platform, directory).every(isOwnTempFileName)) return;
  throw fromErrno(systemError('ENOTEMPTY'), 'remove', path);
}
