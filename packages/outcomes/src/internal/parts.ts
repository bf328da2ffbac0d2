export type * from '../index.ts';
export type {
  ChangeFileOutcome,
  OverwriteTextOutcome,
  PatchedFile,
  ReplacedEncoding,
  WriteFacts,
} from '../lib/change.ts';
export type {
  CommandAftermath,
  LoggedCommandOutcome,
  ProcessListOutcome,
  ProcessOutcome,
  StoppedCommandOutcome,
  TaskLogOutcome,
  WindowedOutput,
} from '../lib/command.ts';
export type {
  CellOutput,
  DocumentOutcome,
  NotebookCell,
  PdfPage,
  UnshownOutput,
} from '../lib/document.ts';
export type {
  AppliedCount,
  DiffedFile,
  DiffSide,
  JournalChange,
  JournalFindings,
  JournalOperation,
  KnownOperation,
  Refusal,
  RefusedFile,
  RefusedOperation,
  SelectionProblem,
} from '../lib/journal.ts';
export type { ChangedLines, DifferingLines, Line } from '../lib/lines.ts';
export type { EntryBelow, ListedEntry, SizedEntry, SizedTreeEntry, TreeEntry, TreeNode } from '../lib/listing.ts';
export type { FoundFile, FoundMatch, PageLimits, PageUsage } from '../lib/page.ts';
export type {
  FileFacts,
  FileRead,
  ManyFilesOutcome,
  ManyFilesPart,
  RefusedMedia,
  ScaledPicture,
} from '../lib/reading.ts';
export type {
  Child,
  DirectoryPage,
  PathCompletions,
  ResourceData,
  ResourceDirectory,
  ResourceOutcome,
  ResourceText,
  TopEntries,
} from '../lib/resource.ts';
export type { ConfirmedLine, GlobEntry, GrepFile, GrepLine, Span } from '../lib/search.ts';
