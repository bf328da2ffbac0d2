import * as agent from '@dragoman/formatters/agent';
import { writeFile } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { pathIn } from './path-in.ts';
import { input } from './schemas.ts';

export const write = tool({
  name: 'write',
  title: 'Write a file',
  description:
    'Writes a text file as UTF-8, relative to the working directory, replacing what it held; missing directories are made.',
  effect: 'overwrites',
  typed: 'write',
  input: input.write,
  operation: writeFile,
  request: ({ file_path, content }, session) => ({ path: pathIn(session, file_path), content }),
  render: (outcome, _, { file_path }) => agent.wrote(file_path, outcome),
  explain: (failure, args) => agent.failedIn('write', failure, args),
});
