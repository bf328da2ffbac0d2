// All that changes files, as one part of a bundle: most processes never change any, and start sooner without it.

export { newTempFileName } from '../descriptors/stale-temp-files.ts';
export { lockFile } from '../lock/file-lock.ts';
export { clusterLocks } from './cluster-locks.ts';
export { locate } from './locate.ts';
export { makeDirectory } from './make-directory.ts';
export { recover } from './recover.ts';
export { transact } from './transact.ts';
