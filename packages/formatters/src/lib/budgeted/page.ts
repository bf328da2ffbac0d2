import type { PageOutcome } from '@dragoman/tools';
import type { Rendered } from '../rendered.ts';
import { type MetadataLevel, structured } from './structured.ts';

/** What `read_code` gives of a file. */
export function readPage(outcome: PageOutcome, level: MetadataLevel): Rendered {
  const { path: file_path, content, startLine: start_line, endLine: end_line, version, continuation } = outcome;
  const truncated = outcome.truncatedBy !== null;
  if (level === 'minimal')
    return structured({ file_path, content, start_line, end_line, version, truncated, continuation });
  return structured({
    file_path,
    content,
    start_line,
    end_line,
    starts_mid_line: outcome.startsMidLine,
    ends_mid_line: outcome.endsMidLine,
    total_lines: outcome.totalLines,
    total_bytes: outcome.totalBytes,
    encoding: outcome.encoding,
    version,
    ...pageFacts(outcome),
    continuation,
  });
}

type PageEnd = Pick<PageOutcome, 'truncatedBy' | 'limits' | 'usage'>;

/** What every page says of its limits. */
export function pageFacts({ truncatedBy, limits, usage }: PageEnd): Readonly<Record<string, unknown>> {
  return {
    truncated: truncatedBy !== null,
    truncated_by: truncatedBy,
    limits: { max_tokens: limits.maxTokens, max_bytes: limits.maxBytes, max_lines: limits.maxLines },
    usage,
  };
}
