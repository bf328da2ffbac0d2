import { type PageRange, ToolError } from '@dragoman/tools';

/**
 * The pages that a text such as `3`, `1-5` or `7-` names; undefined for an empty text, which some clients send for an
 * argument that they mean to leave out.
 * @throws ToolError `INVALID_ARGUMENT`, `INVALID_RANGE`
 */
export function pageRange(pages: string): PageRange | undefined {
  if (pages.trim() === '') return undefined;
  const [, from, dash, to] = /^\s*(\d+)\s*(?:(-)\s*(\d*)\s*)?$/.exec(pages) ?? [];
  if (from === undefined) {
    const message = 'pages must be a page or a range of pages, such as "3" or "1-5"';
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'pages', argument: 'pages', pages }, message);
  }
  const first = Number(from);
  const last = dash === undefined ? first : to ? Number(to) : Infinity;
  if (first >= 1 && first <= last) return { first, last };
  throw new ToolError(
    { code: 'INVALID_RANGE', problem: 'pages', pages },
    'pages must begin at 1 or later and not end before they begin',
  );
}
