import { contains, ensureDirectory, resolvedAsFarAs } from '@dragoman/fs-core';
import type { SearchIndex } from '@dragoman/search';
import { findJournalOf } from './journal/journal-settings.ts';
import type { SessionOptions } from './session.ts';

/**
 * How a session uses indexes; null if it uses none. Only of directories of this machine it is known what may be read.
 * @throws ToolError if the directory that the options name cannot be used
 */
export function searchIndexOf(options: SessionOptions): SearchIndex | null {
  const { index = 'auto', volume, log = () => undefined } = options;
  if (index === 'off' || volume !== undefined) return null;
  const directory = index === 'auto' ? null : ensureDirectory(index);
  return { directory, rules: rulesOf(options), log, slow: new Map() };
}

/** What may not be read, as a text. A journal among the trees is denied, too. */
function rulesOf(options: SessionOptions): string {
  const { workdir, allow = [workdir], deny = [], builtinDeny = true } = options;
  const journal = findJournalOf(options)?.directory;
  const isInside = journal !== undefined && allow.some((root) => contains(resolvedAsFarAs(root), journal));
  return JSON.stringify([builtinDeny, deny.toSorted(), isInside ? journal : null]);
}
