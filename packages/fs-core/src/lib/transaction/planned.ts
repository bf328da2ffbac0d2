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

/** Where transactions happen. */
export interface TransactionContext extends Confinement {
  /** The writers of this process, by real path. */
  readonly writers: KeyedQueue;
  readonly settings: WriteSettings;
  /** What keeps writers of a path apart. */
  readonly locksFor: (realPath: string) => FileLocks;
  /** Whether what killed processes left is taken back or finished. */
  readonly recovers: boolean;
  /** Where records of intent are looked for. */
  readonly recordPlaces: readonly RecordPlace[];
  /** Where a transaction over some real paths keeps its record. */
  readonly recordPlaceFor: (realPaths: readonly string[]) => RecordPlace;
  /** This process's records of what it could neither finish nor take back, and where each of them is. */
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
export interface Planned<Result = ChangeResult> extends Stageable {
  /** Computes the change and checks everything that can be checked before anything is made. */
  prepare(stage: Stage): Promise<void>;
  /** What it did, or would have done. */
  result(isSynced: boolean): Result;
}

/** What can be put in place. */
export interface Stageable extends Recordable, Disposable {
  /** What a record of intent tells of it. */
  readonly records: readonly StepRecord[];
  /** Directories that it makes, outermost first. */
  readonly made: readonly string[];
  /** Whether it can be half done, though it is one step: what a directory held goes name by name. */
  readonly isLong?: boolean;
  /** Makes beside their targets what will be put in place. */
  stage(stage: Stage): Promise<StagedChange>;
}

/** How a change is prepared and staged. */
export interface Stage {
  readonly isDry: boolean;
  readonly signal: AbortSignal | undefined;
  /** Says who changes, or what is undone or redone; absent if that is not to be recorded. */
  readonly by?: Origin | Mark | undefined;
}

/** Whoever records the changes; null if nobody does. */
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
  /** Called as soon as all steps are taken: what is known of the new state is taken at once. */
  placed?(): void;
  /** Called once nothing can be taken back any more. */
  keep?(): void;
}
