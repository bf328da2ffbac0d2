import { type Files, type Table, type TableOptions, tableOf } from '../table.ts';

/** Files in the root, by their paths there. */
export function table(files: Files, options?: TableOptions): Table {
  return tableOf('gemini-cli', inRoot(files), options);
}

export function inRoot(files: Files): Files {
  return {
    ROOT: null,
    ...Object.fromEntries(Object.entries(files ?? {}).map(([name, node]) => [`ROOT/${name}`, node])),
  };
}
