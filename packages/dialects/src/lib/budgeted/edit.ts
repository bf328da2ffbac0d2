import * as budgeted from '@dragoman/formatters/budgeted';
import { writeLines } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { input, output } from './schemas.ts';

const description = `Replaces lines start_line to end_line (1-based, inclusive) of a text file, and nothing outside them.
end_line = start_line - 1 inserts before start_line; start_line = total_lines + 1 with that appends. replacement is lines:
a newline at its end closes the last one, "" deletes the range; newlines take the file's own ending.
With preconditions nothing is written unless they hold: pass the version that read_code gave. A conflict tells what the
lines are now. A replacement over the size limit is sent in chunks with one id, index 0, 1, 2 …, and applied with the last.`;

export const writeCode = tool({
  name: 'write_code',
  title: 'Write lines of code',
  description,
  effect: 'edits',
  input: input.write_code,
  output: output.write_code,
  operation: writeLines,
  request: ({ file_path: path, start_line: startLine, end_line: endLine, replacement, dry_run, chunk, ...args }) => {
    const { version, expected_text, total_lines } = args.preconditions ?? {};
    return {
      path,
      startLine,
      endLine,
      replacement,
      dryRun: dry_run ?? false,
      preconditions: {
        ...(version !== undefined && { version }),
        ...(expected_text !== undefined && { expectedText: expected_text }),
        ...(total_lines !== undefined && { totalLines: total_lines }),
      },
      ...(chunk && { chunk }),
    };
  },
  render: (outcome, reader, { metadata_level: level = 'standard', dry_run: dryRunAsked = false }) =>
    budgeted.wroteLines(outcome, reader, { level, dryRunAsked }),
});
