import * as claudeCode from '@dragoman/formatters/claude-code';
import { writeFile } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { absolutePath } from './absolute-path.ts';
import { input } from './schemas.ts';

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
  typed: 'write',
  input: input.Write,
  operation: writeFile,
  request: ({ file_path: path, content }, session) => ({ path: absolutePath(path, session), content }),
  render: claudeCode.wrote,
});
