export { type ConfirmedLine, confirmLines } from './lib/confirm-lines.ts';
export { type FindLinesRequest, type FoundFile, findLines, type LineSearch } from './lib/find-lines.ts';
export { type FindPathsRequest, type FoundPath, findPaths, type PathSearch } from './lib/find-paths.ts';
export { type GitIgnored, gitIgnored } from './lib/git-ignored.ts';
export type { IgnoreFiles } from './lib/ignore-files.ts';
export { compilePathPattern, type PathPattern, type PathPatternOptions } from './lib/path-pattern.ts';
export type { LineQuery } from './lib/ripgrep-arguments.ts';
export type { ProposedLine } from './lib/ripgrep-output.ts';
export type { SearchNotes } from './lib/search-notes.ts';
