import { assertUnchanged } from '../descriptors/file-update.ts';
import { missingDirectories, releaseTarget } from '../descriptors/resolve-target.ts';
import { type StagedEntry, stageFile } from '../descriptors/staged-file.ts';
import { newKeptName, newTempFileName } from '../descriptors/stale-temp-files.ts';
import { measurePieces, type WrittenContent, withResult } from '../descriptors/write-pieces.ts';
import type { MoveResult, PiecesWithResult } from '../volume/change.ts';
import type { FileIdentity } from '../volume/open-entry.ts';
import type { EntryChange } from './entry-change.ts';
import { expectedAt, fingerprintOf } from './fingerprint.ts';
import { type Ends, isElsewhere, type Move, moveEntry, prepareMove, seen } from './move-ends.ts';
import { HeldEntry } from './plan-remove.ts';
import { NO_CONTENT, stagedNode } from './plan-write.ts';
import type { PlannedChange, Stage, StagedChange, TransactionContext } from './planned.ts';
import type { ContentKeeper } from './recorder.ts';
import { nodeAt } from './snapshot.ts';
import { stageCopy } from './staged-copy.ts';
import type { StepRecord } from './step.ts';

/** A copy gets the new name, and then the old name goes: what cannot be renamed, or gets new content. */
export class CopyPlan implements PlannedChange {
  readonly made: readonly string[];
  readonly isLong = true;
  readonly #context: TransactionContext;
  readonly #move: Move;
  readonly #ends: Ends;
  readonly #entry: HeldEntry;
  readonly #put: StepRecord & { readonly do: 'put' };
  readonly #remove: StepRecord & { readonly do: 'remove' };
  /** See `ExpectedEntry.holds`. */
  #holds: string | null = null;
  #content: PiecesWithResult<unknown> = NO_CONTENT;
  #staged: StagedEntry | undefined;
  #written: WrittenContent | undefined;
  #identity: FileIdentity | null = null;

  /** Takes the pins of both ends over. */
  constructor(context: TransactionContext, move: Move, ends: Ends) {
    const { from, to } = ends;
    this.#entry = new HeldEntry(context.platform, from);
    this.#context = context;
    this.#move = move;
    this.#ends = ends;
    this.made = missingDirectories(to);
    const kept = to.existing === null ? null : newKeptName();
    this.#put = { do: 'put', path: to.realPath, staged: newTempFileName(), kept };
    this.#remove = { do: 'remove', path: from.realPath, kept: newKeptName() };
  }

  get records(): readonly StepRecord[] {
    return [this.#put, this.#remove];
  }

  async prepare(stage: Stage): Promise<void> {
    const move = this.#move;
    const { file: current } = this.#entry;
    this.#holds = await prepareMove(this.#context, { move, ends: this.#ends, entry: this.#entry, stage });
    const whole = current === null ? [] : [{ from: 0, to: current.size }];
    const { change = () => whole } = move;
    this.#content = withResult(await change(current, this.#ends.from.realPath));
    const { isDry, signal } = stage;
    if (isDry && current !== null) this.#written = await measurePieces({ ...this.#content, current, signal });
    current?.rest();
  }

  async stage({ signal }: Stage): Promise<StagedChange> {
    const { platform } = this.#context;
    const { from, to } = this.#ends;
    const staged = await this.#copy(signal);
    const { directory, changedDirectories, keep } = staged;
    this.#staged = staged;
    this.#written = staged.written;
    this.#entry.file?.rest();
    return {
      steps: [
        { record: this.#put, directory, into: directory, made: fingerprintOf(staged.stat()), was: expectedAt(to) },
        {
          record: this.#remove,
          directory: from.parent,
          into: from.parent,
          made: null,
          was: { ...fingerprintOf(from.existing.stat), holds: this.#holds },
        },
      ],
      changedDirectories: [...changedDirectories, from.parent],
      assertUnchanged: () => {
        this.#entry.assertUnchanged();
        assertUnchanged({ platform, directory }, to, seen(to));
      },
      placed: () => {
        this.#identity = staged.placed();
      },
      keep,
    };
  }

  #copy(signal: AbortSignal | undefined): Promise<StagedEntry> {
    const { platform, settings } = this.#context;
    const { from, to } = this.#ends;
    const { file: current } = this.#entry;
    const staging = { target: to, old: from.existing.stat, temporary: this.#put.staged };
    if (current !== null) return stageFile(platform, staging, { ...settings, ...this.#content, current, signal });
    return stageCopy(this.#context, staging, { ...settings, of: from.parent, name: from.name, signal });
  }

  async entries(keeping: ContentKeeper): Promise<readonly EntryChange[]> {
    const { from, to } = this.#ends;
    const isChanged = this.#move.change !== undefined;
    const isReplaced = to.existing !== null;
    const replaced = isReplaced
      ? await nodeAt(this.#context, { of: to.parent, name: to.name, keeping, isWhole: true })
      : null;
    const kept = isChanged || isReplaced ? keeping : null;
    const look = { of: from.parent, name: from.name, isWhole: false };
    const before = await nodeAt(this.#context, { ...look, keeping: kept });
    const after = (isChanged ? await stagedNode(this.#staged, keeping) : null) ?? before;
    return [moveEntry(this.#ends, { before, after, replaced })];
  }

  result(synced: boolean): MoveResult & { readonly change: 'move' } {
    const { from, to } = this.#ends;
    const { kind } = this.#entry;
    const isLinked = kind === 'file' && from.existing.stat.nlink > 1n;
    return {
      change: 'move',
      from: from.realPath,
      realPath: to.realPath,
      kind,
      replaced: to.existing !== null,
      copied: isElsewhere(this.#context.platform, this.#ends),
      notKept: [...(this.#staged?.notKept ?? []), ...(isLinked ? ['links'] : [])],
      version: this.#written?.version ?? null,
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
