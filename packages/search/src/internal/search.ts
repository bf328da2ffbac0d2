export type { PathPattern, PathPatternOptions } from '@dragoman/patterns';
export {
  type ConfirmedFile,
  type ConfirmedFiles,
  type ConfirmFilesOptions,
  confirmFiles,
} from '../lib/confirm/confirm-files.ts';
export { type ConfirmLinesOptions, confirmLines } from '../lib/confirm/confirm-lines.ts';
export { isReplaced, openProposed } from '../lib/confirm/open-proposed.ts';
export { findLines } from '../lib/lines/find-lines.ts';
export type { FindLinesRequest, FoundFile, LineSearch, SeenLine } from '../lib/lines/line-search.ts';
export type { Narrower } from '../lib/lines/narrower.ts';
export { pathKey } from '../lib/lines/path-order.ts';
export { findLinesByRegExp, type RegExpSearch } from '../lib/regexp/find-lines-by-regexp.ts';
export { matchTexts } from '../lib/regexp/match-texts.ts';
export { toRipgrepPattern } from '../lib/regexp/translate-regexp.ts';
export { findSpans } from '../lib/ripgrep/find-spans.ts';
export type { LineQuery } from '../lib/ripgrep/ripgrep-arguments.ts';
export type { ProposedLine } from '../lib/ripgrep/ripgrep-output.ts';
export { ripgrepVersion } from '../lib/ripgrep/ripgrep-version.ts';
export { findPaths } from '../lib/walk/find-paths.ts';
export { guardedVolume } from '../lib/walk/guarded-volume.ts';
export type { IgnoreFiles } from '../lib/walk/ignore-files.ts';
export { type GitIgnored, gitIgnored } from '../lib/walk/ignore-files.ts';
export type { IgnoreGuard } from '../lib/walk/ignore-guard.ts';
export { compilePathPattern } from '../lib/walk/path-pattern.ts';
export type { FindPathsRequest, FoundPath, PathSearch } from '../lib/walk/path-search.ts';
export type { SearchNotes } from '../lib/walk/search-notes.ts';
export { readUserExcludes } from '../lib/walk/user-excludes.ts';
