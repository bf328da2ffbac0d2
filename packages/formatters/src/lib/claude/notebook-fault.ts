import type { NotebookFault } from '@dragoman/fs-core/internal/kernel';
import { NOTEBOOK_FAULTS } from '../shared/notebook-faults.ts';

/** The sentence for a file that is named as a notebook and is none. */
export function noNotebook(fault: NotebookFault): string {
  if (fault === 'no-json') return 'Notebook file is not valid JSON.';
  return `Notebook file is not a valid Jupyter notebook: ${NOTEBOOK_FAULTS[fault]}.`;
}
