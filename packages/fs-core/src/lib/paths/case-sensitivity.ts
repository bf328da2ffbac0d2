import { type BigIntStats, lstatSync, opendirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterwards, orNull } from '../errors/best-effort.ts';

/**
 * True if the file system at `path` ignores case or Unicode normalization. True if unknown, and always on macOS and
 * Windows, where nearly every file system does: that only denies more.
 */
export function isCaseInsensitive(path: string): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32') return true;
  const stat = statOrNull(path);
  if (stat !== null) return opensOtherwise(path, stat) ?? true;
  return foldsNewNames(dirname(path));
}

/** A name that does not exist yet will behave as the others in its directory, or in the nearest one that exists. */
function foldsNewNames(directory: string): boolean {
  const parent = dirname(directory);
  if (statOrNull(directory) === null && parent !== directory) return foldsNewNames(parent);
  for (const name of someNames(directory)) {
    const path = join(directory, name);
    const stat = statOrNull(path);
    const answer = stat === null ? null : opensOtherwise(path, stat);
    if (answer !== null) return answer;
  }
  return true;
}

/** Null if the name has one spelling only. */
function opensOtherwise(path: string, stat: BigIntStats): boolean | null {
  const name = basename(path);
  const others = [name.toLowerCase(), name.toUpperCase(), name.normalize('NFC'), name.normalize('NFD')];
  const spellings = others.filter((other) => other !== name);
  if (spellings.length === 0) return null;
  return spellings.some((other) => {
    const found = statOrNull(join(dirname(path), other));
    return found !== null && found.ino === stat.ino && found.dev === stat.dev;
  });
}

const statOrNull = (path: string) => orNull(() => lstatSync(path, { bigint: true }));

const MAX_NAMES = 64;

function someNames(directory: string): string[] {
  const names: string[] = [];
  try {
    const opened = opendirSync(directory);
    using _ = afterwards(() => opened.closeSync());
    for (let entry = opened.readSync(); entry !== null && names.length < MAX_NAMES; entry = opened.readSync()) {
      names.push(entry.name);
    }
  } catch {
    // A directory that cannot be listed shows nothing.
  }
  return names;
}
