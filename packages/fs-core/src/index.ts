export { expandBraces } from './lib/braces.ts';
export { claimsDirectory } from './lib/checked-path.ts';
export { demandNotCancelled } from './lib/demand-not-cancelled.ts';
export { escapeGlob, type IdleDenyGlob, idleDenyGlobs, resolvedAsFarAs } from './lib/deny-globs.ts';
export { errnoOf, isShortage } from './lib/errno.ts';
export { endOfClass } from './lib/glob-class.ts';
export { expandHome } from './lib/home-path.ts';
export { type InputCopy, openInputCopy } from './lib/input-copy.ts';
export { openInputFile, openStandardInput, readUserFile } from './lib/input-file.ts';
export { isPathError } from './lib/is-path-error.ts';
export { isSameState } from './lib/local-file.ts';
export { demandDirectory, type LocalVolumeOptions, openLocalVolume } from './lib/local-volume.ts';
export { malformedGlob } from './lib/malformed-glob.ts';
export { nearest } from './lib/nearest.ts';
export { ownerOf } from './lib/owner-of.ts';
export { choosePlatform, pathForOthers } from './lib/platform.ts';
export { openReportFile, type ReportFile } from './lib/report-file.ts';
export { contains } from './lib/scope.ts';
export { openScratchFile, type ScratchFile } from './lib/scratch-file.ts';
export { isSettled, isSurelyBefore } from './lib/settled.ts';
export { demandSpareDescriptors } from './lib/spare-descriptors.ts';
export { openStandardStream, type StandardStream } from './lib/standard-stream.ts';
export { childOf, hasStrayed } from './lib/strayed-process.ts';
export { decodeName, encodeName } from './lib/system-name.ts';
export { type ChangedLines, changedLines, type DocumentEdit } from './lib/text/changed-lines.ts';
export { type Codec, loadCodec } from './lib/text/codec.ts';
export type { List } from './lib/text/compact-list.ts';
export { encodeExactly } from './lib/text/encode-exactly.ts';
export { findOccurrences, type Occurrence } from './lib/text/find-occurrences.ts';
export type { Line } from './lib/text/line.ts';
export type { LinePlace } from './lib/text/line-map.ts';
export { type NearMatch, nearestMatches } from './lib/text/nearest-matches.ts';
export { letOtherWorkRun } from './lib/text/other-work.ts';
export { countAllLines, findLine, type LineRange, type LinesRead, readLines } from './lib/text/read-lines.ts';
export { readRange } from './lib/text/read-range.ts';
export { readWindow, type TextWindow, type WindowPlace } from './lib/text/read-window.ts';
export {
  countDocumentLines,
  type LineReplacement,
  type LineSplice,
  replaceLines,
  textOfLines,
} from './lib/text/replace-lines.ts';
export { replaceOccurrences } from './lib/text/replace-occurrences.ts';
export { type Sniffed, type SniffedText, sniff, sniffBytes } from './lib/text/sniff.ts';
export { applySplices, piecesOf, type Splice, type Splices, sizeAfter } from './lib/text/splice.ts';
export { readStable } from './lib/text/stable-read.ts';
export type { DifferenceKind } from './lib/text/text-difference.ts';
export { documentOf, readDocument, type TextDocument, textOf } from './lib/text/text-document.ts';
export type { Encoding, LineEnding, TextFormat } from './lib/text/text-format.ts';
export { type ErrorCode, type ErrorDetails, ToolError } from './lib/tool-error.ts';
export { userSecret } from './lib/user-secret.ts';
export { type VersionOptions, versionOf } from './lib/version.ts';
export { type Visit, visitRoot } from './lib/visit.ts';
export type {
  Change,
  DeniedEntries,
  DirectoryEntry,
  EntryHint,
  EntryStat,
  FileIdentity,
  OpenDirectory,
  OpenFile,
  Piece,
  RealPath,
  UpdateOptions,
  Volume,
  WriteResult,
} from './lib/volume.ts';
