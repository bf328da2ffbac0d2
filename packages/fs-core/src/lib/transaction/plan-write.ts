import { missingDirectories } from '../descriptors/resolve-target.ts';
import type { Change, FileIdentity, PiecesWithResult, RealPath, WriteResult } from '../volume/volume.ts';
import { assertUnchanged, assertWritable, describe, HeldTarget } from '../write/file-update.ts';
import { type StagedFile, stageFile } from '../write/staged-file.ts';
import { newKeptName, newTempFileName } from '../write/stale-temp-files.ts';
import { measurePieces, type Written, withResult } from '../write/write-pieces.ts';
import type { Planned, TransactionContext } from './planned.ts';
import { fingerprintOf } from './step.ts';

/** A file gets new content. */
export function planWrite(
  { platform, resolver, settings }: TransactionContext,
  { path, change }: { readonly path: string; readonly change: Change<unknown> },
): Planned<WriteResult<unknown> & { readonly change: 'write' }> {
  const target = resolver.target(path);
  const held = new HeldTarget(platform, target);
  const { current } = held;
  const temporary = newTempFileName();
  const kept = current === null ? null : newKeptName();
  const record = { do: 'put', path: target.realPath, staged: temporary, kept } as const;
  let content = NO_CONTENT;
  let staged: StagedFile | undefined;
  let written: Written = { bytes: 0, version: '' };
  let identity: FileIdentity | null = null;
  return {
    records: [record],
    made: missingDirectories(target),
    async prepare({ isDry, signal }) {
      content = withResult(await change(current, target.realPath as RealPath));
      assertWritable(platform, target, isDry);
      if (isDry) written = await measurePieces({ ...content, current, signal });
    },
    async stage({ signal }) {
      const staging = { target, old: target.existing?.stat ?? null, temporary };
      const made = await stageFile(platform, staging, { ...settings, ...content, current, signal });
      const { directory, changedDirectories, keep } = made;
      staged = made;
      written = made.written;
      return {
        steps: [{ record, directory, into: directory, made: fingerprintOf(made.stat()) }],
        changedDirectories,
        assertUnchanged: () => assertUnchanged({ platform, directory }, target, current),
        placed() {
          identity = made.placed();
        },
        keep,
      };
    },
    result(synced) {
      const done = { written, notKept: staged?.notKept ?? [], identity, synced };
      return { change: 'write', ...describe(target, current, done), result: content.result };
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
