import type { Pin } from '../descriptors/platform.ts';
import type { Confinement } from '../descriptors/resolve-existing.ts';
import type { WriteSettings } from '../descriptors/staged-file.ts';
import type { Log } from '../errors/log.ts';
import type { FileLocks } from '../lock/file-locks.ts';
import type { KeyedQueue } from '../lock/queue.ts';
import type { ChangeResult, Origin } from '../volume/change.ts';
import type { RealPath } from '../volume/open-entry.ts';
import type { RecordPlace } from './record-places.ts';
import type { Mark, Recordable, Recorder } from './recorder.ts';
import type { ReadyStep, StepRecord } from './step.ts';

/** Environment of transactions: trees, locks, records and journal. */
export interface TransactionContext extends Confinement {
  /** The writers of this process, by real path. */
  readonly writers: KeyedQueue;
  readonly settings: WriteSettings;
  /** Returns the locks that keep writers of a path apart. */
  readonly locksFor: (realPath: string) => FileLocks;
  /** True if changes that killed processes left half done are taken back or finished. */
  readonly recovers: boolean;
  /** Places that are searched for records of intent. */
  readonly recordPlaces: readonly RecordPlace[];
  /** Returns the place where a transaction over some real paths keeps its record. */
  readonly recordPlaceFor: (realPaths: readonly string[]) => RecordPlace;
  /** Records of this process's transactions that it could neither finish nor take back, each with its place. */
  readonly unfinished: Map<string, RecordPlace>;
  /** Null if nothing is recorded. */
  readonly recorder: Recorder | null;
  readonly log: Log;
}

/** Result of restoring an entry from the journal. */
export interface RestoreResult {
  readonly change: 'restore';
  readonly realPath: RealPath;
  readonly synced: boolean;
}

/** One change on its way: what it needs is held until it is disposed. */
export interface PlannedChange<Result = ChangeResult> extends Stageable {
  /** Computes the change and checks everything that can be checked before anything is made. */
  prepare(stage: Stage): Promise<void>;
  /** Result of the change, or on a dry run of what it would have done. */
  result(isSynced: boolean): Result;
}

/** A change that can be put in place. */
export interface Stageable extends Recordable, Disposable {
  /** Steps of the change, as a record of intent tells them. */
  readonly records: readonly StepRecord[];
  /** Directories that it makes, outermost first. */
  readonly made: readonly string[];
  /** True if it can be half done, though it is one step: entries of a directory go name by name. */
  readonly isLong?: boolean;
  /** Makes beside their targets what will be put in place. */
  stage(stage: Stage): Promise<StagedChange>;
}

/** Settings for preparing and staging a change. */
export interface Stage {
  readonly isDry: boolean;
  readonly signal: AbortSignal | undefined;
  /** The call or the mark that a journal names it by. */
  readonly by?: Origin | Mark | undefined;
  readonly onStaged?: ((count: number) => void) | undefined;
}

/** Returns the recorder of the changes; null if they are not recorded. */
export function recorderFor({ recorder }: Pick<TransactionContext, 'recorder'>, { by }: Stage): Recorder | null {
  return by === undefined ? null : recorder;
}

/** A change that is ready to be put in place. */
export interface StagedChange {
  readonly steps: readonly ReadyStep[];
  readonly changedDirectories: readonly Pin[];
  /** @throws ToolError `CONFLICT` if a name no longer leads to what the change was computed from */
  assertUnchanged?(): void;
  /** Puts on the disk what was staged, where staging has left that for later. */
  sync?(): Promise<void>;
  /** Called as soon as its steps are taken: what is known of the new state is taken at once. */
  placed?(): void;
  /** Called once nothing can be taken back any more. */
  keep?(): void;
}
