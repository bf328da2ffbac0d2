import { budgeted } from '@dragoman/formatters';
import { writeLines } from '@dragoman/tools';
import * as z from '../schema.ts';
import { tool } from '../tool.ts';
import { answer, metadataLevel } from './schemas.ts';

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
  input: z.strictObject({
    file_path: z.string().check(z.describe('The file, absolute or relative to the working directory')),
    start_line: z.int().check(z.describe('First line to replace, 1-based')),
    end_line: z.int().check(z.describe('Last line to replace; start_line - 1 to insert')),
    replacement: z.string().check(z.describe('The new lines')),
    preconditions: z.optional(
      z
        .strictObject({
          version: z.optional(z.string().check(z.describe('The version the file must have'))),
          expected_text: z.optional(z.string().check(z.describe('The text the replaced lines must have'))),
          total_lines: z.optional(z.int().check(z.describe('How many lines the file must have'))),
        })
        .check(z.describe('What must be true for anything to be written')),
    ),
    dry_run: z.optional(z.boolean().check(z.describe('Answer the same and write nothing'))),
    chunk: z.optional(
      z
        .strictObject({
          id: z.string().check(z.describe('Any name, the same in all chunks')),
          index: z.int().check(z.minimum(0), z.describe('Place among the chunks')),
          last: z.boolean().check(z.describe('Apply all chunks now')),
        })
        .check(z.describe('Marks replacement as one part of a larger one')),
    ),
    metadata_level: metadataLevel,
  }),
  output: answer({
    file_path: z.string(),
    previous_version: z.string(),
    version: z.string(),
    affected_lines: z.object({ start: z.int(), removed: z.int(), added: z.int() }),
    total_lines: z.int(),
    bytes_written: z.int(),
    diff: z.string(),
    broke_hard_link: z.boolean(),
    not_kept: z.array(z.string()),
    synced: z.boolean(),
    dry_run: z.boolean(),
    chunk: z.object({ id: z.string(), index: z.int(), bytes_received: z.int() }),
  }),
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
