import { gemini } from '@dragoman/formatters';
import { writeFile as writeContent } from '@dragoman/tools';
import * as z from '../schema.ts';
import { tool } from '../tool.ts';
import { absolutePath } from './absolute-path.ts';

const description = `Writes content to a specified file in the local filesystem, replacing what it held; missing directories are made.`;

export const writeFile = tool({
  name: 'write_file',
  title: 'Write a file',
  description,
  effect: 'overwrites',
  input: z.object({
    file_path: z
      .string()
      .check(z.describe("The absolute path to the file to write to (e.g., '/home/user/project/file.txt')")),
    content: z.string().check(z.describe('The content to write to the file, exactly')),
  }),
  operation: writeContent,
  request: ({ file_path: path, content }) => ({ path: absolutePath(path), content }),
  render: gemini.wroteFile,
  explain: gemini.writeFileFailed,
});
