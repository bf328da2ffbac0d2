export { SHARED_MODES } from '../lib/descriptors/attributes.ts';
export {
  type Content,
  measurePieces,
  type WrittenContent,
  withResult,
  writePieces,
} from '../lib/descriptors/write-pieces.ts';
export { fromErrno, systemError } from '../lib/errors/errno.ts';
export { type HeldCopy, openPrivateCopy, type PrivateCopy } from '../lib/local/private-copy.ts';
export { createKeyedQueue, type KeyedQueue } from '../lib/lock/queue.ts';
export { systemPath } from '../lib/paths/byte-path.ts';
export { denyGlobs } from '../lib/paths/deny-globs.ts';
export { leadsDown, normalizePath } from '../lib/paths/normalize-path.ts';
export { type Access, createScope, type Scope } from '../lib/paths/scope.ts';
