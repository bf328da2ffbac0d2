import { type BigIntStats, lstatSync, opendirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Whether the file system opens what lies at a path by other spellings of its name too. Asked only where that would
 * deny it, so macOS and Windows, where nearly every file system does, are not asked at all. Where it cannot be told,
 * it does.
 */
export function foldsNames(path: string): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32') return true;
  const stat = statOrNull(path);
  if (stat !== null) return opensOtherwise(path, stat) ?? true;
  return foldsNewNames(dirname(path));
}

/** What is not there yet will behave as what else lies in its directory, or in the one that this comes to lie in. */
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

/** Null where the name has one spelling only. */
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

const MAX_NAMES = 64;

function someNames(directory: string): string[] {
  const names: string[] = [];
  try {
    const opened = opendirSync(directory);
    try {
      for (let entry = opened.readSync(); entry !== null && names.length < MAX_NAMES; entry = opened.readSync()) {
        names.push(entry.name);
      }
    } finally {
      opened.closeSync();
    }
  } catch {
    // What cannot be listed tells nothing.
  }
  return names;
}

function statOrNull(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true });
  } catch {
    return null;
  }
}
