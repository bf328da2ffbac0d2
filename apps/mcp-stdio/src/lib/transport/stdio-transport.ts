import { Buffer } from 'node:buffer';
import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import { createLineReader } from './line-reader.ts';
import { createLineWriter } from './line-writer.ts';
import { createOpenRequests } from './open-requests.ts';
import { outlineOf } from './oversized-outline.ts';
import { type Problem, parseMessage } from './parse-message.ts';

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
  const held: Buffer[] = [];
  let heldBytes = 0;
  let ended = false;
  let closed = false;

  const writer = createLineWriter(output, () => releaseHeld());
  const write = (message: JSONRPCMessage | Refusal): Promise<void> => {
    if (!closed) writer.write(textOf(message));
    return writer.blocked ?? Promise.resolve();
  };
  const answer = ({ id, code, message }: Problem): void => {
    void write({ jsonrpc: '2.0', id, error: { code, message } });
  };
  const deliver = (message: JSONRPCMessage): void => {
    const seen = requests.received(message);
    if (seen === null) return;
    try {
      transport.onmessage?.(seen);
    } catch (error) {
      // Whatever a handler throws, the next message is read.
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const lines = createLineReader(maxMessageSize, {
    onLine(line) {
      if (isBlank(line)) return;
      const parsed = parseMessage(line);
      if (parsed.kind === 'message') deliver(parsed.message);
      else if (parsed.kind === 'problem') answer(parsed.problem);
      else transport.onerror?.(new Error(parsed.reason));
    },
    onOversized(line) {
      const message = `Message of ${line.size} bytes is over the limit of ${maxMessageSize} (--max-message-size)`;
      const { id, isResponse } = outlineOf(line);
      const error = { code: ErrorCode.InvalidRequest, message };
      if (!isResponse) answer({ id, ...error });
      else if (id !== null) deliver({ jsonrpc: '2.0', id, error });
    },
  });

  // Held here rather than left in the pipe, so that the end of the input is still seen.
  const receive = (chunk: Buffer): void => {
    if (writer.blocked === null) {
      lines.push(chunk);
      return;
    }
    held.push(Buffer.from(chunk));
    heldBytes += chunk.length;
    if (heldBytes > maxMessageSize) input.pause();
  };
  const releaseHeld = (): void => {
    for (let chunk = held.shift(); chunk !== undefined; chunk = held.shift()) {
      heldBytes -= chunk.length;
      lines.push(chunk);
      if (writer.blocked !== null) return;
    }
    if (ended) lines.end();
    else input.resume();
  };
  const endInput = (): void => {
    ended = true;
    if (held.length === 0) lines.end();
    hangUp();
  };
  const hangUp = (): void => {
    const { onhangup } = transport;
    delete transport.onhangup;
    onhangup?.();
  };

  const transport: StdioTransport = {
    get blocked() {
      return writer.blocked;
    },
    async start() {
      input.on('data', receive).on('end', endInput).on('error', hangUp).resume();
      output.on('error', hangUp);
    },
    async settled() {
      while (held.length > 0 && writer.blocked !== null) await writer.blocked;
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
      input.off('data', receive).off('end', endInput).pause();
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

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);
}
