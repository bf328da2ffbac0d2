import { missingDirectories, releaseTarget } from '../descriptors/resolve-target.ts';
import type { FileIdentity, PiecesWithResult, RealPath } from '../volume/volume.ts';
import { assertUnchanged } from '../write/file-update.ts';
import { type Staged, stageFile } from '../write/staged-file.ts';
import { newKeptName, newTempFileName } from '../write/stale-temp-files.ts';
import { measurePieces, type Written, withResult } from '../write/write-pieces.ts';
import { type Ends, isElsewhere, type Move, prepareMove, seen } from './move-ends.ts';
import { HeldEntry } from './plan-remove.ts';
import { NO_CONTENT } from './plan-write.ts';
import type { Planned, TransactionContext } from './planned.ts';
import { stageCopy } from './staged-copy.ts';
import { fingerprintOf } from './step.ts';

/** A copy gets the new name, and then the old name goes: what cannot be renamed, or gets new content. Takes the pins over. */
export function planCopy(context: TransactionContext, move: Move, ends: Ends): Planned {
  const { platform, settings } = context;
  const { from, to } = ends;
  const entry = new HeldEntry(platform, from);
  const { file: current, kind } = entry;
  const isLinked = kind === 'file' && from.existing.stat.nlink > 1n;
  const temporary = newTempFileName();
  const kept = to.existing === null ? null : newKeptName();
  const put = { do: 'put', path: to.realPath, staged: temporary, kept } as const;
  const remove = { do: 'remove', path: from.realPath, kept: newKeptName() } as const;
  let content: PiecesWithResult<unknown> = NO_CONTENT;
  let staged: Staged | undefined;
  let written: Written | undefined;
  let identity: FileIdentity | null = null;

  const copy = (signal: AbortSignal | undefined): Promise<Staged> => {
    const staging = { target: to, old: from.existing.stat, temporary };
    if (current !== null) return stageFile(platform, staging, { ...settings, ...content, current, signal });
    return stageCopy(platform, staging, { ...settings, of: from.parent, name: from.name, signal });
  };

  return {
    records: [put, remove],
    made: missingDirectories(to),
    isLong: true,
    async prepare(stage) {
      await prepareMove(context, { move, ends, entry, stage });
      const whole = current === null ? [] : [{ from: 0, to: current.size }];
      const { change = () => whole } = move;
      content = withResult(await change(current, from.realPath as RealPath));
      const { isDry, signal } = stage;
      if (isDry && current !== null) written = await measurePieces({ ...content, current, signal });
    },
    async stage({ signal }) {
      const made = await copy(signal);
      const { directory, changedDirectories, keep } = made;
      staged = made;
      written = made.written;
      return {
        steps: [
          { record: put, directory, into: directory, made: fingerprintOf(made.stat()) },
          { record: remove, directory: from.parent, into: from.parent, made: null },
        ],
        changedDirectories: [...changedDirectories, from.parent],
        assertUnchanged() {
          entry.assertUnchanged();
          assertUnchanged({ platform, directory }, to, seen(to));
        },
        placed() {
          identity = made.placed();
        },
        keep,
      };
    },
    result(synced) {
      const names = { from: from.realPath as RealPath, realPath: to.realPath as RealPath, kind };
      const done = { replaced: to.existing !== null, copied: isElsewhere(platform, ends) };
      const notKept = [...(staged?.notKept ?? []), ...(isLinked ? ['links'] : [])];
      return { change: 'move', ...names, ...done, notKept, version: written?.version ?? null, identity, synced };
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
