import type { Buffer } from 'node:buffer';
import type { Readable, Writable } from 'node:stream';
import { ErrorCode, type Message, type Problem } from '@dragoman/mcp/internal/server';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCErrorResponse, JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { createInbox } from './inbox.ts';
import { createLineReader, endsOf, type LineReader, type OversizedLine } from './line-reader.ts';
import { createLineWriter, type LineWriter } from './line-writer.ts';
import { outlineOf } from './oversized-outline.ts';
import { parseLine } from './parse-line.ts';

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
  /** Resolves when all messages that came have been passed on, or cannot be. */
  emptied(): Promise<void>;
  /** Called once, when the client has closed its end of either pipe. */
  onhangup?: () => void;
}

/** The error response to malformed input, or to a message without a usable id. */
type Refusal = Omit<JSONRPCErrorResponse, 'id'> & Pick<Problem, 'id'>;

/** Messages that have come and gone over the two pipes. */
interface Traffic {
  readonly writer: LineWriter;
  isClosed: boolean;
}

/**
 * Messages as lines over two pipes. Nothing that arrives can end the connection or fill the memory: messages are
 * bounded, unreadable ones are answered, and while the client does not read answers, no new messages are taken from it.
 */
export function createStdioTransport({ input, output, maxMessageSize }: StdioTransportOptions): StdioTransport {
  const writer = createLineWriter(output, () => inbox.release());
  const traffic: Traffic = { writer, isClosed: false };
  const hangUp = (): void => tellOfHangup(transport);

  const transport: StdioTransport = {
    get blocked() {
      return writer.blocked;
    },
    async start() {
      inbox.start();
      output.on('error', hangUp);
    },
    emptied: () => inbox.emptied(),
    send: (message) => write(traffic, message),
    async close() {
      if (traffic.isClosed) return;
      writer.flush();
      traffic.isClosed = true;
      inbox.stop();
      transport.onclose?.();
    },
  };
  const lines = readMessages(transport, traffic, maxMessageSize);
  const inbox = createInbox({ input, lines, writer, maxHeldBytes: maxMessageSize, onEnd: hangUp });
  return transport;
}

function tellOfHangup(transport: StdioTransport): void {
  const { onhangup } = transport;
  delete transport.onhangup;
  onhangup?.();
}

/** @param maxBytes of one message; a longer one is answered with an error, or fails the request that it answers */
function readMessages(transport: StdioTransport, traffic: Traffic, maxBytes: number): LineReader {
  const pass = (message: Message): void => {
    try {
      transport.onmessage?.(message);
    } catch (error) {
      // Whatever a handler throws, the next message is read.
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const refuse = ({ id, ...error }: Problem) => void write(traffic, { jsonrpc: '2.0', id, error });
  const refuseUnread = (line: OversizedLine, error: Omit<Problem, 'id'>): void => {
    const { id, isResponse } = outlineOf(line);
    if (!isResponse) refuse({ id, ...error });
    else if (id !== null) pass({ jsonrpc: '2.0', id, error });
  };
  return createLineReader(maxBytes, {
    onLine(line) {
      if (isBlank(line)) return;
      const parsed = parseLine(line);
      if (parsed.kind === 'message') pass(parsed.message);
      else if (parsed.kind === 'problem') refuse(parsed.problem);
      else if (parsed.kind === 'excess') refuseUnread(endsOf(line), parsed.error);
      else transport.onerror?.(new Error(parsed.reason));
    },
    onOversized(line) {
      const message = `Message of ${line.size} bytes is over the limit of ${maxBytes} (--max-message-size)`;
      refuseUnread(line, { code: ErrorCode.InvalidRequest, message });
    },
  });
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);
}

/** Resolves when the client reads: at once, unless the pipe is full. */
function write({ writer, isClosed }: Traffic, message: JSONRPCMessage | Refusal): Promise<void> {
  if (!isClosed) writer.write(textOf(message));
  return writer.blocked ?? Promise.resolve();
}

/** Text of a message; one that JSON cannot hold becomes an error, so that no request stays without an answer. */
function textOf(message: JSONRPCMessage | Refusal): string {
  try {
    return JSON.stringify(message);
  } catch (error) {
    if (!('result' in message)) throw error;
    const { jsonrpc, id } = message;
    return JSON.stringify({ jsonrpc, id, error: { code: ErrorCode.InternalError, message: String(error) } });
  }
}
