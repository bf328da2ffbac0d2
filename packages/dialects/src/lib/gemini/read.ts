import * as gemini from '@dragoman/formatters/gemini';
import { ToolError } from '@dragoman/fs-core';
import { readFile as readContent } from '@dragoman/tools';
import { absolutePath } from '../absolute-path.ts';
import { tool } from '../tool.ts';
import { input } from './schemas.ts';

const description = `Reads and returns the content of a specified file from the local filesystem. Handles text, images (PNG, JPG, GIF, WEBP, SVG, BMP), PDF, Office files. For text files, it can read line ranges.`;

// How many lines, if the call gives no limit.
const DEFAULT_LIMIT = 2000;

// The model sees them, too.
const OTHER_IMAGES = ['image/bmp', 'image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'];

export const readFile = tool({
  name: 'read_file',
  title: 'Read a file',
  description,
  effect: 'reads',
  typed: 'text',
  input: input.read_file,
  range: 'offset-from-0',
  operation: readContent,
  request: ({ absolute_path, offset, limit }) => ({
    path: absolutePath(absolute_path),
    window: {
      startLine: Math.trunc(demand(offset ?? 0, 0, 'offset')) + 1,
      maxLines: demand(Math.ceil(limit ?? DEFAULT_LIMIT), 1, 'limit'),
      maxLineLength: 2000,
      pastEnd: 'empty' as const,
      countAll: true,
      isPart: offset !== undefined || limit !== undefined,
    },
    as: { binary: 'refuse', pdf: 'media', office: 'text', otherImages: OTHER_IMAGES } as const,
  }),
  render: gemini.readContent,
  explain: gemini.readFileFailed,
});

function demand(value: number, least: number, argument: 'offset' | 'limit'): number {
  if (value >= least) return value;
  throw new ToolError({ code: 'INVALID_ARGUMENT', problem: argument }, `Argument "${argument}" is less than ${least}`);
}
