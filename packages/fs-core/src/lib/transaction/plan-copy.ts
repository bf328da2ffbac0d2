import { releaseTarget } from '../descriptors/resolve-target.ts';
import type { FileIdentity, MoveResult, RealPath } from '../volume/volume.ts';
import { assertUnchanged } from '../write/file-update.ts';
import { StagedFile } from '../write/staged-file.ts';
import { newTempFileName } from '../write/stale-temp-files.ts';
import { measurePieces, type Written, withResult } from '../write/write-pieces.ts';
import { missingDirectories } from './missing-directories.ts';
import { type Ends, isElsewhere, type Move, prepareMove, seen } from './move-ends.ts';
import { HeldEntry } from './plan-remove.ts';
import { NO_CONTENT, newKeptName } from './plan-write.ts';
import type { Planned, Stage, StagedChange, TransactionContext } from './planned.ts';
import { StagedCopy } from './staged-copy.ts';
import { fingerprintOf, type StepRecord } from './step.ts';

/** A copy gets the new name, and then the old name goes: to another file system, or with new content. */
export class PlannedCopy implements Planned {
  readonly isLong = true;
  readonly made: readonly string[];
  readonly #context: TransactionContext;
  readonly #move: Move;
  readonly #ends: Ends;
  readonly #entry: HeldEntry;
  readonly #put: StepRecord & { readonly do: 'put' };
  readonly #remove: StepRecord;
  #content = NO_CONTENT;
  /** On a dry run, which stages nothing. */
  #measured: Written | undefined;
  #staged: StagedFile | StagedCopy | undefined;
  #identity: FileIdentity | null = null;

  /** Takes the pins of both ends over. */
  constructor(context: TransactionContext, move: Move, ends: Ends) {
    const { from, to } = ends;
    this.#context = context;
    this.#move = move;
    this.#ends = ends;
    this.#entry = new HeldEntry(context.platform, from);
    this.made = missingDirectories(to);
    const kept = to.existing === null ? null : newKeptName();
    this.#put = { do: 'put', path: to.realPath, staged: newTempFileName(), kept };
    this.#remove = { do: 'remove', path: from.realPath, kept: newKeptName() };
  }

  get records(): readonly StepRecord[] {
    return [this.#put, this.#remove];
  }

  async prepare(stage: Stage): Promise<void> {
    const { file } = this.#entry;
    await prepareMove(this.#context, { move: this.#move, ends: this.#ends, entry: this.#entry, stage });
    const whole = file === null ? [] : [{ from: 0, to: file.size }];
    const { change = () => whole } = this.#move;
    this.#content = withResult(await change(file, this.#ends.from.realPath as RealPath));
    const { isDry, signal } = stage;
    if (isDry && file !== null) this.#measured = await measurePieces({ ...this.#content, current: file, signal });
  }

  async stage({ signal }: Stage): Promise<StagedChange> {
    const { from, to } = this.#ends;
    const made = await this.#copy(signal);
    this.#staged = made;
    const { directory } = made;
    return {
      steps: [
        { record: this.#put, directory, into: directory },
        { record: this.#remove, directory: from.parent, into: from.parent },
      ],
      made: [fingerprintOf(made.stat), null],
      changedDirectories: [...made.changedDirectories, from.parent],
      assertUnchanged: () => {
        this.#entry.assertUnchanged();
        assertUnchanged({ platform: this.#context.platform, directory }, to, seen(to));
      },
      placed: () => {
        this.#identity = made.placed();
      },
      keep: () => made.keep(),
    };
  }

  #copy(signal: AbortSignal | undefined): Promise<StagedFile | StagedCopy> {
    const { platform, settings } = this.#context;
    const { from, to } = this.#ends;
    const { file: current } = this.#entry;
    const staging = { target: to, old: from.existing.stat, temporary: this.#put.staged };
    if (current !== null) return StagedFile.make(platform, staging, { ...settings, ...this.#content, current, signal });
    return StagedCopy.make(platform, staging, { ...settings, of: from.parent, name: from.name, signal });
  }

  result(synced: boolean): MoveResult & { readonly change: 'move' } {
    const { from, to } = this.#ends;
    const { notKept = [], version = this.#measured?.version ?? null } = outcomeOf(this.#staged);
    return {
      change: 'move',
      from: from.realPath as RealPath,
      realPath: to.realPath as RealPath,
      kind: this.#entry.kind,
      replaced: to.existing !== null,
      copied: isElsewhere(this.#ends),
      notKept,
      version,
      identity: this.#identity,
      synced,
    };
  }

  [Symbol.dispose](): void {
    try {
      this.#staged?.[Symbol.dispose]();
    } finally {
      this.#entry[Symbol.dispose]();
      releaseTarget(this.#context.platform, this.#ends.to);
    }
  }
}

function outcomeOf(staged: StagedFile | StagedCopy | undefined): { notKept?: readonly string[]; version?: string } {
  if (staged === undefined) return {};
  return staged instanceof StagedFile ? { notKept: staged.notKept, version: staged.written.version } : staged;
}
