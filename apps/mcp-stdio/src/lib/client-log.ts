import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { type LoggingLevel, LoggingLevelSchema, SetLevelRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Log, Severity } from './log.ts';

const LEVELS: readonly LoggingLevel[] = LoggingLevelSchema.options;

const LEVEL_OF: Readonly<Record<Severity, LoggingLevel>> = {
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  error: 'error',
};

/** Tells the client what it asked to be told with `logging/setLevel`: warnings and errors until it asks. */
export function createClientLog(server: Server): Log {
  let least = LEVELS.indexOf('warning');
  server.setRequestHandler(SetLevelRequestSchema, ({ params }) => {
    least = LEVELS.indexOf(params.level);
    return {};
  });
  return (severity, message, data) => {
    const level = LEVEL_OF[severity];
    if (LEVELS.indexOf(level) < least || server.getClientVersion() === undefined) return;
    const params = { level, logger: 'dragoman', data: { message, ...data } };
    // A client that is gone reads no log.
    server.notification({ method: 'notifications/message', params }).catch(() => {});
  };
}
