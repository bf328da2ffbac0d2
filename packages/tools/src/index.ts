export { createSession } from './lib/create-session.ts';
export type { JournalSettings } from './lib/journal/journal-settings.ts';
export type { SessionJournal } from './lib/journal/session-journal.ts';
export type { Limits } from './lib/limits.ts';
export { type CreateDirectoryRequest, createDirectory } from './lib/operations/create-directory.ts';
export { type DirectoryTreeRequest, directoryTree } from './lib/operations/directory-tree.ts';
export { type EditInTurnRequest, editInTurn } from './lib/operations/edit-in-turn.ts';
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
export { type ReadFileRequest, readFile } from './lib/operations/read-file.ts';
export { type ReadFileOrDocumentRequest, readFileOrDocument } from './lib/operations/read-file-or-document.ts';
export { type ReadFileOrListRequest, readFileOrList } from './lib/operations/read-file-or-list.ts';
export { type ReadFilesRequest, readFiles } from './lib/operations/read-files.ts';
export { type ReadImageRequest, readImage } from './lib/operations/read-image.ts';
export { type ReadAnyRequest, readAny } from './lib/operations/read-media.ts';
export { type ReadPageRequest, readPage } from './lib/operations/read-page.ts';
export { type ReadPartRequest, readPart } from './lib/operations/read-part.ts';
export { type RemoveEntryRequest, removeEntry } from './lib/operations/remove-entry.ts';
export { type ReplaceTextRequest, replaceText } from './lib/operations/replace-text.ts';
export { restartShell } from './lib/operations/restart-shell.ts';
export { type RunCommandRequest, runCommand } from './lib/operations/run-command.ts';
export { type SearchPageRequest, searchPage } from './lib/operations/search-page.ts';
export { type TaskOutputRequest, taskOutput } from './lib/operations/task-output.ts';
export { type UndoEditRequest, undoEdit } from './lib/operations/undo-edit.ts';
export {
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
export type { Call, CallOptions, Operation, Progress, Session, SessionOptions } from './lib/session.ts';
export type { ShellSettings } from './lib/session-shell.ts';
