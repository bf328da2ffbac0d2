import type { Options } from '@dragoman/dialects/internal/options';
import { plainLine } from '@dragoman/dialects/internal/options';
import type { Log } from '@dragoman/fs-core';

const RANKS: Readonly<Record<Options['logLevel'], number>> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

/** Writes to stderr what is at least as severe as `level`; stdout belongs to the protocol. */
export function createLog(level: Options['logLevel'], write: (line: string) => void): Log {
  return (severity, message, data) => {
    if (RANKS[severity] < RANKS[level]) return;
    const details = data === undefined ? '' : ` ${JSON.stringify(data)}`;
    // It may quote names and what a client sent, and a terminal would obey them.
    write(`dragoman-mcp ${severity}: ${plainLine(message + details)}\n`);
  };
}
