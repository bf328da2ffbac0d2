import type { FindPageOutcome, SearchPageOutcome } from '@dragoman/tools';
import type { Rendered } from '../rendered.ts';
import { pageFacts } from './page.ts';
import { type MetadataLevel, structured } from './structured.ts';

/** What `search_code` found. */
export function foundMatches(outcome: SearchPageOutcome, level: MetadataLevel): Rendered {
  const matches = outcome.matches.map(({ path: file_path, line, text, cutBefore, cutAfter }) => ({
    file_path,
    line,
    text,
    ...(cutBefore !== undefined && { cut_before: cutBefore }),
    ...(cutAfter !== undefined && { cut_after: cutAfter }),
  }));
  return list({ matches }, outcome, level);
}

/** What `find_files` found. */
export function foundFiles(outcome: FindPageOutcome, level: MetadataLevel): Rendered {
  const files = outcome.files.map(({ path: file_path, size, modified }) => ({ file_path, size, modified }));
  return list({ files }, outcome, level);
}

function list(
  entries: Readonly<Record<string, unknown>>,
  outcome: SearchPageOutcome | FindPageOutcome,
  level: MetadataLevel,
): Rendered {
  const { kind, continuation, incomplete, truncatedBy, usage } = outcome;
  const facts = level === 'minimal' ? { truncated: truncatedBy !== null } : pageFacts(outcome);
  return structured(
    { ...entries, ...facts, continuation, ...(incomplete && { incomplete }) },
    { kind, shown: usage.lines, truncated: truncatedBy !== null, incomplete },
  );
}
