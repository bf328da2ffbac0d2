import { dialectFor } from '@dragoman/dialects';
import type { Options } from '@dragoman/dialects/internal/options';
import type { Log } from '@dragoman/fs-core';
import {
  type Batch,
  type CallSlots,
  type Connection,
  createService,
  ErrorCode,
  type FaultLog,
  hasBatches,
  NO_BATCHES,
  negotiated,
  type Response,
  type Send,
  serverInstructions,
  type Workspace,
} from '@dragoman/mcp/internal/server';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { type ClientRoots, createClientRoots } from './client-roots.ts';
import { createQuestions } from './questions.ts';
import { type Refusal, refusalOf, type StdioTransport } from './transport/stdio-transport.ts';
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
  /** Sends messages; each resolves when the client reads on. */
  readonly transport: Pick<StdioTransport, 'send' | 'sendBatch' | 'refuse'>;
}

/** The one client of this process. */
export interface ClientSession {
  /** Tells the client what belongs to no request. */
  readonly log: Log;
  /** Takes a message of the client. Rejects if what it is answered with cannot be sent. */
  receive(message: JSONRPCMessage): Promise<void>;
  /** Takes several at once, and answers them at once. Rejects as `receive` does. */
  receiveBatch(batch: Batch): Promise<void>;
  settled(): Promise<void>;
  /** The client is gone. */
  close(): void;
}

export function openClientSession(parts: ClientSessionParts): ClientSession {
  const { options, workspace, slots, onFault, transport } = parts;
  const send = (message: JSONRPCMessage): Promise<void> => transport.send(message);
  const questions = createQuestions(send);
  const roots: ClientRoots = createClientRoots({
    questions,
    workspace,
    log: parts.log,
    client: () => connection.client,
    onMoved: () => connection.resourcesChanged(),
  });
  const service = createService({
    async toolsetFor(client) {
      await roots.changing();
      return workspace.toolsetFor(options.dialect === 'auto' ? dialectFor(client) : options.dialect);
    },
    instructionsFor: serverInstructions(options, workspace.session.volume.roots.length === 0 ? [] : options.allow),
    structured: options.structured,
    resources: options.resources,
    tellsMoves: true,
    version: VERSION,
    slots,
    log: parts.ownLog,
    onFault,
  });
  const connection: Connection = service.connect({ onRoots: roots.follow, send });
  const receive = async (message: JSONRPCMessage, answer: Send = send): Promise<void> => {
    if (!('method' in message)) questions.answered(message);
    else if ('id' in message) await connection.serve(message, answer).done;
    else connection.notified(message);
  };
  return {
    log: connection.log,
    receive: (message) => receive(message),
    async receiveBatch({ messages }) {
      if (!hasBatches(negotiated(connection.client?.protocolVersion ?? '')))
        return transport.refuse({ id: null, code: ErrorCode.InvalidRequest, message: NO_BATCHES });
      const answers = await answersTo(messages, { receive, send });
      if (answers.length > 0) await transport.sendBatch(answers);
    },
    settled: connection.settled,
    close() {
      connection.close();
      questions.close();
    },
  };
}

interface BatchParts {
  readonly receive: (message: JSONRPCMessage, answer: Send) => Promise<void>;
  readonly send: Send;
}

/** Serves the messages of a batch at once. Whatever is no answer is sent meanwhile. */
async function answersTo(
  messages: Batch['messages'],
  { receive, send }: BatchParts,
): Promise<readonly (Response | Refusal)[]> {
  const answers: (Response | Refusal)[] = [];
  const collect: Send = async (message) => {
    if ('method' in message) await send(message);
    else answers.push(message);
  };
  const serveOne = async (parsed: Batch['messages'][number]): Promise<void> => {
    if (parsed.kind === 'message') await receive(parsed.message, collect);
    else if (parsed.kind === 'problem') answers.push(refusalOf(parsed.problem));
  };
  await Promise.all(messages.map(serveOne));
  return answers;
}
