import * as editor from '@dragoman/formatters/editor';
import { writeFile } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { input } from './schemas.ts';

const description = `Writes a file, replacing what it held before. Missing directories are made.
The content is written exactly as given, as UTF-8. To change part of a file, use str_replace.`;

export const createFile = tool({
  name: 'create_file',
  title: 'Create or overwrite a file',
  description,
  effect: 'overwrites',
  typed: 'write',
  input: input.create_file,
  operation: writeFile,
  request: ({ path, content }) => ({ path, content }),
  render: editor.createdFile,
});
