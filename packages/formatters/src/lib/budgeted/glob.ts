import type { FindPageOutcome } from '@dragoman/outcomes';
import type { ListPageFacts } from '../facts.ts';
import type { FormattedResult } from '../formatter.ts';
import type { FindFilesAnswer } from './answers.ts';
import { listEnd, listFacts } from './page-end.ts';
import { type MetadataLevel, structured } from './structured.ts';

/** Result of `find_files`. @example foundFiles(outcome, 'standard') */
export function foundFiles(
  outcome: FindPageOutcome,
  level: MetadataLevel,
): FormattedResult<ListPageFacts, FindFilesAnswer> {
  const files = outcome.files.map(({ path: file_path, size, modified }) => ({ file_path, size, modified }));
  return structured({ files, ...listEnd(outcome, level) }, listFacts(outcome));
}
