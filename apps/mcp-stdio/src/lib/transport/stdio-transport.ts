import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import { createInbox } from './inbox.ts';
import { createLineWriter, type LineWriter } from './line-writer.ts';
import { createMessageReader } from './message-reader.ts';
import { createOpenRequests, type OpenRequests } from './open-requests.ts';

export interface StdioTransportOptions {
  /** The bytes of a `data` event need be valid only during the event. */
  readonly input: Readable;
  readonly output: Writable;
  /** Bytes: a longer message is answered with an error and skipped. */
  readonly maxMessageSize: number;
}

export interface StdioTransport extends Transport {
  /** Resolves as soon as the client reads on; null while it reads. */
  readonly blocked: Promise<void> | null;
  /** Resolves when every request that came is answered or cancelled. */
  settled(): Promise<void>;
  /** Called once, when the client has closed its end of either pipe. */
  onhangup?: () => void;
}

/** The error response to malformed input, or to a message without a usable id. */
interface Refusal {
  readonly jsonrpc: '2.0';
  readonly id: RequestId | null;
  readonly error: { readonly code: ErrorCode; readonly message: string };
}

/** What has come and gone over the two pipes. */
interface Traffic {
  readonly requests: OpenRequests;
  readonly writer: LineWriter;
  isClosed: boolean;
}

/**
 * Messages as lines over two pipes. Nothing that arrives can end the connection or fill the memory: messages are
 * bounded, unreadable ones are answered, and while the client does not read answers, no new messages are taken from it.
 */
export function createStdioTransport({ input, output, maxMessageSize }: StdioTransportOptions): StdioTransport {
  const writer = createLineWriter(output, () => inbox.release());
  const traffic: Traffic = { requests: createOpenRequests(), writer, isClosed: false };
  const hangUp = (): void => tellOfHangup(transport);
  const lines = createMessageReader(maxMessageSize, {
    onMessage: (message) => pass(transport, traffic.requests.received(message)),
    onProblem: ({ id, ...error }) => void write(traffic, { jsonrpc: '2.0', id, error }),
    onError: (error) => transport.onerror?.(error),
  });
  const inbox = createInbox({ input, lines, writer, maxHeldBytes: maxMessageSize, onEnd: hangUp });

  const transport: StdioTransport = {
    get blocked() {
      return writer.blocked;
    },
    async start() {
      inbox.start();
      output.on('error', hangUp);
    },
    async settled() {
      await inbox.emptied();
      await traffic.requests.none();
    },
    send: (message) => write(traffic, traffic.requests.sent(message)),
    async close() {
      if (traffic.isClosed) return;
      writer.flush();
      traffic.isClosed = true;
      inbox.stop();
      transport.onclose?.();
    },
  };
  return transport;
}

function tellOfHangup(transport: StdioTransport): void {
  const { onhangup } = transport;
  delete transport.onhangup;
  onhangup?.();
}

function pass(transport: StdioTransport, message: JSONRPCMessage | null): void {
  if (message !== null) transport.onmessage?.(message);
}

/** Resolves when the client reads on, where it does not. */
function write({ writer, isClosed }: Traffic, message: JSONRPCMessage | Refusal | null): Promise<void> {
  if (message === null) return Promise.resolve();
  if (!isClosed) writer.write(textOf(message));
  return writer.blocked ?? Promise.resolve();
}

/** What JSON cannot hold is no reason to leave a request without an answer. */
function textOf(message: JSONRPCMessage | Refusal): string {
  try {
    return JSON.stringify(message);
  } catch (error) {
    if (!('result' in message)) throw error;
    const { jsonrpc, id } = message;
    return JSON.stringify({ jsonrpc, id, error: { code: ErrorCode.InternalError, message: String(error) } });
  }
}
