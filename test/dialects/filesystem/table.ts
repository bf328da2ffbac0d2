import { type Files, type Table, type TableOptions, tableOf } from '../table.ts';

/** The tree's directory `ROOT` is the root; what lies beside it is outside. */
export function table(files: Files, options?: TableOptions): Table {
  return tableOf('filesystem', files, options);
}
