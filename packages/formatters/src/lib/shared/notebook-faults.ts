import type { NotebookFault } from '@dragoman/fs-core/internal/kernel';

/** Clauses that say why a file is no notebook. */
export const NOTEBOOK_FAULTS: Readonly<Record<NotebookFault, string>> = {
  'no-json': 'it is not JSON',
  'too-many-values': 'it has too many values',
  'too-deep': 'it is nested too deeply',
  'no-object': 'it is no JSON object',
  'no-cells': 'it has no cells',
  'old-format': 'it is of nbformat 3, whose cells cannot be changed',
};
