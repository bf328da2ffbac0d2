import type { Log, Severity } from '@dragoman/dialects/options';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ErrorCode, type LoggingLevel, LoggingLevelSchema } from '@modelcontextprotocol/sdk/types.js';
import { protocolError } from './requests.ts';

const LEVELS: readonly unknown[] = LoggingLevelSchema.options;

const LEVEL_OF: Readonly<Record<Severity, LoggingLevel>> = {
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  error: 'error',
};

export interface ClientLog {
  readonly log: Log;
  /** Serves `logging/setLevel`. */
  setLevel(level: unknown): void;
}

/** Sends log messages of the level that the client asked for: warnings and errors until it asks. */
export function createClientLog(server: Server): ClientLog {
  let least = LEVELS.indexOf('warning');
  return {
    log(severity, message, data) {
      const level = LEVEL_OF[severity];
      if (LEVELS.indexOf(level) < least || server.getClientVersion() === undefined) return;
      const params = { level, logger: 'dragoman', data: { message, ...data } };
      // A client that is gone reads no log, so a failure does not matter.
      server.notification({ method: 'notifications/message', params }).catch(() => {});
    },
    setLevel(level) {
      if (!LEVELS.includes(level)) {
        throw protocolError(ErrorCode.InvalidParams, `params.level must be one of ${LEVELS.join(', ')}`);
      }
      least = LEVELS.indexOf(level);
    },
  };
}
