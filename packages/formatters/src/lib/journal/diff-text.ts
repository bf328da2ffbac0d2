import type { DiffedFile } from '@dragoman/outcomes/internal/parts';
import { gitDiff } from '../shared/git-diff.ts';
import { pathBelow, slashed } from '../shared/path-below.ts';

/**
 * Formats the changes of an operation like `git diff`, with paths from a directory. Each character is a byte.
 * @param directory absolute; what lies outside of it is named from the root
 */
export function diffText(files: readonly DiffedFile[], directory: string): string {
  const named = (path: string): string => {
    const below = pathBelow(directory, path);
    // What lies below a directory of Windows has lost the drive by which it is known.
    const names = below === null || directory.startsWith('/') ? slashed(below ?? path) : below.replaceAll('\\', '/');
    return bytesOf(names.replace(/^\/+/, ''));
  };
  return files
    .map(({ path, from, before, after }) =>
      gitDiff({ path: named(path), ...(from !== undefined && { from: named(from) }), before, after }),
    )
    .join('');
}

const encoder = new TextEncoder();

/** A name by its bytes: those that are no UTF-8 are lone surrogates in a path. */
function bytesOf(path: string): string {
  return Array.from(path, (character) =>
    /^[\udc80-\udcff]$/.test(character)
      ? String.fromCharCode(character.charCodeAt(0) - 0xdc00)
      : String.fromCharCode(...encoder.encode(character)),
  ).join('');
}
