export * from '../index.ts';
export { type BoundedMap, createBoundedMap } from '../lib/descriptors/bounded-map.ts';
export { choosePlatform, pathForOthers } from '../lib/descriptors/platform.ts';
export { createStateCache } from '../lib/descriptors/state-cache.ts';
export { isSurelyBefore } from '../lib/descriptors/timestamp-granularity.ts';
export { type VersionOptions, versionOf } from '../lib/descriptors/version.ts';
export { assertNotCancelled } from '../lib/errors/assert-not-cancelled.ts';
export { orUndoLater, parseJson } from '../lib/errors/best-effort.ts';
export { errnoOf, isShortage } from '../lib/errors/errno.ts';
export { excerpt } from '../lib/errors/excerpt.ts';
export type { CommandTraces, ErrorDetails, ProblemOf, Problems } from '../lib/errors/failure.ts';
export type {
  Action,
  ArgumentIssue,
  DifferenceKind,
  NotebookFault,
  OddCharacter,
  OfficeFault,
  PageBound,
  PathObjection,
  PictureFault,
  SavedOutput,
  SimilarText,
  StreamText,
} from '../lib/errors/failure-parts.ts';
export { isPathError, orPassOver } from '../lib/errors/is-path-error.ts';
export { endOfString, isBoundedJson, measureJson, parseBoundedJson } from '../lib/errors/json-bounds.ts';
export type { Severity } from '../lib/errors/log.ts';
export { malformedGlob, parsingGlobs } from '../lib/errors/malformed-glob.ts';
export { pathOf, renamed } from '../lib/errors/tool-error.ts';
export { examineRoots, type RootFinding } from '../lib/local/examine-roots.ts';
export { createHiddenFiles, type HiddenFiles } from '../lib/local/hidden-files.ts';
export { assertDirectory, ensureDirectory, similarDirectory } from '../lib/local/local-directories.ts';
export { assertNoBroughtLink, broughtLink } from '../lib/paths/brought-link.ts';
export { decodeName, encodeName } from '../lib/paths/byte-path.ts';
export { userCaches } from '../lib/paths/code-cache-directory.ts';
export { escapeGlob, type IdleDenyGlob, idleDenyGlobs, resolvedAsFarAs } from '../lib/paths/deny-globs.ts';
export { expandHome } from '../lib/paths/home-directory.ts';
export { assertGivenLength, claimsDirectory } from '../lib/paths/normalize-path.ts';
export { outermost } from '../lib/paths/outermost.ts';
export { indexesIn, OVERLAY_SUFFIX } from '../lib/paths/own-places.ts';
export { takePrivateDirectory } from '../lib/paths/private-directory.ts';
export { contains } from '../lib/paths/scope.ts';
export { editDistance, similarNames } from '../lib/paths/similar-names.ts';
export { showsWideDirectory, type WideDirectory, wideDirectory } from '../lib/paths/wide-directory.ts';
export type { EntryChange, KeptNode } from '../lib/transaction/entry-change.ts';
export type { Location, Origin } from '../lib/volume/change.ts';
export { forwardVolume } from '../lib/volume/forward-volume.ts';
export type { LocalTree, TreeOver } from '../lib/volume/open-entry.ts';
export { openOrNull } from '../lib/volume/open-or-null.ts';
export { createPace, type Pace, paced, type Steps } from '../lib/volume/pace.ts';
export { firstOf, readRange } from '../lib/volume/read-range.ts';
export { type Visit, visitRoot } from '../lib/volume/visit.ts';
export type { DeniedEntries, GitDirectory } from '../lib/volume/volume.ts';
export { NO_DENIED_ENTRIES } from '../lib/volume/volume.ts';
export { yieldToEventLoop } from '../lib/volume/yield-to-event-loop.ts';
