import type {
  CommandOutcome,
  CreateDirectoryOutcome,
  EditInTurnOutcome,
  EditNotebookOutcome,
  FileInfoOutcome,
  GrepOutcome,
  InsertLinesOutcome,
  LinesOutcome,
  MoveEntryOutcome,
  PatchOutcome,
  PlannedCommand,
  RemoveEntryOutcome,
  ReplaceTextOutcome,
  RestartOutcome,
  TaskOutcome,
  UndoEditOutcome,
  WatchedOutcome,
  WriteFileOutcome,
} from '@dragoman/outcomes';
import type {
  ChangeFileOutcome,
  LoggedCommandOutcome,
  OverwriteTextOutcome,
  ProcessListOutcome,
  ProcessOutcome,
  ScaledPicture,
  StoppedCommandOutcome,
  TaskLogOutcome,
} from '@dragoman/outcomes/internal/parts';
import type { PatchHunk } from './shared/unified-diff.ts';

/** Facts about a success for programs: `_meta["dragoman/outcome"]`. */
export type Facts = ReadFacts | SearchFacts | WrittenFacts | CommandFacts | PageFacts;

/** Facts about a file or directory that was read. */
export type ReadFacts =
  | TextFacts
  | ImageFacts
  | BinaryFacts
  | DirectoryFacts
  | PdfFacts
  | NotebookFacts
  | MediaFacts
  | FilesFacts
  | FileInfoOutcome;

type PathFacts = {
  /** The path as the caller gave it. */
  readonly path: string;
  /** Absolute, without links. */
  readonly realPath: string;
};

type FileFacts = PathFacts & {
  /** Bytes. */
  readonly size: number;
};

/** Lines of a text file. */
export type TextFacts = PathFacts & {
  readonly kind: 'text';
  /** 1-based. */
  readonly startLine: number;
  /** The last that was shown; 0 if the file is empty. */
  readonly endLine: number;
  /** Null if they were not counted. */
  readonly totalLines: number | null;
  readonly encoding: string;
};

export type ImageFacts = FileFacts & {
  readonly kind: 'image';
  readonly mimeType: string;
  /** Absent if the image is as it was. */
  readonly scaled?: ScaledPicture;
};

export type BinaryFacts = FileFacts & {
  readonly kind: 'binary';
  /** Null if the content is of no known type. */
  readonly mimeType: string | null;
};

export type DirectoryFacts = PathFacts & {
  readonly kind: 'directory';
  /** Number of entries. */
  readonly entries: number;
};

/** Pages of a PDF, 1-based; 0 if it has none. */
export type PdfFacts = FileFacts & {
  readonly kind: 'pdf';
  readonly totalPages: number;
  readonly firstPage: number;
  readonly lastPage: number;
};

export type NotebookFacts = FileFacts & {
  readonly kind: 'notebook';
  /** The version of nbformat, as in `4.5`. */
  readonly format: string;
  readonly language: string | null;
  readonly totalCells: number;
  /** Number of cells that were shown. */
  readonly cells: number;
};

/** A whole file of any kind. */
export type MediaFacts = FileFacts & {
  readonly kind: 'media';
  readonly mimeType: string;
  readonly scaled?: ScaledPicture;
};

/** Several files at once. */
export type FilesFacts = {
  readonly kind: 'texts';
  /** Number of files that were read. */
  readonly read: number;
  readonly failed: number;
};

/** Facts about the results of a search or a listing. */
export type SearchFacts = GlobFacts | GrepFacts | PagedGrepFacts | ListFacts | TreeFacts | EntriesFacts | RootsFacts;

/** All that lies below a directory. */
export type TreeFacts = PathFacts & {
  readonly kind: 'tree';
  readonly entries: number;
};

/** Files and directories found by their paths. */
export type EntriesFacts = {
  readonly kind: 'entries';
  readonly path: string;
  readonly shown: number;
  /** There may be more of them. */
  readonly more: boolean;
};

/** The trees that tools may touch, as real paths. */
export type RootsFacts = {
  readonly kind: 'roots';
  readonly roots: readonly string[];
};

type WalkFacts = {
  /** The search ended before it had looked at everything. */
  readonly incomplete: boolean;
  /** Directories and files that could not be read. */
  readonly unreadable: number;
  readonly ignoreFilesSkipped: number;
};

export type GlobFacts = WalkFacts & {
  readonly kind: 'glob';
  readonly pattern: string;
  /** The path that was searched. */
  readonly path: string | undefined;
  readonly shown: number;
  readonly total: number;
  /** Number of files that ignore files exclude, if a dialect reports it. */
  readonly ignored?: number;
};

export type GrepFacts = WalkFacts & {
  readonly kind: 'grep';
  readonly pattern: string;
  /** The path that was searched. */
  readonly path: string;
  /** Number of files that were shown. */
  readonly files: number;
  /** Matching lines in all files. */
  readonly matches: number;
  /** Left out, since they could not be read again. */
  readonly unconfirmed?: number;
};

/** A search whose results come in pages. */
export type PagedGrepFacts = GrepFacts & {
  /** Unit of `total` and `remaining`: lines, or files. */
  readonly mode: GrepOutcome['result'];
  readonly total: number;
  readonly remaining: number;
  /** The search stopped early, so there is more than the numbers say. */
  readonly counted?: false;
  /** Files that were too large for the search. */
  readonly tooLarge?: number;
};

