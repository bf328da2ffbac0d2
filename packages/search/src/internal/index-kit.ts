export type { NarrowableSearch, Narrower, Narrowing, Remainder } from '../lib/lines/narrower.ts';
export { type Requirement, requiredLiterals } from '../lib/ripgrep/required-literals.ts';
export type { LineQuery } from '../lib/ripgrep/ripgrep-arguments.ts';
export type { UserExcludes } from '../lib/walk/git-place.ts';
export { createIgnoreReader, type IgnoreReader } from '../lib/walk/ignore-files.ts';
export type { IgnoreScope } from '../lib/walk/ignore-scope.ts';
export { createNotes } from '../lib/walk/search-notes.ts';
export { excludesVariables, readUserExcludes } from '../lib/walk/user-excludes.ts';
