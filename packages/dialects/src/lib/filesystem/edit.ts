import * as filesystem from '@dragoman/formatters/filesystem';
import { type EditInTurnRequest, editInTurn } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { pathIn } from './path-in.ts';
import { input, output } from './schemas.ts';

export const editFile = tool({
  name: 'edit_file',
  title: 'Edit File',
  description:
    'Replaces text in a file, by one edit after the other: all of them or, if one fails, none. An old text must be in one place; if it is nowhere as it stands, whole lines are found whose white space at both ends differs. Returns a diff.',
  effect: 'edits',
  input: input.edit_file,
  output: output.text,
  operation: (session, { dryRun, ...edits }: Request, call) => editInTurn(session, edits, { ...call, dryRun }),
  request: ({ path, edits, dryRun }, session) => ({ path: pathIn(session, path), edits, dryRun }),
  render: filesystem.editedFile,
  explain: filesystem.editFailed,
});

type Request = EditInTurnRequest & { readonly dryRun: boolean };
