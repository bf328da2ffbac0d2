import type { RealPath } from '@dragoman/fs-core/internal/kernel';
import type { OverlayChange } from '@dragoman/outcomes';
import type { Entries } from './entries.ts';
import type { Below, Entry } from './entry.ts';

/** Lists the changes that the entries amount to, in the order of paths. */
export function changesOf(entries: Entries): OverlayChange[] {
  const changes = [...entries.all()].flatMap(([path, entry]) => changeOf(entries, path, entry) ?? []);
  return changes.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** The change that one entry amounts to; null if it changes nothing, or if the entries below it say so already. */
export function changeOf(entries: Entries, path: RealPath, entry: Entry): OverlayChange | null {
  const from = versionBelow(entry.below);
  if (entry.kind === 'file') {
    if (from === entry.version) return null;
    return { path, kind: from === null ? 'created' : 'changed', from, to: entry.version };
  }
  if (entry.kind === 'directory') {
    if (from !== null || entry.below?.kind === 'link') return { path, kind: 'removed', from, to: null };
    const isEmpty = entry.below === null && ![...entries.within(path)].some(([, { kind }]) => kind !== 'gone');
    return isEmpty ? { path, kind: 'created', from, to: null } : null;
  }
  const isTold = entry.below.kind === 'directory' && [...entries.within(path)].length > 0;
  return isTold ? null : { path, kind: 'removed', from, to: null };
}

export function versionBelow(below: Below): string | null {
  return below?.kind === 'file' ? below.version : null;
}
