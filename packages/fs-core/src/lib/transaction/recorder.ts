import type { Origin } from '../volume/change.ts';
import type { EntryChange, KeptFile, KeptNode } from './entry-change.ts';

/** Records what transactions change, with what was there before. */
export interface Recorder {
  /** Directory where the records of intent lie of transactions that are not done yet. */
  readonly records: string;
  /**
   * Keeps what staged changes replace, and what they put in its place.
   * @throws ToolError `IO_ERROR`, `DISK_FULL` if it cannot; then nothing may change
   */
  prepared(changes: readonly Recordable[], how: Preparation): Promise<PreparedRecording>;
  /**
   * A recording whose process ended before it was done, by its note, which anybody may have written. Null if nothing is to
   * be recorded.
   * @param isElsewhere as `Preparation.isElsewhere`
   */
  unfinished(note: unknown, isElsewhere: boolean): Promise<Recording | null>;
}

/** Recording of one transaction. */
export interface Recording {
  /** Directories that go with it if they are empty, innermost first. */
  readonly emptied: readonly string[];
  /**
   * Records that everything was changed, unless nothing was.
   * @param isDurable whether that is on the disk when the call ends
   * @throws ToolError `IO_ERROR`, `DISK_FULL`
   */
  done(isDurable: boolean): Promise<void>;
}

/** Recording of a transaction that may still be taken back. Disposed of once its note is no longer needed. */
export interface PreparedRecording extends Recording, Disposable {
  /** Resolves once everything that was kept is on the disk. */
  synced(): Promise<void>;
}

export interface Preparation {
  readonly by: Origin | Mark;
  /** True if the note goes where the recorder does not look. */
  readonly isElsewhere: boolean;
  /**
   * Writes down a note, as JSON, by which the recording can be done if this process ends before; null if there is nothing
   * to record. Called while no other process removes what was kept.
   */
  readonly write: (note: unknown) => void;
}

/** An undo or redo, in place of the call that made changes. */
export interface Mark {
  readonly kind: 'undo' | 'redo';
  /** Recordings that are undone or redone. */
  readonly ids: readonly string[];
  /** Entries that it removed and whose modes somebody had set, by path: they come back with these. */
  readonly removed?: Readonly<Record<string, KeptNode>>;
  /** Directories that went with it if they were empty, innermost first. */
  readonly emptied?: readonly string[];
}

/** A staged change that can be recorded. */
export interface Recordable {
  /** Changes of entries; none if no byte changes. @throws the system's error, ToolError */
  entries(keeping: ContentKeeper): Promise<readonly EntryChange[]>;
}

/** Keeps the contents of files. */
export interface ContentKeeper {
  /**
   * Keeps a content, unless it is too large.
   * @param known its digest, if it is known
   * @throws the system's error
   */
  file(file: KeepableFile, known: string | null): Promise<KeptFile>;
}

/** A file whose content is to be kept. */
export interface KeepableFile {
  readonly descriptor: number;
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
  /** The version of its bytes. */
  version(): Promise<string>;
}
