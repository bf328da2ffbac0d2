import * as claudeCode from '@dragoman/formatters/claude-code';
import { editOrCreate } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { absolutePath } from './absolute-path.ts';
import { input } from './schemas.ts';

const description = `Performs exact string replacements in files.

Usage:
- The file must be read first before editing
- old_string must be found exactly in the file
- Without replace_all, old_string must be unique
- Use replace_all=true to replace all occurrences
- An empty old_string creates the file where none is
- Preserves file encoding and line endings`;

export const edit = tool({
  name: 'Edit',
  title: 'Edit a file',
  description,
  effect: 'edits',
  typed: 'edit',
  input: input.Edit,
  operation: editOrCreate,
  request: ({ file_path: path, old_string: oldText, new_string: newText, replace_all: all }, session) => ({
    path: absolutePath(path, session),
    oldText,
    newText,
    occurrences: all ? ('any' as const) : 1,
  }),
  render: claudeCode.edited,
  explain: claudeCode.editFailed,
});
