export { withResult } from './lib/descriptors/write-pieces.ts';
export { orUndoLater } from './lib/errors/best-effort.ts';
export { fromErrno } from './lib/errors/errno.ts';
export { type HeldCopy, openPrivateCopy, type PrivateCopy } from './lib/local/private-copy.ts';
export { userCaches } from './lib/paths/code-cache-directory.ts';
export { denyGlobs } from './lib/paths/deny-globs.ts';
export { normalizePath } from './lib/paths/normalize-path.ts';
export { type Access, createScope, type Scope } from './lib/paths/scope.ts';
