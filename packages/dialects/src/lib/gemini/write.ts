import * as gemini from '@dragoman/formatters/gemini';
import { writeFile as writeContent } from '@dragoman/tools';
import { absolutePath } from '../absolute-path.ts';
import { tool } from '../tool.ts';
import { input } from './schemas.ts';

const description = `Writes content to a specified file in the local filesystem, replacing what it held; missing directories are made.`;

export const writeFile = tool({
  name: 'write_file',
  title: 'Write a file',
  description,
  effect: 'overwrites',
  typed: 'write',
  input: input.write_file,
  operation: writeContent,
  request: ({ file_path: path, content }) => ({ path: absolutePath(path), content }),
  render: gemini.wroteFile,
  explain: gemini.writeFileFailed,
});
