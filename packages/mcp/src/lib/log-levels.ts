import type { Severity } from '@dragoman/fs-core/internal/kernel';
import type { Notification } from './messages.ts';

/** The protocol's own, from the least severe to the most. */
export const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

const LEVEL_OF: Readonly<Record<Severity, LogLevel>> = {
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  error: 'error',
};

export function isLogLevel(level: unknown): level is LogLevel {
  return LOG_LEVELS.some((known) => known === level);
}

/** True if a client that asked for messages of a level wants one of this severity. */
export function isWanted(severity: Severity, level: LogLevel): boolean {
  return LOG_LEVELS.indexOf(LEVEL_OF[severity]) >= LOG_LEVELS.indexOf(level);
}

/** A log entry as a client gets it. */
export function logMessage(severity: Severity, message: string, data?: object): Notification {
  const params = { level: LEVEL_OF[severity], logger: 'dragoman', data: { message, ...data } };
  return { jsonrpc: '2.0', method: 'notifications/message', params };
}
