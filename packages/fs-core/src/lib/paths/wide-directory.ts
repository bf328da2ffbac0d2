import { realpathSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isAbsolute, parse, resolve } from 'node:path';
import { orNull } from '../errors/best-effort.ts';
import { homeDirectory } from './home-directory.ts';

/** A directory that holds far more than a project: the root of a file system or drive, or the user's home. */
export type WideDirectory = 'root' | 'home';

/** The kind of wide directory that an absolute path leads to by any name: links, another case, a bind mount; else null. */
export function wideDirectory(path: string): WideDirectory | null {
  const identity = identityOf(path);
  if (identity === null) return null;
  if (identity === identityOf(parse(path).root)) return 'root';
  return homes().some((home) => identityOf(home) === identity) ? 'home' : null;
}

/** True if a path is one by which a person knows a wide directory: no link leads to it. */
export function showsWideDirectory(path: string): boolean {
  if (parse(path).root === path || homes().some((home) => resolve(home) === path)) return true;
  const realPath = orNull(() => realpathSync.native(path));
  return realPath?.toLowerCase() === path.toLowerCase();
}

/** The home that the environment names and that of the account, which differ under `sudo` and in desktop clients. */
function homes(): string[] {
  return [homeDirectory(), accountHome()].filter((home) => home !== null).filter(isAbsolute);
}

function accountHome(): string | null {
  try {
    return userInfo().homedir;
  } catch {
    // A user id without an account, as in containers.
    return null;
  }
}

/** Equal for two names of one directory; null for what is not there. */
function identityOf(path: string): string | null {
  try {
    const realPath = realpathSync.native(path);
    const { dev, ino } = statSync(realPath, { bigint: true });
    // Some file systems number nothing.
    return ino === 0n ? realPath : `${dev}:${ino}`;
  } catch {
    return null;
  }
}
