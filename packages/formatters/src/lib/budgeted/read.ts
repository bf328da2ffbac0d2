import type { PageOutcome } from '@dragoman/tools';
import type { TextPageFacts } from '../facts.ts';
import type { Rendered } from '../rendered.ts';
import type { PageAnswer, ReadCodeAnswer } from './answers.ts';
import { type MetadataLevel, structured } from './structured.ts';

/** What `read_code` gives of a file. */
export function readPage(outcome: PageOutcome, level: MetadataLevel): Rendered<TextPageFacts, ReadCodeAnswer> {
  const { kind, path, realPath, content, startLine, endLine, version, continuation } = outcome;
  const lines = { start_line: startLine, end_line: endLine };
  const position = level === 'minimal' ? lines : { ...lines, ...placeFacts(outcome) };
  const end = level === 'minimal' ? { truncated: outcome.truncatedBy !== null } : pageFacts(outcome);
  return structured(
    { file_path: path, content, ...position, version, ...end, continuation },
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

type PageEnd = Pick<PageOutcome, 'truncatedBy' | 'limits' | 'usage'>;

/** What every page says of its limits. */
export function pageFacts({ truncatedBy, limits, usage }: PageEnd): Omit<PageAnswer, 'continuation'> {
  return {
    truncated: truncatedBy !== null,
    truncated_by: truncatedBy,
    limits: { max_tokens: limits.maxTokens, max_bytes: limits.maxBytes, max_lines: limits.maxLines },
    usage,
  };
}
