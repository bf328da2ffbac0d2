import * as claude from '@dragoman/formatters/claude';
import { ToolError } from '@dragoman/fs-core';
import { type PageRange, readFileOrDocument } from '@dragoman/tools/internal/session';
import { tool } from '../tool.ts';
import { FILE_NAMES } from './names.ts';
import { input } from './schemas.ts';

const description = `Reads a file: numbered text, images, PDF and Office files (their text), notebooks with outputs.

- file_path is absolute, or relative to the working directory
- The whole file is read, up to 256KB, unless offset and limit name a part
- Directories cannot be read`;

const MOST_TEXT_BYTES = 256 * 1024;
const MOST_LARGE_CHARACTERS = 500_000;
const MOST_PAGES_UNASKED = 10;
const MOST_PAGES = 20;

export const read = tool({
  name: 'Read',
  title: 'Read a file',
  description,
  effect: 'reads',
  typed: 'text',
  range: 'offset',
  input: input.Read,
  synonyms: FILE_NAMES,
  outOfRange: { offset: 'left-out', limit: 'left-out' },
  adapt: (args) => (typeof args.pages === 'number' ? { ...args, pages: String(args.pages) } : args),
  limitFor: ({ allow_large }) => (allow_large ? { characters: MOST_LARGE_CHARACTERS } : null),
  operation: readFileOrDocument,
  request: ({ file_path: path, offset = 0, limit, pages, allow_large }) => ({
    path: path.trim(),
    window: {
      startLine: Math.max(1, offset),
      maxLines: limit ?? Number.POSITIVE_INFINITY,
      maxLineLength: Number.POSITIVE_INFINITY,
      pastEnd: 'empty' as const,
      countAll: true,
      hasLastLine: true,
      // Of a whole file that is too large, the bound on its text tells.
      isPart: limit !== undefined || offset > 1 || !allow_large,
      ...(limit === undefined && !allow_large && { maxTextSize: MOST_TEXT_BYTES }),
    },
    as: { binary: 'refuse', office: 'text' } as const,
    faultyNotebook: 'refuse' as const,
    maxPictureSide: 2000,
    mostPages: MOST_PAGES_UNASKED,
    refusesEmptyMedia: true,
    ...(pages !== undefined && { pages: pageRange(pages, offset) }),
  }),
  render: claude.read,
  explain: claude.readFailed,
});

/**
 * The pages that a text such as `3`, `1-5` or `7-` names; undefined for an empty text.
 * @throws ToolError `INVALID_ARGUMENT`
 */
function pageRange(pages: string, offset: number): PageRange | undefined {
  if (pages.trim() === '') return undefined;
  const [, from, dash, to] = /^\s*(\d+)\s*(?:(-)\s*(\d*)\s*)?$/.exec(pages) ?? [];
  const first = Number(from ?? 0);
  const last = dash === undefined ? first : to ? Number(to) : Number.POSITIVE_INFINITY;
  if (first < 1 || first > last)
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'pages', argument: 'pages', pages }, 'Not a page range');
  if (Number.isFinite(last) && last - first >= MOST_PAGES)
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'many-pages', pages }, 'Too many pages at once');
  return { first, last, offset: Math.max(1, offset) };
}
