import type { FindPageOutcome, SearchPageOutcome } from '@dragoman/tools';
import type { ListPageFacts } from '../facts.ts';
import type { Rendered } from '../rendered.ts';
import type { FindFilesAnswer, PageAnswer, SearchCodeAnswer } from './answers.ts';
import { pageFacts } from './read.ts';
import { type MetadataLevel, structured } from './structured.ts';

/** What `search_code` found. */
export function foundMatches(
  outcome: SearchPageOutcome,
  level: MetadataLevel,
): Rendered<ListPageFacts, SearchCodeAnswer> {
  const matches = outcome.matches.map(({ path: file_path, line, text, cutBefore, cutAfter }) => ({
    file_path,
    line,
    text,
    ...(cutBefore !== undefined && { cut_before: cutBefore }),
    ...(cutAfter !== undefined && { cut_after: cutAfter }),
  }));
  return structured({ matches, ...listEnd(outcome, level) }, listFacts(outcome));
}

/** What `find_files` found. */
export function foundFiles(outcome: FindPageOutcome, level: MetadataLevel): Rendered<ListPageFacts, FindFilesAnswer> {
  const files = outcome.files.map(({ path: file_path, size, modified }) => ({ file_path, size, modified }));
  return structured({ files, ...listEnd(outcome, level) }, listFacts(outcome));
}

type ListOutcome = SearchPageOutcome | FindPageOutcome;

function listEnd(outcome: ListOutcome, level: MetadataLevel): PageAnswer & { readonly incomplete?: true } {
  const { continuation, incomplete, truncatedBy } = outcome;
  const facts = level === 'minimal' ? { truncated: truncatedBy !== null } : pageFacts(outcome);
  return { ...facts, continuation, ...(incomplete && { incomplete }) };
}

function listFacts({ kind, incomplete, truncatedBy, usage }: ListOutcome): ListPageFacts {
  return { kind, shown: usage.lines, truncated: truncatedBy !== null, incomplete };
}
