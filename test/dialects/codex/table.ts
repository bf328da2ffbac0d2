import { type Files, type Table, type TableOptions, tableOf } from '../table.ts';

/** A table like that of any dialect, with `T` for the seconds that a call took. */
export function table(files: Files, options: TableOptions = {}): Table {
  return tableOf('codex', files, { ...options, settled: withoutTime });
}

function withoutTime(text: string): string {
  return text.replace(/^(Wall time: )\d+(?:\.[1-9])?( seconds)$/m, '$1T$2');
}
