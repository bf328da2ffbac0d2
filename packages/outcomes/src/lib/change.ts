import type { WriteResult } from '@dragoman/fs-core';
import type { ChangedLines, DifferingLines } from './lines.ts';
import type { ViewedLines } from './reading.ts';

/** The part of an outcome that all operations that write have in common. */
export interface WriteFacts extends Omit<WriteResult, 'realPath' | 'identity' | 'result'> {
  /** The path as the caller gave it. */
  readonly path: string;
  readonly realPath: string;
  /** Nothing was changed: the outcome is what a write would have done. */
  readonly dryRun: boolean;
}

/** A write that was made, or on a dry run would be made. */
export interface WriteFileOutcome extends WriteFacts {
  readonly kind: 'write';
  /** Size of the content as UTF-8, whatever encoding it was written in. */
  readonly contentBytes: number;
  /** Encoding of the old text, if UTF-8 without a byte-order mark was written in its place. */
  readonly replaced?: ReplacedEncoding;
}

/** The encoding of a text in the place of which UTF-8 was written. */
export interface ReplacedEncoding {
  readonly encoding: string;
  /** True if it began with a byte-order mark. */
  readonly marked: boolean;
}

/** An overwrite that keeps the form of the old text, made or on a dry run to be made. */
export interface OverwriteTextOutcome extends WriteFileOutcome {
  /** The lines in which the text differs, as of an edit; null if there was no text. */
  readonly differingLines: ((context: number) => DifferingLines) | null;
}

/** An edit that was made, or on a dry run would be made. */
export interface ReplaceTextOutcome extends WriteFacts {
  readonly kind: 'edit';
  readonly replacements: number;
  /** The old text was found in lines that differ from it in white space at their ends. */
  readonly matched?: 'whitespace';
  /** The lines in which the text differs, with up to `context` lines on either side; decoded on call. */
  readonly differingLines: (context: number) => DifferingLines;
  /** The lines from the first replacement to the last, as `differingLines`. */
  readonly changedLines: (context: number) => ChangedLines;
  /** 1-based line of the text after the edit in which the first replacement begins. */
  readonly firstLine: number;
  /** Lines that the first replacement takes up. */
  readonly firstLineCount: number;
}

/** An edit, or a whole new content, in a session that keeps what it was shown. */
export interface ChangeFileOutcome extends WriteFacts {
  readonly kind: 'edit' | 'write';
  /** Number of places; 0 if the whole content is new. */
  readonly replacements: number;
  /** There was no file, or nothing in it. */
  readonly wasEmpty: boolean;
  /** Extent to which the session knew the file's content before the change. */
  readonly readState: 'unseen' | 'part' | 'whole' | 'changed';
  /** Encoding of the old text, as in `WriteFileOutcome`. */
  readonly replaced?: ReplacedEncoding;
  /** The lines in which the text differs, with up to `context` lines on either side; decoded on call. */
  readonly differingLines: (context: number) => DifferingLines;
}

/** Edits that were made, or on a dry run would be. */
export interface EditInTurnOutcome extends WriteFacts {
  readonly kind: 'edits';
  readonly edits: number;
  /** Text with LF for every CRLF, like `after`. */
  readonly before: string;
  readonly after: string;
}

/** Lines that were inserted, or on a dry run would be. */
export interface InsertLinesOutcome extends WriteFacts {
  readonly kind: 'inserted';
  /** 1-based line of the text after the change in which the first of them stands. */
  readonly firstLine: number;
  readonly lineCount: number;
  /** The new lines with up to `context` lines above them and at least as many below; decoded on call. */
  readonly changedLines: (context: number) => ChangedLines;
}

/** A notebook's cell that was changed, or on a dry run would be. */
export interface EditNotebookOutcome extends WriteFacts {
  readonly kind: 'cell';
  readonly change: 'replace' | 'insert' | 'delete';
  /** Position of the cell, from 0; of a cell that is gone, the one that it had. */
  readonly index: number;
  /** The id of a new cell; null below nbformat 4.5, and for other changes. */
  readonly newId: string | null;
  /** The lines in which the text differs, with up to `context` lines on either side; decoded on call. */
  readonly differingLines: (context: number) => DifferingLines;
}

/** A replacement of lines that was made, or on a dry run would be made. */
export interface LinesOutcome extends WriteFacts {
  readonly kind: 'lines';
  readonly previousVersion: string;
  readonly affectedLines: { readonly start: number; readonly removed: number; readonly added: number };
  /** Line count of the file as it is now. */
  readonly totalLines: number;
  /** The lines in which the text differs, with up to `context` lines on either side; decoded on call. */
  readonly differingLines: (context: number) => DifferingLines;
}

/** A part of a replacement arrived; nothing is written yet. */
export interface ChunkOutcome {
  readonly kind: 'chunk';
  readonly path: string;
  readonly id: string;
  readonly index: number;
  /** UTF-8 bytes of all parts so far. */
  readonly bytesReceived: number;
}

/** A patch that was applied, or on a dry run would be. */
export interface PatchOutcome {
  readonly kind: 'patch';
  /** The files in the order of the patch. */
  readonly files: readonly PatchedFile[];
  readonly dryRun: boolean;
  readonly elapsedMs: number;
}

/** Result of a patch for one file. Paths are as the patch names them. */
export interface PatchedFile {
  readonly change: 'add' | 'update' | 'move' | 'delete';
  readonly path: string;
  /** The old name of a moved file. */
  readonly from?: string;
  /** The path on the disk, if the patch may have it in other characters. */
  readonly realPath?: string;
  /** Version of the new content, if there is one. */
  readonly version?: string;
  /** Encoding of what an added file replaced, as in `WriteFileOutcome`. */
  readonly replaced?: ReplacedEncoding;
  /**
   * False if a store without conditional deletes deleted it: what somebody wrote in the instant before is gone, too.
   */
  readonly atomic?: false;
}

/** An edit that was taken back, or on a dry run would be. */
export interface UndoEditOutcome {
  readonly kind: 'undone';
  readonly path: string;
  readonly realPath: string;
  /** The id that the operation has in the journal. */
  readonly operation: string;
  /** True if the file is still there. */
  readonly exists: boolean;
  /** The file's lines now; null on a dry run, if the file is gone, or if it is no text. */
  readonly view: ViewedLines | null;
  readonly dryRun: boolean;
}

/** A directory that is there now, or on a dry run would be. */
export interface CreateDirectoryOutcome {
  readonly kind: 'made';
  /** The path as the caller gave it. */
  readonly path: string;
  readonly realPath: string;
  /** False if it was there already. */
  readonly created: boolean;
  readonly dryRun: boolean;
}

/** Result of moving an entry, or on a dry run of what would be moved. */
export interface MoveEntryOutcome {
  readonly kind: 'move';
  /** The path as the caller gave it. */
  readonly from: string;
  readonly to: string;
  readonly realPath: string;
  /** Attributes that could not be carried over to another file system: `owner`, `group`, `mode`, `xattrs`, `links`. */
  readonly notKept: readonly string[];
  /** False if it was copied and then removed, in steps between which a crash leaves both. */
  readonly atomic?: false;
  readonly dryRun: boolean;
}

/** Result of removing an entry, or on a dry run of what would be removed. */
export interface RemoveEntryOutcome {
  readonly kind: 'removed';
  /** The path as the caller gave it. */
  readonly path: string;
  readonly realPath: string;
  /** False under the same conditions as in `RemoveResult`. */
  readonly atomic?: false;
  readonly dryRun: boolean;
}
