import type { Failure, FailureOf } from '@dragoman/fs-core';
import type { EditNotebookOutcome } from '@dragoman/outcomes';
import type { CellFacts } from '../facts.ts';
import { type Arguments, type FormattedResult, type Scene, text } from '../formatter.ts';
import { printableName } from '../shared/printable.ts';
import { patchHunks } from '../shared/unified-diff.ts';
import { writeFacts, writeNotes } from '../shared/write-notes.ts';
import { toolFailed } from './failure.ts';

/** Confirmation of `NotebookEdit` of dialect `claude`. @example cellChanged(outcome, { cell_id: 'a1b2c3d4' }) */
export function cellChanged(
  outcome: EditNotebookOutcome,
  { cell_id: id }: { readonly cell_id?: string | undefined },
): FormattedResult<CellFacts> {
  const { differingLines, ...facts } = outcome;
  const patch = patchHunks(differingLines);
  const lines = [sentence(facts, printableName(id ?? '')), ...writeNotes(outcome)];
  return { content: [text(lines.join('\n'))], outcome: { ...writeFacts(facts), ...(patch !== null && { patch }) } };
}

function sentence({ path, change, newId, dryRun }: Omit<EditNotebookOutcome, 'differingLines'>, id: string): string {
  if (dryRun) return `[Dry Run] The file ${printableName(path)} would be updated.`;
  switch (change) {
    case 'replace':
      return `Updated cell ${id}`;
    case 'insert':
      return newId === null ? 'Inserted a new cell' : `Inserted cell ${newId}`;
    case 'delete':
      return `Deleted cell ${id}`;
  }
}

/**
 * Explains a failure of `NotebookEdit`.
 * @example cellNotChanged({ code: 'CANCELLED' }, {}, { root: '/p', limit: { bytes: 20_000 } })
 */
export function cellNotChanged(failure: Failure, args: Arguments, scene: Scene): string {
  if (failure.code === 'INVALID_ARGUMENT') return faultyRequest(failure) ?? toolFailed(failure, args, scene);
  if (failure.code === 'INVALID_RANGE' && failure.problem === 'past-cell') {
    return `Cell with index ${failure.cell} does not exist in notebook.`;
  }
  return toolFailed(failure, args, scene);
}

function faultyRequest(failure: FailureOf<'INVALID_ARGUMENT'>): string | null {
  switch (failure.problem) {
    case 'cell':
      return failure.cell === undefined
        ? 'Cell ID must be specified when not inserting a new cell.'
        : `Cell with ID "${failure.cell}" not found in notebook.`;
    case 'cell-attachments':
      return 'The notebook was not changed: this cell has attachments (such as pasted images), and a code cell cannot hold attachments. Insert a code cell after it with edit_mode=insert, or leave out cell_type to edit its text.';
    case 'cell-type':
      return 'Cell type is required when using edit_mode=insert.';
    case 'notebook-name':
      return 'File must be a Jupyter notebook (.ipynb file). For editing other file types, use the Edit tool.';
    default:
      return null;
  }
}
