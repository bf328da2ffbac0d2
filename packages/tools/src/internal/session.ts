export * from '../index.ts';
export { faultyOption } from '../lib/assert-session-options.ts';
export { createSessionBeside } from '../lib/create-session.ts';
export { EXTRAS } from '../lib/extras.ts';
export { failureOf, type ReportedFailure, type UnexpectedError } from '../lib/failure.ts';
export { guardedSession, type SessionGuard } from '../lib/guarded-session.ts';
export { defaultJournalDirectory } from '../lib/journal/journal-settings.ts';
export type {
  DiffOutcome,
  OperationFilter,
  OperationsFound,
  TurnOptions,
  TurnOutcome,
} from '../lib/journal/session-journal.ts';
export { LIMITS, type LimitName, limitsOf, mapLimits } from '../lib/limits.ts';
export { openDirectories } from '../lib/open-directories.ts';
export { editFile } from '../lib/operations/edit/edit-file.ts';
export type { TextEdit } from '../lib/operations/edit/edit-in-turn.ts';
export { overwriteFile } from '../lib/operations/edit/overwrite-file.ts';
export { overwriteText } from '../lib/operations/edit/overwrite-text.ts';
export { globFromAbove } from '../lib/operations/find/glob-from-above.ts';
export { searchLines } from '../lib/operations/find/search-lines.ts';
export type { ContentForms, LineWindow } from '../lib/operations/read/read-file.ts';
export { readMany } from '../lib/operations/read/read-many.ts';
export type { FilePart } from '../lib/operations/read/read-part.ts';
export type { PageRange } from '../lib/operations/read/read-pdf.ts';
export type { ViewedRange } from '../lib/operations/read/view-lines.ts';
export { listProcesses, processOutput, runInBackground } from '../lib/operations/run/background-process.ts';
export { aftermathOf } from '../lib/operations/run/command-aftermath.ts';
export { stopTask, taskLog } from '../lib/operations/run/logged-tasks.ts';
export { runLogged } from '../lib/operations/run/run-logged.ts';
export { withPlainPath } from '../lib/plain-path.ts';
export type { ReadLedger } from '../lib/read-ledger.ts';
export type { Ends, SessionChanges, SessionWrite, WriteCall } from '../lib/session.ts';
export type { SessionShell } from '../lib/session-shell.ts';
export { suggestion } from '../lib/suggestion.ts';
export { traceOf } from '../lib/trace-of.ts';
