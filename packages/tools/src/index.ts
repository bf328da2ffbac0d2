export type {
  Action,
  ArgumentIssue,
  CommandTraces,
  DifferenceKind,
  ErrorCode,
  ErrorDetails,
  Failure,
  FailureOf,
  JournalFindings,
  Log,
  NotKept,
  NotTaken,
  OpenFile,
  PageBound,
  PathObjection,
  ProblemOf,
  Problems,
  Severity,
  SimilarText,
  StreamText,
  Volume,
} from '@dragoman/fs-core';
export {
  assertDirectory,
  assertNoBroughtLink,
  assertNotCancelled,
  contains,
  escapeGlob,
  expandHome,
  type IdleDenyGlob,
  idleDenyGlobs,
  isBoundedJson,
  parseBoundedJson,
  pathOf,
  type RefusedFile,
  type RefusedOperation,
  resolvedAsFarAs,
  similarDirectory,
  ToolError,
  wideDirectory,
} from '@dragoman/fs-core';
export type { CommitConflict, CommitResult, Overlay, OverlayChange } from '@dragoman/fs-core/overlay';
export type { ChangedLines, DifferingLines, Line } from '@dragoman/text';
export { faultyOption } from './lib/assert-session-options.ts';
export { createSession, createSessionBeside, openBeside } from './lib/create-session.ts';
export type { DiffedFile, DiffSide } from './lib/diffed-file.ts';
export { failureOf, type ReportedFailure, type UnexpectedError } from './lib/failure.ts';
export { guardedSession } from './lib/guarded-session.ts';
export type { JournalChange, JournalOperation, KnownOperation } from './lib/journal/journal-operation.ts';
export { defaultJournalDirectory, type JournalSettings } from './lib/journal/journal-settings.ts';
export type { SelectionProblem } from './lib/journal/selection.ts';
export type {
  DiffOutcome,
  OperationFilter,
  OperationsFound,
  Refusal,
  SessionJournal,
  TurnOptions,
  TurnOutcome,
} from './lib/journal/session-journal.ts';
export { LIMITS, type LimitName, type Limits, limitsOf, mapLimits } from './lib/limits.ts';
export type { CellOutput, NotebookCell } from './lib/notebook/parse-notebook.ts';
export { openDirectories } from './lib/open-directories.ts';
export { aftermathOf, type CommandAftermath } from './lib/operations/command-aftermath.ts';
export {
  type CreateDirectoryOutcome,
  type CreateDirectoryRequest,
  createDirectory,
} from './lib/operations/create-directory.ts';
export {
  type DirectoryTreeOutcome,
  type DirectoryTreeRequest,
  directoryTree,
  type TreeNode,
} from './lib/operations/directory-tree.ts';
export {
  type EditInTurnOutcome,
  type EditInTurnRequest,
  editInTurn,
  type TextEdit,
} from './lib/operations/edit-in-turn.ts';
export { editOrCreate, replaceOrCreate } from './lib/operations/edit-or-create.ts';
export { type FileInfoOutcome, type FileInfoRequest, fileInfo } from './lib/operations/file-info.ts';
export { type FindEntriesOutcome, type FindEntriesRequest, findEntries } from './lib/operations/find-entries.ts';
export { type FindPageOutcome, type FindPageRequest, type FoundFile, findPage } from './lib/operations/find-page.ts';
export { type GlobEntry, type GlobOutcome, type GlobRequest, glob } from './lib/operations/glob.ts';
export { grep } from './lib/operations/grep.ts';
export { type GrepByRegExpRequest, grepByRegExp } from './lib/operations/grep-by-regexp.ts';
export type { GrepFile, GrepLine, GrepOutcome, GrepRequest } from './lib/operations/grep-outcome.ts';
export { type InsertLinesOutcome, type InsertLinesRequest, insertLines } from './lib/operations/insert-lines.ts';
export {
  type ListBelowOutcome,
  type ListBelowRequest,
  listBelow,
} from './lib/operations/list-below.ts';
export {
  type ListDirectoryOutcome,
  type ListDirectoryRequest,
  type ListedEntry,
  listDirectory,
} from './lib/operations/list-directory.ts';
export {
  type ListSizesOutcome,
  type ListSizesRequest,
  listSizes,
  type SizedEntry,
} from './lib/operations/list-sizes.ts';
export type { DirectoryOutcome, TreeEntry } from './lib/operations/list-tree.ts';
export { type MoveEntryOutcome, moveEntry } from './lib/operations/move-entry.ts';
export {
  type BinaryOutcome,
  type ContentForms,
  type ImageOutcome,
  type LineWindow,
  type ReadFileOutcome,
  type ReadFileRequest,
  readFile,
  type TextOutcome,
} from './lib/operations/read-file.ts';
export {
  type FaultyNotebookOutcome,
  type ReadFileOrDocumentOutcome,
  type ReadFileOrDocumentRequest,
  readFileOrDocument,
} from './lib/operations/read-file-or-document.ts';
export {
  type ReadFileOrListOutcome,
  type ReadFileOrListRequest,
  readFileOrList,
} from './lib/operations/read-file-or-list.ts';
export {
  type FileRead,
  type ReadFilesOutcome,
  type ReadFilesRequest,
  readFiles,
} from './lib/operations/read-files.ts';
export { type ReadImageRequest, readImage } from './lib/operations/read-image.ts';
export { type MediaOutcome, type ReadAnyRequest, readAny } from './lib/operations/read-media.ts';
export type { NotebookOutcome } from './lib/operations/read-notebook.ts';
export { type PageOutcome, type ReadPageRequest, readPage } from './lib/operations/read-page.ts';
export { type FilePart, type PartOutcome, type ReadPartRequest, readPart } from './lib/operations/read-part.ts';
export type { PageRange, PdfOutcome } from './lib/operations/read-pdf.ts';
export { type RemoveEntryOutcome, type RemoveEntryRequest, removeEntry } from './lib/operations/remove-entry.ts';
export { type ReplaceTextOutcome, type ReplaceTextRequest, replaceText } from './lib/operations/replace-text.ts';
export { type RestartOutcome, restartShell } from './lib/operations/restart-shell.ts';
export {
  type CommandOutcome,
  type PlannedCommand,
  type RunCommandOutcome,
  type RunCommandRequest,
  runCommand,
  type TaskStarted,
} from './lib/operations/run-command.ts';
export {
  type FoundMatch,
  type SearchPageOutcome,
  type SearchPageRequest,
  searchPage,
} from './lib/operations/search-page.ts';
export type { SizedTreeEntry, SizedTreeOutcome } from './lib/operations/sized-tree.ts';
export { type TaskOutcome, type TaskOutputRequest, taskOutput } from './lib/operations/task-output.ts';
export { type UndoEditOutcome, type UndoEditRequest, undoEdit } from './lib/operations/undo-edit.ts';
export {
  type ViewedLines,
  type ViewedRange,
  type ViewLinesRequest,
  viewLinesOrSizes,
  viewLinesOrTree,
} from './lib/operations/view-lines.ts';
export type { EntryBelow } from './lib/operations/walk-by-name.ts';
export {
  type ExecCommandRequest,
  execCommand,
  type WatchedOutcome,
  type WatchRequest,
  watchCommand,
} from './lib/operations/watch-command.ts';
export type { WriteFacts } from './lib/operations/write-facts.ts';
export { type WriteFileOutcome, type WriteFileRequest, writeFile } from './lib/operations/write-file.ts';
export {
  type ChunkOutcome,
  type LinesOutcome,
  type WriteLinesRequest,
  writeLines,
} from './lib/operations/write-lines.ts';
export {
  type ApplyPatchRequest,
  applyPatch,
  type PatchedFile,
  type PatchOutcome,
} from './lib/patch/apply-patch.ts';
export type { ReadLedger } from './lib/read-ledger.ts';
export type {
  Call,
  CallOptions,
  Ends,
  Operation,
  Progress,
  Session,
  SessionChanges,
  SessionOptions,
  SessionWrite,
  WriteCall,
} from './lib/session.ts';
export type { SessionShell, ShellSettings } from './lib/session-shell.ts';
export { suggestion } from './lib/suggestion.ts';
export { traceOf } from './lib/trace-of.ts';
