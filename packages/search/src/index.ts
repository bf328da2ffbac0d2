export { type FindPathsRequest, type FoundPath, findPaths, type PathSearch } from './lib/find-paths.ts';
export type { IgnoreFiles } from './lib/ignore-files.ts';
export { compilePathPattern, type PathPattern, type PathPatternOptions } from './lib/path-pattern.ts';
export type { SearchNotes } from './lib/search-notes.ts';
