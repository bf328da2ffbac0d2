import type { Log } from '@dragoman/fs-core';
import { readUserFile, watchUserFile } from '@dragoman/fs-core/internal/host';
import { parsePrincipals } from './parse-principals.ts';
import { createPrincipalTable, type PrincipalTable } from './principal-table.ts';

/** The file that says who may do what, as it was when it was last faultless. */
export interface PrincipalsFile extends Disposable {
  readonly table: PrincipalTable;
  /** True if the file was faulty when it was last read, so that the entries from before hold. */
  readonly isFaulty: boolean;
  /** Reads it again; if it is faulty now, what was read before stays. */
  reload(): void;
}

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * @param onChange called when there are other principals
 * @throws Error with one line for a person in a terminal, if the file is faulty from the start
 */
export function openPrincipalsFile(path: string, log: Log, onChange: () => void): PrincipalsFile {
  let text = textOf(path);
  let table = tableFrom(path, text);
  let isFaulty = false;
  const reload = (): void => {
    try {
      const now = textOf(path);
      isFaulty = false;
      if (now === text) return;
      table = tableFrom(path, now);
      text = now;
      log('info', 'Principals read again', { path });
      onChange();
    } catch (error) {
      isFaulty = true;
      log('error', 'The principals stay as they were', { reason: error instanceof Error ? error.message : 'unknown' });
    }
  };
  const watch = watchUserFile(path, reload);
  return {
    get table() {
      return table;
    },
    get isFaulty() {
      return isFaulty;
    },
    reload,
    [Symbol.dispose]: () => watch[Symbol.dispose](),
  };
}

function textOf(path: string): string {
  const bytes = readUserFile(path, MAX_BYTES);
  if (bytes === null) throw new Error(`--principals: no file "${path}" can be read`);
  return bytes.toString();
}

function tableFrom(path: string, text: string): PrincipalTable {
  try {
    return createPrincipalTable(parsePrincipals(text));
  } catch (error) {
    throw new Error(`--principals "${path}": ${error instanceof Error ? error.message : 'unknown'}`, { cause: error });
  }
}