export type ListFacts = PathFacts & {
  readonly kind: 'list';
  readonly entries: number;
  readonly gitIgnored: number;
};

/** Facts about a file that was written, or on a dry run would be. */
export type WrittenFacts =
  | WriteFileFacts
  | OverwriteTextFacts
  | EditFacts
  | ChangeFileFacts
  | LinesFacts
  | ChunkFacts
  | PatchFacts
  | EditsFacts
  | InsertedFacts
  | UndoneFacts
  | RemovedFacts
  | MovedFacts
  | MadeFacts
  | CellFacts;
export type CellFacts = WriteFactsOf<Omit<EditNotebookOutcome, 'differingLines'>> & {
  /** Hunks of the change with three lines of context; absent if it is too large. */
  readonly patch?: readonly PatchHunk[];
};
export type EditsFacts = WriteFactsOf<Omit<EditInTurnOutcome, 'before' | 'after'>>;
export type InsertedFacts = WriteFactsOf<Omit<InsertLinesOutcome, 'changedLines'>>;
export type ChangeFileFacts = WriteFactsOf<Omit<ChangeFileOutcome, 'differingLines' | 'wasEmpty'>> & {
  /** Hunks of the change with three lines of context; absent if it is too large. */
  readonly patch?: readonly PatchHunk[];
};
export type UndoneFacts = Omit<UndoEditOutcome, 'view' | 'dryRun'> & { readonly dryRun?: true };
export type RemovedFacts = Omit<RemoveEntryOutcome, 'dryRun'> & { readonly dryRun?: true };
export type MovedFacts = Omit<MoveEntryOutcome, 'dryRun'> & { readonly dryRun?: true };
export type MadeFacts = Omit<CreateDirectoryOutcome, 'dryRun'> & { readonly dryRun?: true };
export type WriteFileFacts = WriteFactsOf<Omit<WriteFileOutcome, 'contentBytes'>>;
export type OverwriteTextFacts = WriteFactsOf<Omit<OverwriteTextOutcome, 'differingLines' | 'contentBytes'>>;
export type EditFacts = WriteFactsOf<Omit<ReplaceTextOutcome, EditTexts>>;
export type LinesFacts = WriteFactsOf<Omit<LinesOutcome, 'differingLines' | 'affectedLines'>>;
/** The facts of an edit about its texts, for formatters. */
export type EditTexts = 'differingLines' | 'changedLines' | 'firstLine' | 'firstLineCount';

/** The facts of a write; what is as it should be is left out. */
export type WriteFactsOf<Outcome> = Omit<Outcome, 'brokeHardLink' | 'notKept' | 'synced' | 'dryRun'> & {
  /** The file had other hard links, which keep the old content. */
  readonly brokeHardLink?: true;
  /** Attributes of the old file that could not be carried over: `owner`, `group`, `mode`, `xattrs`. */
  readonly notKept?: readonly string[];
  /** After a power failure, the old content may be back. */
  readonly synced?: false;
  /** Nothing was changed. */
  readonly dryRun?: true;
};

/** Facts about the files of a patch. */
export type PatchFacts = Pick<PatchOutcome, 'kind' | 'files'> & {
  /** Nothing was changed. */
  readonly dryRun?: true;
};

/** One part of a replacement in several calls arrived. */
export type ChunkFacts = {
  readonly kind: 'chunk';
  readonly path: string;
  readonly id: string;
  readonly index: number;
  readonly bytesReceived: number;
};

/** Facts about a command. */
export type CommandFacts =
  | EndedCommandFacts
  | TaskFacts
  | PlannedCommandFacts
  | WatchedFacts
  | RestartFacts
  | LoggedCommandFacts
  | StoppedCommandOutcome
  | TaskLogFacts
  | ProcessFacts
  | ProcessListFacts;
export type LoggedCommandFacts = Omit<LoggedCommandOutcome, 'output'>;
export type TaskLogFacts = Omit<TaskLogOutcome, 'output'>;
export type ProcessFacts = Omit<ProcessOutcome, 'output' | 'lines'>;
export type ProcessListFacts = ProcessListOutcome;
/** The shell is another one now. */
export type RestartFacts = RestartOutcome;
export type EndedCommandFacts = Omit<CommandOutcome, 'stdout' | 'stderr'>;
export type TaskFacts = Omit<TaskOutcome, 'stdout' | 'stderr'> & { readonly started?: true };
export type PlannedCommandFacts = PlannedCommand & {
  readonly dryRun: true;
};

export type WatchedFacts = Omit<WatchedOutcome, 'output'> & {
  /** Bytes written since the last answer. */
  readonly bytes: number;
};

/** Facts about a page. */
export type PageFacts = TextPageFacts | ListPageFacts;

export type TextPageFacts = PathFacts & {
  readonly kind: 'page';
  readonly startLine: number;
  readonly endLine: number;
  readonly version: string;
};

export type ListPageFacts = {
  readonly kind: 'matches' | 'files';
  readonly shown: number;
  readonly truncated: boolean;
  readonly incomplete: boolean;
};
