import type { Target } from '../descriptors/resolve-target.ts';
import { currentOwner } from '../lock/lock-owner.ts';
import { keptName } from '../lock/temp-file-name.ts';
import { uniqueSuffix } from '../lock/unique-suffix.ts';
import type { Change, FileIdentity, PiecesWithResult, RealPath, WriteResult } from '../volume/volume.ts';
import { assertUnchanged, assertWritable, describe, HeldTarget } from '../write/file-update.ts';
import { StagedFile } from '../write/staged-file.ts';
import { newTempFileName } from '../write/stale-temp-files.ts';
import { measurePieces, type Written, withResult } from '../write/write-pieces.ts';
import { missingDirectories } from './missing-directories.ts';
import type { Planned, Stage, StagedChange, TransactionContext } from './planned.ts';
import { fingerprintOf, type StepRecord } from './step.ts';

/** A file gets new content. */
export class PlannedWrite implements Planned {
  readonly isLong = false;
  readonly made: readonly string[];
  readonly #context: TransactionContext;
  readonly #change: Change<unknown>;
  readonly #target: Target;
  readonly #held: HeldTarget;
  readonly #record: StepRecord & { readonly do: 'put'; readonly staged: string };
  #content = NO_CONTENT;
  #staged: StagedFile | undefined;
  #written: Written = { bytes: 0, version: '' };
  #identity: FileIdentity | null = null;

  constructor(
    context: TransactionContext,
    { path, change }: { readonly path: string; readonly change: Change<unknown> },
  ) {
    this.#context = context;
    this.#change = change;
    this.#target = context.resolver.target(path);
    this.#held = new HeldTarget(context.platform, this.#target);
    this.made = missingDirectories(this.#target);
    const kept = this.#held.current === null ? null : newKeptName();
    this.#record = { do: 'put', path: this.#target.realPath, staged: newTempFileName(), kept };
  }

  get records(): readonly StepRecord[] {
    return [this.#record];
  }

  async prepare({ isDry, signal }: Stage): Promise<void> {
    const { current } = this.#held;
    this.#content = withResult(await this.#change(current, this.#target.realPath as RealPath));
    assertWritable(this.#context.platform, this.#target, isDry);
    if (isDry) this.#written = await measurePieces({ ...this.#content, current, signal });
  }

  async stage({ signal }: Stage): Promise<StagedChange> {
    const { platform, settings } = this.#context;
    const { current } = this.#held;
    const target = this.#target;
    const staging = { target, old: target.existing?.stat ?? null, temporary: this.#record.staged };
    const staged = await StagedFile.make(platform, staging, { ...settings, ...this.#content, current, signal });
    this.#staged = staged;
    this.#written = staged.written;
    const { directory } = staged;
    return {
      steps: [{ record: this.#record, directory, into: directory }],
      made: [fingerprintOf(staged.stat)],
      changedDirectories: staged.changedDirectories,
      assertUnchanged: () => assertUnchanged({ platform, directory }, target, current),
      placed: () => {
        this.#identity = staged.placed();
      },
      keep: () => staged.keep(),
    };
  }

  result(synced: boolean): WriteResult<unknown> & { readonly change: 'write' } {
    const { notKept = [] } = this.#staged ?? {};
    const done = { written: this.#written, notKept, identity: this.#identity, synced };
    const { result } = this.#content;
    return { change: 'write', ...describe(this.#target, this.#held.current, done), result };
  }

  [Symbol.dispose](): void {
    try {
      this.#staged?.[Symbol.dispose]();
    } finally {
      this.#held[Symbol.dispose]();
    }
  }
}

/** Until it is computed. */
export const NO_CONTENT: PiecesWithResult<unknown> = { pieces: [], result: undefined };

/** A name for what a transaction replaces. */
export function newKeptName(): string {
  return keptName(currentOwner(), uniqueSuffix());
}
