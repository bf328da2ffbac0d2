import { ToolError } from './tool-error.ts';

const SHORTAGES: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

/**
 * Whether an error concerns one path only, so that a search may leave that path out and go on. Where descriptors or
 * memory are short, it may not: the files left out would look as if they held nothing.
 */
export function isPathError(error: unknown): error is ToolError {
  return error instanceof ToolError && !SHORTAGES.has(error.details.errno);
}
