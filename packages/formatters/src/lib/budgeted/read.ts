import type { PageOutcome } from '@dragoman/outcomes';
import type { TextPageFacts } from '../facts.ts';
import type { FormattedResult } from '../formatter.ts';
import type { ReadCodeAnswer } from './answers.ts';
import { pageEnd } from './page-end.ts';
import { type MetadataLevel, structured } from './structured.ts';

/** Result of `read_code` for a file. @example readPage(outcome, 'standard') */
export function readPage(outcome: PageOutcome, level: MetadataLevel): FormattedResult<TextPageFacts, ReadCodeAnswer> {
  const { kind, path, realPath, content, startLine, endLine, version } = outcome;
  const lines = { start_line: startLine, end_line: endLine };
  const position = level === 'minimal' ? lines : { ...lines, ...placeFacts(outcome) };
  return structured(
    { file_path: path, content, ...position, version, ...pageEnd(outcome, level) },
    { kind, path, realPath, startLine, endLine, version },
  );
}

function placeFacts(outcome: PageOutcome) {
  return {
    starts_mid_line: outcome.startsMidLine,
    ends_mid_line: outcome.endsMidLine,
    total_lines: outcome.totalLines,
    total_bytes: outcome.totalBytes,
    encoding: outcome.encoding,
  };
}
