import * as claudeCode from '@dragoman/formatters/claude-code';
import { ToolError } from '@dragoman/fs-core';
import { type PageRange, readFileOrDocument } from '@dragoman/tools/internal/session';
import { tool } from '../tool.ts';
import { absolutePath } from './absolute-path.ts';
import { input } from './schemas.ts';

const description = `Reads a file from the local filesystem.

Usage:
- The file_path parameter must be an absolute path
- By default, reads up to 2000 lines from the beginning
- Optionally specify offset and limit for partial reads
- Lines longer than 2000 characters are truncated
- Results include line numbers starting at 1
- Can read images, PDF and Office files (text, 20 pages at most; see pages) and Jupyter notebooks (offset and limit count cells)
- Cannot read directories: use Glob for those`;

// The schema fills it in.
const DEFAULT_LIMIT = 2000;

export const read = tool({
  name: 'Read',
  title: 'Read a file',
  description,
  effect: 'reads',
  typed: 'text',
  range: 'offset',
  input: input.Read,
  adapt: (args) => (typeof args.pages === 'number' ? { ...args, pages: String(args.pages) } : args),
  operation: readFileOrDocument,
  request: ({ file_path: path, offset, limit, pages }, session) => ({
    path: absolutePath(path, session),
    window: {
      maxLines: limit,
      maxLineLength: 2000,
      isPart: offset !== 1 || limit !== DEFAULT_LIMIT,
      ...(offset > 1 && { startLine: offset }),
    },
    as: { binary: 'refuse', office: 'text' } as const,
    ...(pages !== undefined && { pages: pageRange(pages, offset) }),
  }),
  render: claudeCode.read,
  explain: claudeCode.readFailed,
});

/**
 * The pages that a text such as `3`, `1-5` or `7-` names; undefined for an empty text, which some clients send for an
 * argument that they mean to leave out.
 * @throws ToolError `INVALID_ARGUMENT`, `INVALID_RANGE`
 */
function pageRange(pages: string, offset: number): PageRange | undefined {
  if (pages.trim() === '') return undefined;
  const [, from, dash, to] = /^\s*(\d+)\s*(?:(-)\s*(\d*)\s*)?$/.exec(pages) ?? [];
  if (from === undefined) {
    const message = 'pages must be a page or a range of pages, such as "3" or "1-5"';
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'pages', argument: 'pages', pages }, message);
  }
  const first = Number(from);
  const last = dash === undefined ? first : to ? Number(to) : Infinity;
  if (first >= 1 && first <= last) return { first, last, offset: Math.max(1, offset) };
  throw new ToolError(
    { code: 'INVALID_RANGE', problem: 'pages', pages },
    'pages must begin at 1 or later and not end before they begin',
  );
}
