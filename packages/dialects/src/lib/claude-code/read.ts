import * as claudeCode from '@dragoman/formatters/claude-code';
import { readFileOrDocument } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { absolutePath } from './absolute-path.ts';
import { pageRange } from './page-range.ts';
import { input } from './schemas.ts';

const description = `Reads a file from the local filesystem.

Usage:
- The file_path parameter must be an absolute path
- By default, reads up to 2000 lines from the beginning
- Optionally specify offset and limit for partial reads
- Lines longer than 2000 characters are truncated
- Results include line numbers starting at 1
- Can read images, PDFs (their text, 20 pages at most; use pages for others) and Jupyter notebooks (offset and limit count cells)
- Cannot read directories: use Glob for those`;

export const read = tool({
  name: 'Read',
  title: 'Read a file',
  description,
  effect: 'reads',
  input: input.Read,
  adapt: (args) => (typeof args.pages === 'number' ? { ...args, pages: String(args.pages) } : args),
  operation: readFileOrDocument,
  request: ({ file_path: path, offset, limit, pages }, session) => ({
    path: absolutePath(path, session),
    window: { maxLines: limit, maxLineLength: 2000, ...(offset > 1 && { startLine: offset }) },
    as: { binary: 'refuse' } as const,
    ...(pages !== undefined && { pages: pageRange(pages) }),
  }),
  render: claudeCode.read,
  explain: claudeCode.readFailed,
});
