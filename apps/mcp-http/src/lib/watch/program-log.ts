import type { Options } from '@dragoman/dialects/internal/options';
import type { Log, Severity } from '@dragoman/fs-core/internal/kernel';
import type { LogOptions } from './call-log.ts';
import { escaped } from './log-text.ts';

const RANKS: Readonly<Record<Options['logLevel'], number>> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

/** Writes what is at least as severe as `level`, one line each. */
export function createProgramLog({ level, format, write }: LogOptions): Log {
  return (severity: Severity, message: string, data?: Readonly<Record<string, unknown>>) => {
    if (RANKS[severity] < RANKS[level]) return;
    const time = new Date().toISOString();
    if (format === 'json') write(`${escaped(JSON.stringify({ time, level: severity, message, ...data }))}\n`);
    else write(`${time} ${severity}: ${escaped(message + (data === undefined ? '' : ` ${JSON.stringify(data)}`))}\n`);
  };
}
