import { claude } from '@dragoman/formatters';
import { writeFile } from '@dragoman/tools';
import * as z from '../schema.ts';
import { tool } from '../tool.ts';
import { absolutePath } from './absolute-path.ts';

const description = `Writes content to a file on the filesystem.

Usage:
- The file_path must be an absolute path
- Will overwrite existing files
- Creates parent directories if needed
- Existing files must be read first before writing
- Use the Edit tool for find/replace operations`;

export const write = tool({
  name: 'Write',
  title: 'Write a file',
  description,
  effect: 'overwrites',
  input: z.strictObject({
    file_path: z.string().check(z.describe('The absolute path to the file to write')),
    content: z.string().check(z.describe('The content to write to the file')),
  }),
  operation: writeFile,
  request: ({ file_path: path, content }, session) => ({ path: absolutePath(path, session), content }),
  render: claude.wrote,
});
