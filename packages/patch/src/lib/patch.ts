/** A patch: what becomes of each file that it names, in its order. */
export interface Patch {
  readonly sections: readonly Section[];
}

export type Section =
  | { readonly change: 'add'; readonly path: string; readonly lines: readonly string[] }
  | { readonly change: 'delete'; readonly path: string }
  | {
      readonly change: 'update';
      readonly path: string;
      /** Absent if the file stays where it is. */
      readonly moveTo?: string;
      /** None only where the file is moved. */
      readonly hunks: readonly Hunk[];
    };

/** A place of a file, and what changes there. Lines are without their endings. */
export interface Hunk {
  /** Lines of the file above the place, from above to below: each is sought after the one before it. */
  readonly contexts: readonly string[];
  readonly lines: readonly HunkLine[];
  /** The place is the end of the file. */
  readonly atEnd: boolean;
}

export interface HunkLine {
  readonly kind: 'kept' | 'removed' | 'added';
  readonly text: string;
}
