export type {
  ChunkOutcome,
  CreateDirectoryOutcome,
  EditInTurnOutcome,
  EditNotebookOutcome,
  InsertLinesOutcome,
  LinesOutcome,
  MoveEntryOutcome,
  PatchOutcome,
  RemoveEntryOutcome,
  ReplaceTextOutcome,
  UndoEditOutcome,
  WriteFileOutcome,
} from './lib/change.ts';
export type {
  CommandOutcome,
  PlannedCommand,
  RestartOutcome,
  RunCommandOutcome,
  TaskOutcome,
  TaskStarted,
  WatchedOutcome,
} from './lib/command.ts';
export type { CommitConflict, CommitResult, OverlayChange } from './lib/commit.ts';
export type { FaultyNotebookOutcome, NotebookOutcome, PdfOutcome, ReadFileOrDocumentOutcome } from './lib/document.ts';
export type {
  DirectoryOutcome,
  DirectoryTreeOutcome,
  ListBelowOutcome,
  ListDirectoryOutcome,
  ListSizesOutcome,
  ReadFileOrListOutcome,
  SizedTreeOutcome,
} from './lib/listing.ts';
export type { FindPageOutcome, PageOutcome, SearchPageOutcome } from './lib/page.ts';
export type {
  BinaryOutcome,
  FileInfoOutcome,
  ImageOutcome,
  MediaOutcome,
  PartOutcome,
  ReadFileOutcome,
  ReadFilesOutcome,
  TextOutcome,
  ViewedLines,
} from './lib/reading.ts';
export type { FindEntriesOutcome, GlobOutcome, GrepOutcome } from './lib/search.ts';
