import type { OpenDirectory, OpenFile, Volume } from '@dragoman/fs-core';
import { findLines } from '../lines/find-lines.ts';
import type { LineSearch } from '../lines/line-search.ts';
import { createNotes } from '../walk/search-notes.ts';
import { type MatchRequest, matchFiles } from './match-files.ts';
import { toRipgrepPattern } from './translate-regexp.ts';

export interface RegExpSearch extends Omit<MatchRequest, 'regex' | 'timeLimitMs'> {
  /** Source of a JavaScript regular expression, which is matched against each line. */
  readonly source: string;
  /** Default true. */
  readonly ignoreCase?: boolean;
  /** See `LineQuery`. */
  readonly encoding?: string;
  /** Default 20 s. */
  readonly timeLimitMs?: number;
}

const TIME_LIMIT_MS = 20_000;

/**
 * Searches like `findLines`, by a JavaScript regular expression, hidden files included. ripgrep does the work if it has
 * an equivalent pattern; any other expression runs in a thread, and is stopped if it backtracks without end.
 * @throws SyntaxError for a malformed source, and whatever `findLines` throws
 */
export function findLinesByRegExp(
  volume: Volume,
  searched: OpenDirectory | OpenFile,
  search: RegExpSearch,
): LineSearch {
  const { source, ignoreCase = true, timeLimitMs = TIME_LIMIT_MS, ...request } = search;
  const regex = new RegExp(source, ignoreCase ? 'i' : '');
  const pattern = toRipgrepPattern(source, ignoreCase);
  if (pattern !== null) {
    const query = { pattern, result: 'lines', hidden: true, globsBeatIgnoreFiles: false } as const;
    return findLines(volume, searched, { ...request, ...query, timeLimitMs });
  }
  const notes = createNotes();
  return {
    startedMs: Date.now(),
    notes,
    [Symbol.asyncIterator]: () => matchFiles({ volume, searched, request: { ...request, regex, timeLimitMs }, notes }),
  };
}
