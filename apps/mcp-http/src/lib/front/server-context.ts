import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FaultLog } from '@dragoman/mcp/internal/server';
import type { HeldBytes } from '../calls/held-bytes.ts';
import type { InFlight } from '../calls/in-flight.ts';
import type { UnreadAnswers } from '../calls/unread-answers.ts';
import type { HttpOptions } from '../options/http-options.ts';
import type { EndedSessions } from '../sessions/ended-sessions.ts';
import type { SessionIds } from '../sessions/session-id.ts';
import type { SessionTable } from '../sessions/session-table.ts';
import type { Watch } from '../watch/watch.ts';
import type { Authenticator } from '../who/authenticator.ts';
import type { Principal } from '../who/principal.ts';

/** Progress of a server towards its end. */
export type Stage = 'serving' | 'draining' | 'ending';

/** Parts of the server that answering a request needs. */
export interface ServerContext {
  readonly options: HttpOptions;
  readonly authenticator: Authenticator;
  readonly sessions: SessionTable;
  readonly sessionIds: SessionIds;
  readonly ended: EndedSessions;
  /** Bytes of requests that are being read or served. */
  readonly bodies: HeldBytes;
  readonly answers: UnreadAnswers;
  readonly inFlight: InFlight;
  readonly watch: Watch;
  readonly faults: FaultLog;
  readonly stage: () => Stage;
  /** The endpoint as clients see it. */
  readonly publicUrl: () => URL;
  /** Null while calls would be served, else in one word why not. */
  readonly unreadiness: () => Promise<string | null>;
  readonly now: () => number;
}

/** A request and where its answer goes. */
export interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Absent until the token has told. */
  principal?: Principal;
}
