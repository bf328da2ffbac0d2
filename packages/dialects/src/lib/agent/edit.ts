import * as agent from '@dragoman/formatters/agent';
import { replaceText } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { pathIn } from './path-in.ts';
import { input } from './schemas.ts';

export const edit = tool({
  name: 'edit',
  title: 'Replace text in a file',
  description:
    'Replaces old_string by new_string in a file. old_string must stand there exactly as given, and only once unless replace_all is set. Encoding and line endings are kept.',
  effect: 'edits',
  typed: 'edit',
  input: input.edit,
  operation: replaceText,
  request: ({ file_path, old_string: oldText, new_string: newText, replace_all: all = false }, session) => ({
    path: pathIn(session, file_path),
    oldText,
    newText,
    occurrences: all ? ('any' as const) : 1,
  }),
  render: (outcome, reader, { file_path }) => agent.edited(file_path, outcome, reader),
  explain: (failure, args) => agent.failedIn('edit', failure, args),
});
