import * as editor from '@dragoman/formatters/editor';
import { readFileOrList } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { input } from './schemas.ts';

const description = `Shows a file or a directory.
- Text: numbered lines, the first 2,000 of a longer file; pass view_range to see others. Lines over 2,000 characters are cut.
- Images: shown as images. Word, Excel and PowerPoint files: their text. Other binary files: their type and size.
- Directories: what lies in them, 2 levels deep, without .git and node_modules.`;

export const view = tool({
  name: 'view',
  title: 'View a file or directory',
  description,
  effect: 'reads',
  typed: 'view',
  range: 'clamped-view_range',
  input: input.view,
  operation: readFileOrList,
  request: ({ path, view_range: range }) => ({
    path,
    window: {
      maxLines: 2000,
      maxLineLength: 2000,
      ...(range && { startLine: range[0] ?? 0, endLine: range[1] ?? 0 }),
    },
    as: { binary: 'facts', office: 'text', svg: 'image', otherImages: 'all' } as const,
    depth: 2,
  }),
  render: editor.viewed,
});
