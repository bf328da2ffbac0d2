import { budgeted } from '@dragoman/formatters';
import { readPage } from '@dragoman/tools';
import * as z from '../schema.ts';
import { tool } from '../tool.ts';
import { answer, limitsOf, pageFacts, pagingByTokens } from './schemas.ts';

const description = `Reads a text file, or lines of it, within limits that you set: tokens (o200k_base), bytes, lines.
Gives as many whole lines as fit, or part of a line where not one does. Where more follows, call again with the
continuation: the contents joined are exactly the text, line endings included. Files of any size can be read so.`;

export const readCode = tool({
  name: 'read_code',
  title: 'Read code',
  description,
  effect: 'reads',
  input: z.strictObject({
    file_path: z.string().check(z.describe('The file, absolute or relative to the working directory')),
    start_line: z.optional(z.int().check(z.describe('First line, 1-based. Default: 1'))),
    end_line: z.optional(z.int().check(z.describe('Last line, inclusive. Default: the last of the file'))),
    ...pagingByTokens,
  }),
  output: answer({
    file_path: z.string(),
    content: z.string(),
    start_line: z.int(),
    end_line: z.int(),
    starts_mid_line: z.boolean(),
    ends_mid_line: z.boolean(),
    total_lines: z.nullable(z.int()),
    total_bytes: z.int(),
    encoding: z.string(),
    version: z.string(),
    ...pageFacts,
  }),
  operation: readPage,
  request: ({ file_path: path, start_line, end_line, continuation, metadata_level, ...limits }) => ({
    path,
    limits: limitsOf(limits),
    countAll: metadata_level !== 'minimal',
    ...(start_line !== undefined && { startLine: start_line }),
    ...(end_line !== undefined && { endLine: end_line }),
    ...(continuation !== undefined && { continuation }),
  }),
  render: (outcome, _, { metadata_level = 'standard' }) => budgeted.readPage(outcome, metadata_level),
});
