import type { BigIntStats } from 'node:fs';
import type { IntentRecord } from './intent-record.ts';
import type { ParsedRecord } from './parse-record.ts';

/** The records of one place. */
export interface Records {
  /** Makes a record that says nothing yet. @throws ToolError `IO_ERROR`, `DISK_FULL` if none can be kept */
  make(durable: boolean): Promise<IntentRecord>;
  /** Looks at records without locking any; null if there are none. */
  look(): RecordsLook | null;
  /**
   * Keeps other processes off a record whose process has ended. Null while that lives, or if there is no such record.
   * @param name as `recordsIn` gives it
   * @param isOwn whether it is one of this process, which could not finish it
   */
  claim(name: string, isOwn: boolean): Promise<Claim | null>;
}

/** A look at the records of a place. */
export interface RecordsLook extends Disposable {
  /** A record whose process may have ended. Null if that surely lives, or if what has the name is no record of ours. */
  at(name: string, isOwn: boolean): SeenRecord | null;
}

/** A record of which nothing keeps other processes off. */
export interface SeenRecord {
  /** Identifies its file and what that holds now. */
  readonly state: string;
  /** Null if it is gone. */
  read(): ParsedRecord | null;
}

/** A record that is ours alone until it is disposed. */
export interface Claim extends Disposable {
  readonly record: ParsedRecord;
  /** Called once nothing is left to be done. */
  remove(): void;
}

/** Identifies a file and what it holds. */
export function stateOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}
