import type { Severity } from '@dragoman/fs-core/internal/kernel';
import type { Client } from './client.ts';
import type { Envelope } from './envelope.ts';
import { isWanted, type LogLevel } from './log-levels.ts';

/** State of the client at the other end. */
export interface ClientState {
  /** Null until it has introduced itself by `initialize`. */
  client: Client | null;
  /** The least severe log messages that a client with a handshake gets. */
  logLevel: LogLevel;
}

export function createClientState(client: Client | null = null): ClientState {
  return { client, logLevel: 'warning' };
}

/** True if a client wants a log message: by the level that it set for the request, or else for the connection. */
export function hears({ client, logLevel }: ClientState, envelope: Envelope | null, severity: Severity): boolean {
  const level = envelope === null ? client && logLevel : envelope.logLevel;
  return level !== null && isWanted(severity, level);
}
