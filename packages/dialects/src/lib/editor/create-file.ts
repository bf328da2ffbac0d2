import { claude } from '@dragoman/formatters';
import { writeFile } from '@dragoman/tools';
import * as z from '../schema.ts';
import { tool } from '../tool.ts';

const description = `Writes a file, replacing what it held before. Missing directories are made.
The content is written exactly as given, as UTF-8. To change part of a file, use str_replace.`;

export const createFile = tool({
  name: 'create_file',
  title: 'Create or overwrite a file',
  description,
  effect: 'overwrites',
  input: z.strictObject({
    path: z.string().check(z.describe('Path of the file; relative paths start in the working directory')),
    content: z.string().check(z.describe('The whole content of the file')),
  }),
  operation: writeFile,
  request: ({ path, content }) => ({ path, content }),
  render: claude.createdFile,
});
