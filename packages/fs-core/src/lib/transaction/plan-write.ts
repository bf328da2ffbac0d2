import { assertUnchanged, assertWritable, heldFile } from '../descriptors/file-update.ts';
import { type LocalFile, MAX_SYNC_BYTES } from '../descriptors/local-file.ts';
import { missingDirectories, type Target } from '../descriptors/resolve-target.ts';
import { type StagedEntry, type StagedFile, stageFile } from '../descriptors/staged-file.ts';
import { newKeptName, newTempFileName } from '../descriptors/stale-temp-files.ts';
import { measurePieces, type WrittenContent, withResult } from '../descriptors/write-pieces.ts';
import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { orUndo } from '../errors/best-effort.ts';
import type { Change, PiecesWithResult, WriteResult } from '../volume/change.ts';
import type { FileIdentity } from '../volume/open-entry.ts';
import { digestIn, type EntryChange, type KeptFile } from './entry-change.ts';
import { expectedAt, fingerprintOf } from './fingerprint.ts';
import { type PlannedChange, recorderFor, type Stage, type StagedChange, type TransactionContext } from './planned.ts';
import type { ContentKeeper } from './recorder.ts';
import { fileNode } from './snapshot.ts';
import type { StepRecord } from './step.ts';

type Result<T> = WriteResult<T> & { readonly change: 'write' };

/** A write of new content to a file. */
export interface WriteRequest<T> {
  readonly change: Change<T>;
  /** Permission bits; by default those that it has, or those of a new file. */
  readonly mode?: number | undefined;
}

/** A file gets new content. */
export class WritePlan<T> implements PlannedChange<Result<T>> {
  readonly records: readonly StepRecord[];
  readonly made: readonly string[];
  readonly #context: TransactionContext;
  readonly #target: Target;
  readonly #change: Change<T>;
  readonly #current: LocalFile | null;
  readonly #record: StepRecord & { readonly do: 'put' };
  readonly #mode: number | undefined;
  #content: PiecesWithResult<T> = NO_CONTENT;
  #staged: StagedFile | undefined;
  #written: WrittenContent = { bytes: 0, version: '' };
  #identity: FileIdentity | null = null;

  /** Takes the target's pins over. */
  constructor(context: TransactionContext, target: Target, { change, mode }: WriteRequest<T>) {
    const { platform } = context;
    const { existing, parent, realPath } = target;
    this.#current = orUndo(
      () => platform.release(parent),
      () => (existing === null ? null : heldFile(platform, existing)),
    );
    this.#context = context;
    this.#target = target;
    this.#change = change;
    this.#mode = mode;
    this.made = missingDirectories(target);
    const kept = existing === null ? null : newKeptName();
    this.#record = { do: 'put', path: realPath, staged: newTempFileName(), kept };
    this.records = [this.#record];
  }

  async prepare({ isDry, signal }: Stage): Promise<void> {
    const current = this.#current;
    this.#content = withResult(await this.#change(current, this.#target.realPath));
    assertNotCancelled(signal);
    assertWritable(this.#context.platform, this.#target, isDry);
    if (isDry) this.#written = await measurePieces({ ...this.#content, current, signal });
    current?.rest();
  }

  async stage(stage: Stage): Promise<StagedChange> {
    const { signal } = stage;
    const { platform } = this.#context;
    // If changes are recorded, everything is synced at once.
    const syncsLater = recorderFor(this.#context, stage) !== null;
    const settings = { ...this.#context.settings, ...(syncsLater && { durable: false }) };
    const target = this.#target;
    const current = this.#current;
    const staging = { target, old: target.existing?.stat ?? null, temporary: this.#record.staged };
    const staged = await stageFile(platform, staging, {
      ...settings,
      ...this.#content,
      current,
      mode: this.#mode,
      signal,
    });
    const { directory, changedDirectories, keep } = staged;
    this.#staged = staged;
    this.#written = staged.written;
    current?.rest();
    return {
      steps: [
        {
          record: this.#record,
          directory,
          into: directory,
          made: fingerprintOf(staged.stat()),
          was: expectedAt(target),
        },
      ],
      changedDirectories,
      assertUnchanged() {
        // Closed before the rename: an open, unlinked inode goes to ext4's orphan list, which costs a journal write. Before
        // the look, too, since nothing lies between that and the rename.
        if (current !== null && current.size <= MAX_SYNC_BYTES) current.close();
        assertUnchanged({ platform, directory }, target, current);
      },
      sync: () => staged.sync(),
      placed: () => {
        this.#identity = staged.placed();
      },
      keep,
    };
  }

  async entries(keeping: ContentKeeper): Promise<readonly EntryChange[]> {
    const path = this.#target.realPath;
    const current = this.#current;
    const before = current === null ? null : await fileNode(current, keeping);
    current?.rest();
    const after = await stagedNode(this.#staged, keeping);
    if (after === null || before?.version === after.version) return [];
    const made = this.made.length === 0 ? {} : { made: this.made };
    return [{ change: before === null ? 'add' : 'update', path, before, after, ...made }];
  }

  result(synced: boolean): Result<T> {
    const { realPath, existing } = this.#target;
    return {
      change: 'write',
      realPath,
      created: existing === null,
      bytesWritten: this.#written.bytes,
      version: this.#written.version,
      brokeHardLink: (existing?.stat.nlink ?? 1n) > 1n,
      notKept: this.#staged?.notKept ?? [],
      synced,
      identity: this.#identity,
      result: this.#content.result,
    };
  }

  [Symbol.dispose](): void {
    try {
      this.#staged?.[Symbol.dispose]();
    } finally {
      this.#current?.close();
      this.#context.platform.release(this.#target.parent);
    }
  }
}

/** A file that is staged; null if none is. */
export async function stagedNode(staged: StagedEntry | undefined, keeping: ContentKeeper): Promise<KeptFile | null> {
  if (staged?.written === undefined || staged.content === undefined) return null;
  const { version, bytes: size } = staged.written;
  const mode = Number(staged.stat().mode) & 0o7777;
  return await staged.content.use((descriptor) =>
    keeping.file({ descriptor, size, mode, version: async () => version }, digestIn(version)),
  );
}

/** Until it is computed; its result is not read before. */
export const NO_CONTENT: PiecesWithResult<never> = { pieces: [], result: undefined as never };
