import { traceOf, type UnexpectedError } from '@dragoman/dialects';
import type { Log, Options } from '@dragoman/dialects/options';

const RANKS: Readonly<Record<Options['logLevel'], number>> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

/** Writes to stderr what is at least as severe as `level`; stdout belongs to the protocol. */
export function createLog(level: Options['logLevel'], write: (line: string) => void): Log {
  return (severity, message, data) => {
    if (RANKS[severity] < RANKS[level]) return;
    const details = data === undefined ? '' : ` ${JSON.stringify(data)}`;
    write(`dragoman-mcp ${severity}: ${message}${details}\n`);
  };
}

/** Where faults of the program are noted, so that the id that a client was told leads to a cause. */
export interface FaultLog {
  /** How many there were so far. */
  readonly count: number;
  /** @param where the tool or the method in which it was */
  note(unexpected: UnexpectedError, where: string): void;
}

export function createFaultLog(log: Log): FaultLog {
  let count = 0;
  return {
    get count() {
      return count;
    },
    note({ id, error }, where) {
      count += 1;
      log('error', 'Unexpected error', { id, where, count, trace: traceOf(error).split('\n') });
    },
  };
}
