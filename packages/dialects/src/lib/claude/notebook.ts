import * as claude from '@dragoman/formatters/claude';
import type { EditNotebookOutcome } from '@dragoman/outcomes';
import { type Call, type EditNotebookRequest, editNotebook } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { input } from './schemas.ts';

const description = `Replaces, inserts or deletes a cell of a Jupyter notebook (.ipynb).

- Read the notebook first: it shows the id of each cell
- The rest of the file stays as it is; a code cell with a new source loses its outputs`;

export const notebookEdit = tool({
  name: 'NotebookEdit',
  title: 'Edit a notebook',
  description,
  effect: 'edits',
  input: input.NotebookEdit,
  synonyms: {
    ...{ file_path: 'notebook_path', path: 'notebook_path', filePath: 'notebook_path', filename: 'notebook_path' },
    ...{ absolute_path: 'notebook_path', dir_path: 'notebook_path', source: 'new_source' },
  },
  // Whoever has not seen a notebook does not know its cells, whatever other tools ask for.
  operation: (session, request: EditNotebookRequest, call: Call<EditNotebookOutcome>) =>
    editNotebook(session, request, { ...call, requireRead: session.requireRead !== 'never' }),
  adapt: (args) => (args.edit_mode === 'delete' ? { ...args, new_source: args.new_source ?? '' } : args),
  request: ({
    notebook_path: path,
    cell_id: cell,
    new_source: source,
    cell_type: type,
    edit_mode: change = 'replace',
  }) => {
    return { path: path.trim(), change, cell: cell || undefined, source, type };
  },
  render: (outcome, _reader, args) => claude.cellChanged(outcome, args),
  explain: claude.cellNotChanged,
});
