import type { PageBound } from '@dragoman/fs-core/internal/kernel';
import type { FindPageOutcome, PageOutcome, SearchPageOutcome } from '@dragoman/outcomes';
import type { ListPageFacts } from '../facts.ts';
import { searchNotes } from '../shared/search-notes.ts';
import type { PageAnswer } from './answers.ts';
import type { MetadataLevel } from './structured.ts';

type PageEnd = Pick<PageOutcome, 'truncatedBy' | 'limits' | 'usage' | 'continuation'>;

/** Names of the limits of a page in the tools' arguments and answers. */
export const BOUND_NAMES = {
  tokens: 'max_tokens',
  bytes: 'max_bytes',
  lines: 'max_lines',
  response: 'server_limit',
} as const satisfies Readonly<Record<PageBound, string>>;

/** Fields that every page has about its limits, and about how to go on. */
export function pageEnd({ truncatedBy, limits, usage, continuation }: PageEnd, level: MetadataLevel): PageAnswer {
  const truncated = truncatedBy !== null;
  if (level === 'minimal') return { truncated, continuation };
  return {
    truncated,
    truncated_by: truncatedBy && BOUND_NAMES[truncatedBy],
    limits: { max_tokens: limits.maxTokens, max_bytes: limits.maxBytes, max_lines: limits.maxLines },
    usage,
    continuation,
  };
}

type ListOutcome = SearchPageOutcome | FindPageOutcome;

/** `pageEnd` of a list, which may lack what could not be searched. */
export function listEnd(
  outcome: ListOutcome,
  level: MetadataLevel,
): PageAnswer & { readonly incomplete?: true; readonly note?: string } {
  const { incomplete, ignored } = outcome;
  const [note] = searchNotes({ incomplete: false, ignored });
  return { ...pageEnd(outcome, level), ...(incomplete && { incomplete }), ...(note !== undefined && { note }) };
}

export function listFacts({ kind, incomplete, truncatedBy, usage }: ListOutcome): ListPageFacts {
  return { kind, shown: usage.lines, truncated: truncatedBy !== null, incomplete };
}
