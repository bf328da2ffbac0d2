import { ToolError } from '@dragoman/fs-core';
import type { NotebookFault } from '@dragoman/fs-core/internal/kernel';

/** The error for a file that is named as a notebook and is none. */
export function noNotebook(path: string, fault: NotebookFault): ToolError {
  return new ToolError(
    { code: 'UNSUPPORTED_FILE', path, notebook: fault },
    `Cannot use "${path}" as a notebook: ${fault}`,
  );
}
