import { type BigIntStats, lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Whether the file system opens what lies at a path by other spellings of its name too. Asked only where that would
 * deny it, so macOS and Windows, where nearly every file system does, are not asked at all.
 */
export function foldsNames(path: string): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32') return true;
  const parent = dirname(path);
  if (parent === path) return false;
  const one = statOrNull(path);
  // What is not there yet will behave as the directory that it comes to lie in.
  if (one === null) return foldsNames(parent);
  const other = statOrNull(join(parent, otherCase(basename(path))));
  return other !== null && other.ino === one.ino && other.dev === one.dev;
}

function otherCase(name: string): string {
  return name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
}

function statOrNull(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true });
  } catch {
    return null;
  }
}
