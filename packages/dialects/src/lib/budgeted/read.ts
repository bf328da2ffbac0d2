import * as budgeted from '@dragoman/formatters/budgeted';
import { readPage } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { limitsOf } from './limits-of.ts';
import { input, output } from './schemas.ts';

const description = `Reads a text file, or lines of it, within limits that you set: tokens (o200k_base), bytes, lines.
Gives as many whole lines as fit, or part of a line where not one does. Where more follows, call again with the
continuation: the contents joined are exactly the text, line endings included. Files of any size can be read so.`;

export const readCode = tool({
  name: 'read_code',
  title: 'Read code',
  description,
  effect: 'reads',
  range: 'lines',
  input: input.read_code,
  output: output.read_code,
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
