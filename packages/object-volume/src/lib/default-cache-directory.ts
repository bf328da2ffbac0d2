import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { userCaches } from '@dragoman/fs-core/internal/kernel';

/** The directory of private copies if nobody names a place. @example const cache = defaultCacheDirectory() */
export function defaultCacheDirectory(): string {
  const caches = userCaches();
  return caches === null ? join(tmpdir(), `dragoman-objects-${userInfo().uid}`) : join(caches, 'dragoman-objects');
}
