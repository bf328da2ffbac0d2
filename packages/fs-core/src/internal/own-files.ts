export { PRIVATE_MODES } from '../lib/descriptors/attributes.ts';
export { syncNames, syncToDisk } from '../lib/descriptors/sync.ts';
export { afterwards, attempt, removeQuietly } from '../lib/errors/best-effort.ts';
export { lockFile } from '../lib/lock/file-lock.ts';
export type { FileLock } from '../lib/lock/file-locks.ts';
export { openPlainFile } from '../lib/paths/plain-file.ts';
export { takePrivateDirectory } from '../lib/paths/private-directory.ts';
