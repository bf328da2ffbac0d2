import * as geminiCli from '@dragoman/formatters/gemini-cli';
import { ToolError } from '@dragoman/fs-core';
import { readFile as readContent } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { fromWorkdir, givenPath, withoutScheduling } from './given-path.ts';
import { input } from './schemas.ts';

const description = `Reads a file: text, images (PNG, JPG, GIF, WEBP, SVG), PDF or Office. Of a text, at most 2000 lines come unless end_line is given, and at most 2000 characters of a line; start_line and end_line choose what is needed.`;

/** Pixels: over it, conversations with many images are refused. */
export const MOST_PICTURE_SIDE = 2000;

/** Most lines that are shown, if the call does not say where to end. */
const MOST_LINES = 2000;

interface LineArguments {
  readonly start_line?: number | undefined;
  readonly end_line?: number | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

export const readFile = tool({
  name: 'read_file',
  title: 'Read a file',
  description,
  effect: 'reads',
  typed: 'text',
  range: 'lines',
  input: input.read_file,
  unlisted: ['offset', 'limit'],
  outOfRange: { start_line: 'nearest', end_line: 'nearest', offset: 'nearest', limit: 'nearest' },
  adapt: withoutScheduling,
  operation: fromWorkdir(readContent),
  request: ({ file_path, ...lines }) => ({
    path: givenPath(file_path),
    window: {
      ...{ ...rangeOf(lines), maxLines: MOST_LINES, maxLineLength: 2000, countAll: true },
      isPart: Object.values(lines).some((line) => line !== undefined),
    },
    as: { binary: 'refuse', pdf: 'media', office: 'text' } as const,
    maxPictureSide: MOST_PICTURE_SIDE,
  }),
  render: geminiCli.readContent,
  explain: geminiCli.readFileFailed,
});

/** The first line, unless it is that of every file, and the last if one is given. @throws ToolError `INVALID_RANGE` */
function rangeOf({ offset = 0, limit, start_line = offset + 1, end_line }: LineArguments) {
  const endLine = end_line ?? (limit === undefined ? undefined : start_line + limit - 1);
  if (endLine !== undefined && endLine < start_line) {
    const lines = { action: 'read', startLine: start_line, endLine } as const;
    throw new ToolError({ code: 'INVALID_RANGE', problem: 'lines', ...lines }, 'The range ends before it begins');
  }
  return { ...(start_line > 1 && { startLine: start_line }), ...(endLine !== undefined && { endLine }) };
}
