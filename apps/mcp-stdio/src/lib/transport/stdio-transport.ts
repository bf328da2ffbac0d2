import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import { createInbox } from './inbox.ts';
import { createLineWriter } from './line-writer.ts';
import { createMessageReader } from './message-reader.ts';
import { createOpenRequests } from './open-requests.ts';

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

/**
 * Messages as lines over two pipes. Nothing that arrives can end the connection or fill the memory: messages are
 * bounded, unreadable ones are answered, and while the client does not read answers, no new messages are taken from it.
 */
export function createStdioTransport({ input, output, maxMessageSize }: StdioTransportOptions): StdioTransport {
  const requests = createOpenRequests();
  let closed = false;
  const writer = createLineWriter(output, () => inbox.release());
  const write = (message: JSONRPCMessage | Refusal): Promise<void> => {
    if (!closed) writer.write(textOf(message));
    return writer.blocked ?? Promise.resolve();
  };
  const lines = createMessageReader(maxMessageSize, {
    onMessage(message) {
      const seen = requests.received(message);
      if (seen !== null) transport.onmessage?.(seen);
    },
    onProblem({ id, code, message }) {
      void write({ jsonrpc: '2.0', id, error: { code, message } });
    },
    onError: (error) => transport.onerror?.(error),
  });
  const hangUp = (): void => {
    const { onhangup } = transport;
    delete transport.onhangup;
    onhangup?.();
  };
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
      await requests.none();
    },
    send(message: JSONRPCMessage) {
      const seen = requests.sent(message);
      return seen === null ? Promise.resolve() : write(seen);
    },
    async close() {
      if (closed) return;
      writer.flush();
      closed = true;
      inbox.stop();
      transport.onclose?.();
    },
  };
  return transport;
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
