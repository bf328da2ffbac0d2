export { withResult } from '../lib/descriptors/write-pieces.ts';
export { fromErrno } from '../lib/errors/errno.ts';
export { type HeldCopy, openPrivateCopy, type PrivateCopy } from '../lib/local/private-copy.ts';
export { denyGlobs } from '../lib/paths/deny-globs.ts';
export { normalizePath } from '../lib/paths/normalize-path.ts';
export { type Access, createScope, type Scope } from '../lib/paths/scope.ts';
