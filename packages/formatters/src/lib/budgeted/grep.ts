import type { SearchPageOutcome } from '@dragoman/outcomes';
import type { ListPageFacts } from '../facts.ts';
import type { FormattedResult } from '../formatter.ts';
import type { SearchCodeAnswer } from './answers.ts';
import { listEnd, listFacts } from './page-end.ts';
import { type MetadataLevel, structured } from './structured.ts';

/** Result of `search_code`. @example foundMatches(outcome, 'minimal') */
export function foundMatches(
  outcome: SearchPageOutcome,
  level: MetadataLevel,
): FormattedResult<ListPageFacts, SearchCodeAnswer> {
  const matches = outcome.matches.map(({ path: file_path, line, text, cutBefore, cutAfter }) => ({
    file_path,
    line,
    text,
    ...(cutBefore !== undefined && { cut_before: cutBefore }),
    ...(cutAfter !== undefined && { cut_after: cutAfter }),
  }));
  return structured({ matches, ...listEnd(outcome, level) }, listFacts(outcome));
}
