import * as codex from '@dragoman/formatters/codex';
import { readFile as readLines } from '@dragoman/tools';
import { absolutePath } from '../absolute-path.ts';
import { tool } from '../tool.ts';
import { assertPositive } from './assert-positive.ts';
import { input } from './schemas.ts';

// Code points. The formatter shows as many bytes, which are never fewer than the code points.
const MAX_LINE_LENGTH = 500;

// The schema fills it in.
const DEFAULT_LIMIT = 2000;

export const readFile = tool({
  name: 'read_file',
  title: 'Read a file',
  description:
    'Reads lines of a text file in any common encoding, each as L{number}: and its text. Lines over 500 bytes are cut. For images there is view_image.',
  effect: 'reads',
  typed: 'text',
  range: 'offset',
  input: input.read_file,
  operation: readLines,
  request: ({ file_path, offset, limit }) => {
    assertPositive(offset, 'offset');
    assertPositive(limit, 'limit');
    return {
      path: absolutePath(file_path),
      window: {
        // An empty file has no first line, and is no failure.
        ...(offset > 1 && { startLine: offset }),
        endLine: offset + limit - 1,
        maxLines: limit,
        maxLineLength: MAX_LINE_LENGTH,
        isPart: offset !== 1 || limit !== DEFAULT_LIMIT,
      },
      as: { binary: 'refuse', image: 'binary' },
    } as const;
  },
  render: codex.readLines,
  explain: codex.readFileFailed,
});
