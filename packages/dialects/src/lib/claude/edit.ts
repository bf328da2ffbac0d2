import * as claude from '@dragoman/formatters/claude';
import { editFile } from '@dragoman/tools/internal/session';
import { tool } from '../tool.ts';
import { FILE_NAMES } from './names.ts';
import { input } from './schemas.ts';

const description = `Replaces text in a file.

- old_string must match the file exactly and once, unless replace_all is set
- Read the file first; leave out the line numbers that Read shows
- Encoding and line endings stay as they are`;

/** The text with LF for CRLF, which matches either: a file keeps its own. */
const lines = (given: string) => given.replaceAll('\r\n', '\n');

export const edit = tool({
  name: 'Edit',
  title: 'Edit a file',
  description,
  effect: 'edits',
  typed: 'edit',
  input: input.Edit,
  synonyms: {
    ...FILE_NAMES,
    ...{ old_str: 'old_string', oldString: 'old_string', old_text: 'old_string', oldText: 'old_string' },
    ...{ new_str: 'new_string', newString: 'new_string', new_text: 'new_string', newText: 'new_string' },
    replaceAll: 'replace_all',
  },
  operation: editFile,
  request: ({ file_path, old_string, new_string, replace_all }) => ({
    path: file_path.trim(),
    oldText: lines(old_string),
    newText: old_string === '' ? new_string : lines(new_string),
    occurrences: replace_all ? ('any' as const) : 1,
  }),
  render: claude.edited,
  explain: claude.editFailed,
});
