/** The part of an outcome that all operations that write have in common. */
export interface WriteFacts {
  /** As the caller gave it. */
  readonly path: string;
  readonly realPath: string;
  readonly created: boolean;
  /** Size of the file as it is now. */
  readonly bytesWritten: number;
  /** `sha256:` and the hex digest of the file's bytes as they are now. */
  readonly version: string;
  /** The file's name was one of several for the same content; the other names keep the old content. */
  readonly brokeHardLink: boolean;
  /** What of the old file could not be carried over: `owner`, `group`, `mode`, `xattrs`. */
  readonly notKept: readonly string[];
  /** False if the directory could not be synced: after a power failure, the old content may be back. */
  readonly synced: boolean;
  /** Nothing was changed: the outcome is what a write would have done. */
  readonly dryRun: boolean;
}
