import { assertNoBroughtLink, contains, ensureDirectory, resolvedAsFarAs } from '@dragoman/fs-core/internal/kernel';
import type { SearchIndex } from '@dragoman/search-index/internal/search-index';
import { findJournalOf } from './journal/journal-settings.ts';
import { scopeOf } from './open-directories.ts';
import { DEFAULT_EXCLUDES } from './operations/list/default-excludes.ts';
import type { SessionOptions } from './session.ts';

/**
 * The index of a session; null if it uses none. Only of directories of this machine it is known what may be read.
 * @throws ToolError if the directory that the options name cannot be used
 */
export function searchIndexOf(options: SessionOptions): SearchIndex | null {
  const { index = 'auto', volume, workdir, allow = [workdir], log = () => undefined } = options;
  if (index === 'off' || volume !== undefined) return null;
  if (index !== 'auto') assertNoBroughtLink(index, allow);
  const directory = index === 'auto' ? null : ensureDirectory(index);
  return { directory, ...rulesOf(options), log, slow: new Map() };
}

/** The read rules, as part of an index's key, to which a journal inside the trees adds one. */
function rulesOf(options: SessionOptions): Pick<SearchIndex, 'rules' | 'building'> {
  const journal = findJournalOf(options);
  const { allow, deny, builtinDeny } = scopeOf(options, journal);
  const place = journal?.directory ?? null;
  const isInside = place !== null && allow.some((root) => contains(resolvedAsFarAs(root), place));
  return {
    rules: JSON.stringify([builtinDeny, (options.deny ?? []).toSorted(), isInside ? place : null]),
    building: { deny, builtinDeny, skip: DEFAULT_EXCLUDES, environment: options.environment ?? {} },
  };
}
