import { basename } from 'node:path';
import type { Pin } from '../descriptors/platform.ts';
import type { ExpectedEntry, Fingerprint } from './fingerprint.ts';

/** The change of one name, as the record of intent tells it. Other names are such as lie in the same directory. */
export type StepRecord =
  /** `staged` gets the name; what had it before is kept. */
  | { readonly do: 'put'; readonly path: string; readonly staged: string; readonly kept: string | null }
  /** The entry at `path` is kept, and removed at the end. */
  | { readonly do: 'remove'; readonly path: string; readonly kept: string }
  /** The entry at `path` gets the name `to`; what had that before is kept. */
  | { readonly do: 'shift'; readonly path: string; readonly to: string; readonly kept: string | null };

/** A step whose directories are held. */
export interface HeldStep {
  readonly record: StepRecord;
  /** The directory of `path`. */
  readonly directory: Pin;
  /** The directory of the name that something gets: of `to` in a shift, else that of `path`. */
  readonly into: Pin;
  /** Identifies the entry that gets the name; null if none does, or while it is not staged yet. */
  readonly made: Fingerprint | null;
}

/** A step that is ready to be taken. */
export interface ReadyStep extends HeldStep {
  /** Identifies the entry that is to be kept; null if the new name is free. */
  readonly was: ExpectedEntry | null;
}

/** The name that something gets, in its directory. */
export function newNameOf(record: Exclude<StepRecord, { do: 'remove' }>): string {
  return basename(record.do === 'put' ? record.path : record.to);
}
