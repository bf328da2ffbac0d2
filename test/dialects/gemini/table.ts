import { type Files, type Table, type TableOptions, tableOf } from '../table.ts';

/** Beginning of the dialect's refusals of arguments. */
export const E = 'Error: Invalid parameters provided. Reason: ';

/** The tree's directory `ROOT` is the root; what lies beside it is outside. */
export function table(files: Files, options?: TableOptions): Table {
  return tableOf('gemini', files, options);
}
