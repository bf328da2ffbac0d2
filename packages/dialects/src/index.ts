export type {
  Answer,
  BinaryFacts,
  ChunkFacts,
  CommandFacts,
  DirectoryFacts,
  EditFacts,
  EndedCommandFacts,
  Facts,
  FailureAnswer,
  FindFilesAnswer,
  GlobFacts,
  GrepFacts,
  ImageFacts,
  LinesFacts,
  ListFacts,
  ListPageFacts,
  NotebookFacts,
  PageAnswer,
  PagedGrepFacts,
  PatchFacts,
  PdfFacts,
  PlannedCommandFacts,
  ReadCodeAnswer,
  SearchCodeAnswer,
  TaskFacts,
  TextFacts,
  TextPageFacts,
  WriteCodeAnswer,
  WriteFileFacts,
} from '@dragoman/formatters';
export {
  type ContentBlock,
  changesText,
  commitNotes,
  commitRefusal,
  commitWarning,
  type Display,
  diffText,
  findingsText,
  instructionsFor,
  type LogPage,
  logText,
  type Mark,
  type MarkedPart,
  pathsBelow,
  refusalTexts,
  type ShowPath,
  type Situation,
  type Turned,
  turnedText,
  type WorkArea,
} from '@dragoman/formatters';
export {
  type CallOptions,
  createSession,
  type ErrorCode,
  type ErrorDetails,
  type Failure,
  failureOf,
  type JournalSettings,
  type Limits,
  type OpenFile,
  type OperationFilter,
  type OverlayChange,
  type Progress,
  type Session,
  type SessionJournal,
  type SessionOptions,
  type ShellSettings,
  ToolError,
  type TurnOutcome,
  traceOf,
  type UnexpectedError,
  type Volume,
} from '@dragoman/tools';
export type { BeforeChange, ProposedChange } from './lib/approval.ts';
export type { ArgumentsOf } from './lib/arguments-of.ts';
export { CLIENT_CAPS } from './lib/client-caps.ts';
export { createToolset } from './lib/create-toolset.ts';
export { type DialectDescription, describeDialect } from './lib/describe-dialect.ts';
export type { Permissions } from './lib/is-offered.ts';
export type { JsonScalar, JsonSchema, JsonType, ObjectSchema } from './lib/json-schema.ts';
export { type DialectName, dialectFor, dialectNames } from './lib/registry.ts';
export type { ResultOf, ToolName } from './lib/result-of.ts';
export type { ErrorFacts, ToolFailure, ToolResult, ToolSuccess } from './lib/tool-result.ts';
export type { ToolCallOptions, ToolDefinition, Toolset } from './lib/toolset.ts';
export type { ToolsetOptions } from './lib/toolset-options.ts';
