import { currentOwner } from '../lock/lock-owner.ts';
import { keptName } from '../lock/temp-file-name.ts';
import { uniqueSuffix } from '../lock/unique-suffix.ts';
import type { FileChange, FileIdentity, PiecesWithResult, RealPath } from '../volume/volume.ts';
import { assertUnchanged, assertWritable, describe, HeldTarget } from '../write/file-update.ts';
import { StagedFile } from '../write/staged-file.ts';
import { newTempFileName } from '../write/stale-temp-files.ts';
import { measurePieces, type Written, withResult } from '../write/write-pieces.ts';
import { missingDirectories } from './missing-directories.ts';
import type { Planned, TransactionContext } from './planned.ts';
import { fingerprintOf, type StepRecord } from './step.ts';

/** A file gets new content. */
export function planWrite(context: TransactionContext, change: FileChange & { kind: 'write' }): Planned {
  const { platform, resolver, settings } = context;
  const target = resolver.target(change.path);
  const held = new HeldTarget(platform, target);
  const { current } = held;
  const temporary = newTempFileName();
  const record: StepRecord = {
    do: 'put',
    path: target.realPath,
    staged: temporary,
    kept: current === null ? null : newKeptName(),
  };
  let content: PiecesWithResult<unknown> = NO_CONTENT;
  let staged: StagedFile | undefined;
  let written: Written | undefined;
  let identity: FileIdentity | null = null;
  return {
    records: [record],
    made: missingDirectories(target),
    isLong: false,
    async prepare({ isDry, signal }) {
      content = withResult(await change.change(current, target.realPath as RealPath));
      assertWritable(platform, target, isDry);
      if (isDry) written = await measurePieces({ ...content, current, signal });
    },
    async stage({ signal }) {
      const staging = { target, old: target.existing?.stat ?? null, temporary };
      const file = await StagedFile.make(platform, staging, { ...settings, ...content, current, signal });
      staged = file;
      const { directory } = file;
      return {
        steps: [{ record, directory, into: directory }],
        made: [fingerprintOf(file.stat)],
        changedDirectories: file.changedDirectories,
        assertUnchanged: () => assertUnchanged(platform, directory, target, current),
        placed() {
          identity = file.placed();
        },
        keep: () => file.keep(),
      };
    },
    result(synced) {
      const { notKept = [] } = staged ?? {};
      const done = staged?.written ?? written ?? { bytes: 0, version: '' };
      const facts = describe(target, current, { written: done, notKept, identity, synced });
      return { change: 'write', ...facts, result: content.result };
    },
    [Symbol.dispose]() {
      try {
        staged?.[Symbol.dispose]();
      } finally {
        held[Symbol.dispose]();
      }
    },
  };
}

/** Until it is computed. */
export const NO_CONTENT: PiecesWithResult<unknown> = { pieces: [], result: undefined };

/** A name for what a transaction replaces. */
export function newKeptName(): string {
  return keptName(currentOwner(), uniqueSuffix());
}
