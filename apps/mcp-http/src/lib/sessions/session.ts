import { dialectFor } from '@dragoman/dialects';
import type { Options } from '@dragoman/dialects/internal/options';
import type { Log } from '@dragoman/fs-core';
import {
  type Client,
  type Connection,
  createService,
  ErrorCode,
  type FaultLog,
  protocolError,
  type Service,
  serverInstructions,
} from '@dragoman/mcp/internal/server';
import type { FairSlots } from '../calls/fair-slots.ts';
import { VERSION } from '../version.ts';
import { AuthFailure } from '../who/auth-failure.ts';
import type { Principal } from '../who/principal.ts';
import type { OpenSessionHost } from './session-host.ts';

/** State of one agent: the files that it has read, its directory, the commands that it runs. */
export interface ServedSession extends AsyncDisposable {
  readonly service: Service;
  /** Connection of a client that began with a handshake. */
  connectionFor(client: Client | undefined): Connection;
  /** The `runsCommands` of its `SessionHost`. */
  readonly runsCommands: boolean;
  look(): Promise<void>;
  /** The reason why calls are refused, if there is nothing that its principal may touch; else null. */
  readonly denial: AuthFailure | null;
}

export interface SessionParts {
  readonly log: Log;
  readonly faults: FaultLog;
  readonly slots: FairSlots;
  readonly openSessionHost: OpenSessionHost;
}

/** Costs little until a tool is asked for. */
export function createSession({ options, outer, key }: Principal, parts: SessionParts): ServedSession {
  const { log, faults, slots, openSessionHost } = parts;
  const host = openSessionHost({ options, outer }, key);
  let connection: Connection | null = null;
  let denial: AuthFailure | null = null;
  const service = createService({
    async toolsetFor(client) {
      try {
        const toolset = await host.toolsetFor(options.dialect === 'auto' ? dialectFor(client) : options.dialect);
        denial = null;
        return toolset;
      } catch (error) {
        if (!(error instanceof AuthFailure)) throw error;
        denial = error;
        throw protocolError(ErrorCode.InternalError, error.message);
      }
    },
    instructionsFor: serverInstructions(options, placesOf(options)),
    structured: options.structured,
    resources: options.resources,
    version: VERSION,
    slots: slots.slotsOf(key),
    log,
    onFault: faults.note,
  });
  return {
    service,
    connectionFor(client) {
      connection ??= service.connect(client && { client });
      return connection;
    },
    get runsCommands() {
      return host.runsCommands;
    },
    look: host.look,
    get denial() {
      return denial;
    },
    async [Symbol.asyncDispose]() {
      connection?.close();
      await host[Symbol.asyncDispose]();
    },
  };
}

function placesOf({ allow, volumes }: Options): readonly string[] {
  return [...(allow ?? []), ...volumes.map(({ at }) => at)];
}
