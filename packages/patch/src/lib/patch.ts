/** A patch: what becomes of each file that it names, in its order. */
export interface Patch {
  readonly sections: readonly Section[];
}

/** The part of a patch that changes one file. */
export type Section =
  | { readonly change: 'add'; readonly path: string; readonly lines: readonly string[] }
  | { readonly change: 'delete'; readonly path: string }
  | {
      readonly change: 'update';
      readonly path: string;
      /** Absent if the file stays where it is. */
      readonly moveTo?: string;
      /** Empty only if the file is moved. */
      readonly hunks: readonly Hunk[];
    };

/** Lines of a file and what replaces them, without their endings. */
export interface Hunk {
  /** Lines of the file above the hunk, in order: each is sought after the one before it. */
  readonly contexts: readonly string[];
  readonly lines: readonly HunkLine[];
  /** True if the hunk is at the end of the file. */
  readonly atEnd: boolean;
}

/** A line of a hunk: kept as context, removed or added. */
export interface HunkLine {
  readonly kind: 'kept' | 'removed' | 'added';
  readonly text: string;
}
