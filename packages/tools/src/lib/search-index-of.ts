import { contains, ensureDirectory, escapeGlob, resolvedAsFarAs } from '@dragoman/fs-core';
import type { SearchIndex } from '@dragoman/search';
import { findJournalOf } from './journal/journal-settings.ts';
import { DEFAULT_EXCLUDES } from './operations/default-excludes.ts';
import type { SessionOptions } from './session.ts';

/**
 * How a session uses indexes; null if it uses none. Only of directories of this machine it is known what may be read.
 * @throws ToolError if the directory that the options name cannot be used
 */
export function searchIndexOf(options: SessionOptions): SearchIndex | null {
  const { index = 'auto', volume, log = () => undefined } = options;
  if (index === 'off' || volume !== undefined) return null;
  const directory = index === 'auto' ? null : ensureDirectory(index);
  return { directory, ...rulesOf(options), log, slow: new Map() };
}

/** What may not be read. A journal is denied, wherever it lies; whether it lies among the trees tells indexes apart. */
function rulesOf(options: SessionOptions): Pick<SearchIndex, 'rules' | 'building'> {
  const { workdir, allow = [workdir], deny = [], builtinDeny = true, environment = {} } = options;
  const journal = findJournalOf(options)?.directory;
  const isInside = journal !== undefined && allow.some((root) => contains(resolvedAsFarAs(root), journal));
  const denied = journal === undefined ? deny : [...deny, escapeGlob(journal)];
  return {
    rules: JSON.stringify([builtinDeny, deny.toSorted(), isInside ? journal : null]),
    building: { deny: denied, builtinDeny, skip: DEFAULT_EXCLUDES, environment },
  };
}
