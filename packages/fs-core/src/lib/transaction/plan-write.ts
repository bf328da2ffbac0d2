import { MAX_SYNC_BYTES } from '../descriptors/local-file.ts';
import { missingDirectories, type Target } from '../descriptors/resolve-target.ts';
import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { orUndo } from '../errors/best-effort.ts';
import type { Change, FileIdentity, PiecesWithResult, RealPath, WriteResult } from '../volume/volume.ts';
import { assertUnchanged, assertWritable, heldFile } from '../write/file-update.ts';
import { type StagedFile, stageFile } from '../write/staged-file.ts';
import { newKeptName, newTempFileName } from '../write/stale-temp-files.ts';
import { measurePieces, type Written, withResult } from '../write/write-pieces.ts';
import type { Planned, TransactionContext } from './planned.ts';
import { fingerprintOf } from './step.ts';

/** A file gets new content. Takes the target's pins over. */
export function planWrite<Result>(
  { platform, settings }: TransactionContext,
  target: Target,
  change: Change<Result>,
): Planned<WriteResult<Result> & { readonly change: 'write' }> {
  const { existing, parent } = target;
  const current = orUndo(
    () => platform.release(parent),
    () => (existing === null ? null : heldFile(platform, existing)),
  );
  const temporary = newTempFileName();
  const kept = current === null ? null : newKeptName();
  const record = { do: 'put', path: target.realPath, staged: temporary, kept } as const;
  let content: PiecesWithResult<Result> = NO_CONTENT;
  let staged: StagedFile | undefined;
  let written: Written = { bytes: 0, version: '' };
  let identity: FileIdentity | null = null;
  return {
    records: [record],
    made: missingDirectories(target),
    async prepare({ isDry, signal }) {
      content = withResult(await change(current, target.realPath as RealPath));
      assertNotCancelled(signal);
      assertWritable(platform, target, isDry);
      if (isDry) written = await measurePieces({ ...content, current, signal });
    },
    async stage({ signal }) {
      const staging = { target, old: existing?.stat ?? null, temporary };
      const made = await stageFile(platform, staging, { ...settings, ...content, current, signal });
      const { directory, changedDirectories, keep } = made;
      staged = made;
      written = made.written;
      return {
        steps: [{ record, directory, into: directory, made: fingerprintOf(made.stat()) }],
        changedDirectories,
        assertUnchanged() {
          assertUnchanged({ platform, directory }, target, current);
          // Closed before the rename: an open, unlinked inode goes to ext4's orphan list, which costs a journal write.
          if (current !== null && current.size <= MAX_SYNC_BYTES) current.close();
        },
        placed() {
          identity = made.placed();
        },
        keep,
      };
    },
    result(synced) {
      return {
        change: 'write',
        realPath: target.realPath as RealPath,
        created: current === null,
        bytesWritten: written.bytes,
        version: written.version,
        brokeHardLink: (existing?.stat.nlink ?? 1n) > 1n,
        notKept: staged?.notKept ?? [],
        synced,
        identity,
        result: content.result,
      };
    },
    [Symbol.dispose]() {
      try {
        staged?.[Symbol.dispose]();
      } finally {
        current?.close();
        platform.release(parent);
      }
    },
  };
}

/** Until it is computed; nobody asks for its result before. */
export const NO_CONTENT: PiecesWithResult<never> = { pieces: [], result: undefined as never };
