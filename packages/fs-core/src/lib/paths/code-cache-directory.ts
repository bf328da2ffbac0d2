import { isAbsolute, join } from 'node:path';
import { homeDirectory } from './home-directory.ts';
import { privateDirectory } from './private-directory.ts';

/** No tool may write to a directory of this name. */
export const CODE_CACHE_NAME = 'dragoman-code-cache';

/**
 * The directory in this user's own cache that keeps code compiled by V8; null if no place is safe. V8 runs such code
 * unseen, so a user who can write there could have anything run.
 */
export function codeCacheDirectory(): string | null {
  const { NODE_DISABLE_COMPILE_CACHE: isOff } = process.env;
  const caches = isOff ? null : userCaches();
  return caches === null ? null : privateDirectory(join(caches, CODE_CACHE_NAME));
}

/** The directory of a user's caches; null if that is unknown. */
export function userCaches(): string | null {
  const { XDG_CACHE_HOME: given = '', LOCALAPPDATA: local = '' } = process.env;
  if (process.platform === 'win32') return isAbsolute(local) ? local : null;
  if (process.platform !== 'darwin' && isAbsolute(given)) return given;
  const home = homeDirectory();
  if (home === null || !isAbsolute(home)) return null;
  return process.platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
}
