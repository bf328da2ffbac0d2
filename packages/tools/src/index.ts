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
export { faultyOption } from './lib/assert-session-options.ts';
export { createSession, createSessionBeside, openBeside } from './lib/create-session.ts';
export { failureOf, type ReportedFailure, type UnexpectedError } from './lib/failure.ts';
export { guardedSession } from './lib/guarded-session.ts';
export { defaultJournalDirectory, type JournalSettings } from './lib/journal/journal-settings.ts';
export type {
  DiffOutcome,
  OperationFilter,
  OperationsFound,
  SessionJournal,
  TurnOptions,
  TurnOutcome,
} from './lib/journal/session-journal.ts';
export { LIMITS, type LimitName, type Limits, limitsOf, mapLimits } from './lib/limits.ts';
export { openDirectories } from './lib/open-directories.ts';
export { aftermathOf } from './lib/operations/command-aftermath.ts';
export { type CreateDirectoryRequest, createDirectory } from './lib/operations/create-directory.ts';
export { type DirectoryTreeRequest, directoryTree } from './lib/operations/directory-tree.ts';
export { type EditInTurnRequest, editInTurn, type TextEdit } from './lib/operations/edit-in-turn.ts';
export { editOrCreate, replaceOrCreate } from './lib/operations/edit-or-create.ts';
export { type FileInfoRequest, fileInfo } from './lib/operations/file-info.ts';
export { type FindEntriesRequest, findEntries } from './lib/operations/find-entries.ts';
export { type FindPageRequest, findPage } from './lib/operations/find-page.ts';
export { type GlobRequest, glob } from './lib/operations/glob.ts';
export { grep } from './lib/operations/grep.ts';
export { type GrepByRegExpRequest, grepByRegExp } from './lib/operations/grep-by-regexp.ts';
export type { GrepRequest } from './lib/operations/grep-outcome.ts';
export { type InsertLinesRequest, insertLines } from './lib/operations/insert-lines.ts';
export { type ListBelowRequest, listBelow } from './lib/operations/list-below.ts';
export { type ListDirectoryRequest, listDirectory } from './lib/operations/list-directory.ts';
export { type ListSizesRequest, listSizes } from './lib/operations/list-sizes.ts';
export { moveEntry } from './lib/operations/move-entry.ts';
export { type ContentForms, type LineWindow, type ReadFileRequest, readFile } from './lib/operations/read-file.ts';
export { type ReadFileOrDocumentRequest, readFileOrDocument } from './lib/operations/read-file-or-document.ts';
export { type ReadFileOrListRequest, readFileOrList } from './lib/operations/read-file-or-list.ts';
export { type ReadFilesRequest, readFiles } from './lib/operations/read-files.ts';
export { type ReadImageRequest, readImage } from './lib/operations/read-image.ts';
export { type ReadAnyRequest, readAny } from './lib/operations/read-media.ts';
export { type ReadPageRequest, readPage } from './lib/operations/read-page.ts';
export { type FilePart, type ReadPartRequest, readPart } from './lib/operations/read-part.ts';
export type { PageRange } from './lib/operations/read-pdf.ts';
export { type RemoveEntryRequest, removeEntry } from './lib/operations/remove-entry.ts';
export { type ReplaceTextRequest, replaceText } from './lib/operations/replace-text.ts';
export { restartShell } from './lib/operations/restart-shell.ts';
export { type RunCommandRequest, runCommand } from './lib/operations/run-command.ts';
export { type SearchPageRequest, searchPage } from './lib/operations/search-page.ts';
export { type TaskOutputRequest, taskOutput } from './lib/operations/task-output.ts';
export { type UndoEditRequest, undoEdit } from './lib/operations/undo-edit.ts';
export {
  type ViewedRange,
  type ViewLinesRequest,
  viewLinesOrSizes,
  viewLinesOrTree,
} from './lib/operations/view-lines.ts';
export {
  type ExecCommandRequest,
  execCommand,
  type WatchRequest,
  watchCommand,
} from './lib/operations/watch-command.ts';
export { type WriteFileRequest, writeFile } from './lib/operations/write-file.ts';
export { type WriteLinesRequest, writeLines } from './lib/operations/write-lines.ts';
export { type ApplyPatchRequest, applyPatch } from './lib/patch/apply-patch.ts';
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
