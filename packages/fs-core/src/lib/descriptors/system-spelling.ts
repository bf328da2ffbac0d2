import { type BigIntStats, lstatSync, realpathSync } from 'node:fs';
import { systemError } from '../errors/errno.ts';
import { foldName } from '../paths/deny-pattern.ts';

/** True for a system whose usual file systems open a file by other spellings of its name, too. */
const folds = (system: NodeJS.Platform): boolean => system === 'win32' || system === 'darwin';

/**
 * The path of an entry as the system itself spells it: in the case of its name on the disk, on Windows with long names
 * in place of short ones (8.3), and with the target in place of a link of a kind that lstat(2) does not show.
 * @param path the entry, which is no link
 * @param stat what lstat(2) reported of it
 * @throws the system's error, `ENOENT` if the path leads to something else by now
 */
export function systemSpelling(path: string, stat: BigIntStats, system = process.platform): string {
  if (!folds(system)) return path;
  const spelled = realpathSync.native(path);
  if (spelled === path) return path;
  // Of a file with several names, macOS may give another one.
  if (system === 'darwin' && !areSpellings(spelled, path, system)) return path;
  const { dev, ino } = lstatSync(spelled, { bigint: true });
  if (dev === stat.dev && ino === stat.ino) return spelled;
  throw systemError('ENOENT', `ENOENT: replaced while it was looked at, lstat '${path}'`);
}

/** True if two paths are one to the system, but for the spelling of names. */
export function areSpellings(one: string, other: string, system = process.platform): boolean {
  return one === other || (folds(system) && foldName(one) === foldName(other));
}
