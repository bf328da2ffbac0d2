import { plainLine } from '@dragoman/dialects/internal/options';
import type { TreeIndex } from '@dragoman/tools/internal/indexes';

const REASONS: Readonly<Record<Extract<TreeIndex['index'], string>, string>> = {
  none: 'no index; dragoman index build makes one',
  'too-large': 'no index: it would be too large',
  off: 'no index is used: --index is off',
  'not-local': 'no index: its files may be changed by other machines',
  'file-system': 'no index: its file system does not tell of every change',
  'no-place': 'no index: there is no directory of this user alone to keep it in',
};

/** State of a tree's index, or the reason why it has none, in one line. */
export function textOf({ root: path, index }: TreeIndex): string {
  const root = plainLine(path);
  if (typeof index === 'string') return `${root}: ${REASONS[index]}`;
  const { files, size, builtMs, uncovered, changedDirectories } = index;
  const minutes = Math.round((Date.now() - builtMs) / 60_000);
  const age = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  const changed = `${uncovered} not covered, ${changedDirectories} directories changed`;
  return `${root}: index of ${files} files, ${(size / 2 ** 20).toFixed(1)} MB, ${age} old; ${changed}`;
}
