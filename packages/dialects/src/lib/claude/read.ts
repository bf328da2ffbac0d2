import * as claude from '@dragoman/formatters/claude';
import { readFileOrDocument } from '@dragoman/tools/internal/session';
import { tool } from '../tool.ts';
import { input } from './schemas.ts';

const description = `Reads a file: text with line numbers, images, PDFs (their text) and Jupyter notebooks with their outputs.

- file_path is absolute, or relative to the working directory
- Without limit, the whole file is read, up to 256KB; offset and limit give a part of it
- Directories cannot be read`;

export const read = tool({
  name: 'Read',
  title: 'Read a file',
  description,
  effect: 'reads',
  input: input.Read,
  operation: readFileOrDocument,
  request: ({ file_path: path, offset = 0, limit = Number.POSITIVE_INFINITY }) => ({
    path: path.trim(),
    window: {
      startLine: Math.max(1, offset),
      maxLines: limit,
      maxLineLength: Number.POSITIVE_INFINITY,
      pastEnd: 'empty' as const,
      countAll: true,
    },
    as: { binary: 'refuse' } as const,
  }),
  render: claude.read,
});
