import type { IntentRecord, Recorded } from './intent-record.ts';

/** The records of one place. */
export interface Records {
  /** Makes a record that says nothing yet. @throws ToolError `IO_ERROR`, `DISK_FULL` if none can be kept */
  make(durable: boolean): Promise<IntentRecord>;
  /**
   * Keeps other processes off a record whose process has ended. Null while that lives, or if there is no such record.
   * @param name as `recordsIn` gives it
   * @param isOwn whether it is one of this process, which could not finish it
   */
  claim(name: string, isOwn: boolean): Promise<Claim | null>;
}

/** A record that is ours alone until it is disposed. */
export interface Claim extends Disposable {
  /** Null if nothing was staged yet. */
  readonly record: Recorded | null;
  /** To be called once nothing is left to be done. */
  remove(): void;
}
