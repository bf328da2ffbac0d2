export { createSession } from './lib/create-session.ts';
export type { JournalSettings } from './lib/journal/journal-settings.ts';
export type { SessionJournal } from './lib/journal/session-journal.ts';
export type { Limits } from './lib/limits.ts';
export { type CreateDirectoryRequest, createDirectory } from './lib/operations/edit/create-directory.ts';
export { type EditInTurnRequest, editInTurn } from './lib/operations/edit/edit-in-turn.ts';
export { type EditNotebookRequest, editNotebook } from './lib/operations/edit/edit-notebook.ts';
export { editOrCreate, replaceOrCreate } from './lib/operations/edit/edit-or-create.ts';
export { type InsertLinesRequest, insertLines } from './lib/operations/edit/insert-lines.ts';
export { moveEntry } from './lib/operations/edit/move-entry.ts';
export { type RemoveEntryRequest, removeEntry } from './lib/operations/edit/remove-entry.ts';
export { type ReplaceTextRequest, replaceText } from './lib/operations/edit/replace-text.ts';
export { type UndoEditRequest, undoEdit } from './lib/operations/edit/undo-edit.ts';
export { type WriteFileRequest, writeFile } from './lib/operations/edit/write-file.ts';
export { type WriteLinesRequest, writeLines } from './lib/operations/edit/write-lines.ts';
export { type FindEntriesRequest, findEntries } from './lib/operations/find/find-entries.ts';
export { type FindPageRequest, findPage } from './lib/operations/find/find-page.ts';
export { type GlobRequest, glob } from './lib/operations/find/glob.ts';
export { grep } from './lib/operations/find/grep.ts';
export { type GrepByRegExpRequest, grepByRegExp } from './lib/operations/find/grep-by-regexp.ts';
export type { GrepRequest } from './lib/operations/find/grep-outcome.ts';
export { type SearchPageRequest, searchPage } from './lib/operations/find/search-page.ts';
export { type DirectoryTreeRequest, directoryTree } from './lib/operations/list/directory-tree.ts';
export { type ListBelowRequest, listBelow } from './lib/operations/list/list-below.ts';
export { type ListDirectoryRequest, listDirectory } from './lib/operations/list/list-directory.ts';
export { type ListSizesRequest, listSizes } from './lib/operations/list/list-sizes.ts';
export { type FileInfoRequest, fileInfo } from './lib/operations/read/file-info.ts';
export { type ReadFileRequest, readFile } from './lib/operations/read/read-file.ts';
export { type ReadFileOrDocumentRequest, readFileOrDocument } from './lib/operations/read/read-file-or-document.ts';
export { type ReadFileOrListRequest, readFileOrList } from './lib/operations/read/read-file-or-list.ts';
export { type ReadFilesRequest, readFiles } from './lib/operations/read/read-files.ts';
export { type ReadImageRequest, readImage } from './lib/operations/read/read-image.ts';
export { type ReadAnyRequest, readAny } from './lib/operations/read/read-media.ts';
export { type ReadPageRequest, readPage } from './lib/operations/read/read-page.ts';
export { type ReadPartRequest, readPart } from './lib/operations/read/read-part.ts';
export {
  type ViewLinesRequest,
  viewLinesOrSizes,
  viewLinesOrTree,
} from './lib/operations/read/view-lines.ts';
export { restartShell } from './lib/operations/run/restart-shell.ts';
export { type RunCommandRequest, runCommand } from './lib/operations/run/run-command.ts';
export { type TaskOutputRequest, taskOutput } from './lib/operations/run/task-output.ts';
export {
  type ExecCommandRequest,
  execCommand,
  type WatchRequest,
  watchCommand,
} from './lib/operations/run/watch-command.ts';
export { type ApplyPatchRequest, applyPatch } from './lib/patch/apply-patch.ts';
export type { Call, CallOptions, Operation, Progress, Session, SessionOptions } from './lib/session.ts';
export type { ShellSettings } from './lib/session-shell.ts';
