import type { EntryChange } from '@dragoman/fs-core/internal/kernel';

/** The recorded changes of one call of a tool. */
export interface JournalOperation {
  /** 8 hex digits. */
  readonly id: string;
  /** Time of the call, in the format of `Date.toISOString`. */
  readonly time: string;
  readonly session: string;
  readonly dialect: string;
  readonly tool: string;
  readonly client: string;
  readonly state: 'done' | 'undone';
  /** The changes in the order of their paths. */
  readonly changes: readonly JournalChange[];
}

/** An operation of the journal with everything that is recorded of it. */
export interface KnownOperation extends JournalOperation {
  readonly entries: readonly EntryChange[];
}

/** One thing that it changed. Paths are absolute; versions are null for what is no file, or is not there. */
export interface JournalChange {
  readonly change: 'add' | 'update' | 'delete' | 'move';
  readonly path: string;
  readonly from?: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Reason why no operation is chosen. */
export type SelectionProblem =
  | { readonly problem: 'nothing' }
  | { readonly problem: 'unknown'; readonly id: string }
  | { readonly problem: 'ambiguous'; readonly id: string; readonly ids: readonly string[] }
  | { readonly problem: 'state'; readonly id: string; readonly state: 'done' | 'undone' };

/** Reason why an undo, a redo or a diff did not come about, or stopped at an operation. */
export type Refusal =
  | SelectionProblem
  | { readonly problem: 'files'; readonly operations: readonly RefusedOperation[] };

/** An operation that cannot be undone or redone; nothing of it was changed. */
export interface RefusedOperation {
  readonly id: string;
  readonly files: readonly RefusedFile[];
}

/** A file that an undo or redo cannot change. */
export interface RefusedFile {
  readonly path: string;
  readonly isDirectory: boolean;
  readonly problem: 'changed' | 'missing' | 'exists' | 'not-kept';
  /** The later operation that made of it what it is, and is not undone; null if that was somebody else. */
  readonly changedBy: string | null;
}

/** A file or symbolic link before and after an operation; null where there was none, or is none. */
export interface DiffedFile {
  /** Absolute. */
  readonly path: string;
  /** The old name of a moved file. */
  readonly from?: string;
  readonly before: DiffSide | null;
  readonly after: DiffSide | null;
}

export interface DiffSide {
  /** Mode as Git writes it: `100644`, `100755`, or `120000` of a symbolic link. */
  readonly mode: string;
  /**
   * Each character is a byte: of a text as it is to be shown, of a link where it leads. Null if it is no text, or too much
   * of it. Empty on both sides if the content did not change.
   */
  readonly text: string | null;
}

/** The count of operations that are undone or redone, and of all that were meant. */
export interface AppliedCount {
  readonly done: number;
  readonly total: number;
}

/** Size and damage of a journal. */
export interface JournalFindings {
  readonly directory: string;
  readonly operations: number;
  /** ISO 8601, of the oldest operation; null if there is none. */
  readonly oldest: string | null;
  /** Bytes of all kept contents. */
  readonly bytes: number;
  readonly maxBytes: number;
  /** Lines of its list that are not as they were written. */
  readonly damagedLines: number;
  /** Operations that cannot be taken back, since a content is damaged or gone. */
  readonly damagedOperations: number;
}
