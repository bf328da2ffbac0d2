export {
  type ConfirmedFile,
  type ConfirmedFiles,
  type ConfirmFilesOptions,
  confirmFiles,
} from './lib/confirm-files.ts';
export { type ConfirmedLine, type ConfirmLinesOptions, confirmLines } from './lib/confirm-lines.ts';
export { type FindLinesRequest, type FoundFile, findLines, type LinePlace, type LineSearch } from './lib/find-lines.ts';
export { findLinesByRegExp, type RegExpSearch } from './lib/find-lines-by-regexp.ts';
export { type FindPathsRequest, type FoundPath, findPaths, type PathSearch } from './lib/find-paths.ts';
export { findSpans, type Span } from './lib/find-spans.ts';
export { type GitIgnored, gitIgnored } from './lib/git-ignored.ts';
export type { IgnoreFiles } from './lib/ignore-files.ts';
export { isIgnoredBy } from './lib/ignored-path.ts';
export { toRipgrepPattern } from './lib/javascript-pattern.ts';
export { isReplaced, openProposed } from './lib/open-proposed.ts';
export { pathKey } from './lib/path-order.ts';
export { compilePathPattern, type PathPattern, type PathPatternOptions } from './lib/path-pattern.ts';
export type { LineQuery } from './lib/ripgrep-arguments.ts';
export type { ProposedLine } from './lib/ripgrep-output.ts';
export { ripgrepVersion } from './lib/ripgrep-version.ts';
export type { SearchNotes } from './lib/search-notes.ts';
export { readUserExcludes } from './lib/user-excludes.ts';
