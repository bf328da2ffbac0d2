import { excerpt } from '@dragoman/fs-core/internal/kernel';
import { isLogLevel, LOG_LEVELS, type LogLevel } from './log-levels.ts';
import { isFields, type Params, type RequestMeta } from './messages.ts';
import { CLIENT_INFO, metaOf } from './params.ts';
import { ErrorCode, protocolError } from './protocol-error.ts';
import { MODERN_VERSIONS } from './revisions.ts';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';

/** Facts about its client in the `_meta` of a request of the revisions without a handshake. */
export interface Envelope {
  readonly version: string;
  /** The least severe log messages that the client wants while the request runs; null if it wants none. */
  readonly logLevel: LogLevel | null;
}

/**
 * The envelope of a request; null if it names no revision there, and so belongs to those with a handshake.
 * @throws Error with the code `UnsupportedProtocolVersion`, or `InvalidParams` for an envelope that is not whole
 */
export function envelopeOf(method: string, params: Params | undefined): Envelope | null {
  const meta = metaOf(params);
  if (!(VERSION in meta)) return null;
  const { [VERSION]: version, [CAPABILITIES]: capabilities, [LOG_LEVEL]: logLevel = null } = meta;
  const isKnown = MODERN_VERSIONS.some((known) => known === version);
  // A client that tries both ways at once is understood by the handshake.
  if (!isKnown && method === 'initialize') return null;
  if (typeof version !== 'string') throw faulty(VERSION, 'must be a string');
  if (!isKnown) throw unsupported(version);
  if (!isFields(capabilities)) throw faulty(CAPABILITIES, 'must be an object');
  assertClientInfo(meta);
  if (logLevel !== null && !isLogLevel(logLevel)) throw faulty(LOG_LEVEL, `must be one of ${LOG_LEVELS.join(', ')}`);
  return { version, logLevel };
}

/** A client need not say who it is; if it does, by name and version. */
function assertClientInfo({ [CLIENT_INFO]: info }: RequestMeta): void {
  if (info === undefined) return;
  if (!isFields(info)) throw faulty(CLIENT_INFO, 'must be an object');
  for (const member of ['name', 'version']) {
    if (typeof info[member] !== 'string') throw faulty(`${CLIENT_INFO}.${member}`, 'must be a string');
  }
}

function unsupported(version: string): Error {
  const requested = excerpt(version);
  const message = `Unsupported protocol version: ${requested}`;
  return protocolError(ErrorCode.UnsupportedProtocolVersion, message, { supported: MODERN_VERSIONS, requested });
}

function faulty(key: string, problem: string): Error {
  return protocolError(ErrorCode.InvalidParams, `params._meta: ${key} ${problem}`, { envelope: { key, problem } });
}
