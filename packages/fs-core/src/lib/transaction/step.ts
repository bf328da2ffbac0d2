import { basename } from 'node:path';
import type { Pin } from '../descriptors/platform.ts';
import type { ExpectedEntry, Fingerprint } from './fingerprint.ts';

/** What becomes of one name, as the record of intent tells it. Other names are such as lie in the same directory. */
export type StepRecord =
  /** `staged` gets the name; what had it before is kept. */
  | { readonly do: 'put'; readonly path: string; readonly staged: string; readonly kept: string | null }
  /** What has the name is kept, and removed at the end. */
  | { readonly do: 'remove'; readonly path: string; readonly kept: string }
  /** What has the name gets another; what had that one before is kept. */
  | { readonly do: 'shift'; readonly path: string; readonly to: string; readonly kept: string | null };

/** A step whose directories are held. */
export interface HeldStep {
  readonly record: StepRecord;
  /** The directory of `path`. */
  readonly directory: Pin;
  /** The directory of the name that something gets: of `to` in a shift, else that of `path`. */
  readonly into: Pin;
  /** By what the entry that gets the name is known; null if none does, or while it is not staged yet. */
  readonly made: Fingerprint | null;
}

/** A step that is ready to be taken. */
export interface ReadyStep extends HeldStep {
  /** By what that is known which is to be kept; null if the name that something gets is free. */
  readonly was: ExpectedEntry | null;
}

/** The name that something gets, in its directory. */
export function newNameOf(record: Exclude<StepRecord, { do: 'remove' }>): string {
  return basename(record.do === 'put' ? record.path : record.to);
}
