import { dialectFor } from '@dragoman/dialects';
import type { Options } from '@dragoman/dialects/internal/options';
import type { Log } from '@dragoman/fs-core';
import {
  type CallSlots,
  type Connection,
  createService,
  type FaultLog,
  serverInstructions,
  type Workspace,
} from '@dragoman/mcp/internal/server';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { type ClientRoots, createClientRoots } from './client-roots.ts';
import { createQuestions } from './questions.ts';
import { VERSION } from './version.ts';

export interface ClientSessionParts {
  readonly options: Options;
  readonly workspace: Workspace;
  readonly slots: CallSlots;
  /** The server's own log. */
  readonly ownLog: Log;
  /** Log of the server and of the client. */
  readonly log: Log;
  readonly onFault: FaultLog['note'];
  /** Resolves when the client reads on. */
  send(message: JSONRPCMessage): Promise<void>;
}

/** The one client of this process. */
export interface ClientSession {
  /** Tells the client what belongs to no request. */
  readonly log: Log;
  /** Takes a message of the client. Rejects if what it is answered with cannot be sent. */
  receive(message: JSONRPCMessage): Promise<void>;
  settled(): Promise<void>;
  /** The client is gone. */
  close(): void;
}

export function openClientSession(parts: ClientSessionParts): ClientSession {
  const { options, workspace, slots, onFault, send } = parts;
  const questions = createQuestions(send);
  const roots: ClientRoots = createClientRoots({
    questions,
    workspace,
    log: parts.log,
    client: () => connection.client,
  });
  const service = createService({
    async toolsetFor(client) {
      await roots.changing();
      return workspace.toolsetFor(options.dialect === 'auto' ? dialectFor(client) : options.dialect);
    },
    instructionsFor: serverInstructions(options, workspace.session.volume.roots.length === 0 ? [] : options.allow),
    structured: options.structured,
    version: VERSION,
    slots,
    log: parts.ownLog,
    onFault,
  });
  const connection: Connection = service.connect({ onRoots: roots.follow, send });
  return {
    log: connection.log,
    async receive(message) {
      if (!('method' in message)) questions.answered(message);
      else if ('id' in message) await connection.serve(message, send).done;
      else connection.notified(message);
    },
    settled: connection.settled,
    close() {
      connection.close();
      questions.close();
    },
  };
}
