import * as claude from '@dragoman/formatters/claude';
import { overwriteFile } from '@dragoman/tools/internal/session';
import { tool } from '../tool.ts';
import { FILE_NAMES } from './names.ts';
import { input } from './schemas.ts';

const description = `Writes a file, over one that is there; parent directories are made.

- Prefer Edit for a file that exists`;

export const write = tool({
  name: 'Write',
  title: 'Write a file',
  description,
  effect: 'overwrites',
  typed: 'write',
  input: input.Write,
  synonyms: { ...FILE_NAMES, contents: 'content' },
  operation: overwriteFile,
  request: ({ file_path, content }) => ({ path: file_path.trim(), content }),
  render: claude.wrote,
  explain: claude.writeFailed,
});
