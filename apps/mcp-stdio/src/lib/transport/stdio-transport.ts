import type { Buffer } from 'node:buffer';
import type { Readable, Writable } from 'node:stream';
import { type Batch, ErrorCode, type Message, type Problem, type Response } from '@dragoman/mcp/internal/server';
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
  /** Called with several messages in one line. */
  onbatch?: (batch: Batch) => void;
  /** Sends the answers to them as one line. */
  sendBatch(responses: readonly (Response | Refusal)[]): Promise<void>;
  /** Answers what cannot be served. */
  refuse(fault: Problem): Promise<void>;
}

/** The error response to malformed input, or to a message without a usable id. */
export type Refusal = Omit<JSONRPCErrorResponse, 'id'> & Pick<Problem, 'id'>;

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
    send: (message) => write(traffic, textOf(message)),
    sendBatch: (responses) => write(traffic, `[${responses.map(textOf).join(',')}]`),
    refuse: (fault) => write(traffic, textOf(refusalOf(fault))),
    async close() {
      if (traffic.isClosed) return;
      writer.flush();
      traffic.isClosed = true;
      inbox.stop();
      transport.onclose?.();
    },
  };
  const lines = readMessages(transport, maxMessageSize);
  const inbox = createInbox({ input, lines, writer, maxHeldBytes: maxMessageSize, onEnd: hangUp });
  return transport;
}

function tellOfHangup(transport: StdioTransport): void {
  const { onhangup } = transport;
  delete transport.onhangup;
  onhangup?.();
}

/** @param maxBytes of one message; a longer one is answered with an error, or fails the request that it answers */
function readMessages(transport: StdioTransport, maxBytes: number): LineReader {
  const pass = (message: Message): void => {
    try {
      transport.onmessage?.(message);
    } catch (error) {
      // Whatever a handler throws, the next message is read.
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const refuse = (fault: Problem) => void transport.refuse(fault);
  const refuseUnread = (line: OversizedLine, error: Omit<Problem, 'id'>): void => {
    const { id, isResponse } = outlineOf(line);
    if (!isResponse) refuse({ id, ...error });
    else if (id !== null) pass({ jsonrpc: '2.0', id, error });
  };
  // Some shells of Windows begin what they write to a pipe with a byte-order mark.
  let isFirst = true;
  return createLineReader(maxBytes, {
    onLine(given) {
      const line = isFirst ? withoutMark(given) : given;
      isFirst = false;
      if (isBlank(line)) return;
      const parsed = parseLine(line);
      if (parsed.kind === 'message') pass(parsed.message);
      else if (parsed.kind === 'problem') refuse(parsed.problem);
      else if (parsed.kind === 'batch') transport.onbatch?.(parsed);
      else if (parsed.kind === 'excess') refuseUnread(endsOf(line), parsed.error);
      else transport.onerror?.(new Error(parsed.reason));
    },
    onOversized(line) {
      const message = `Message of ${line.size} bytes is over the limit of ${maxBytes} (--max-message-size)`;
      refuseUnread(line, { code: ErrorCode.InvalidRequest, message });
    },
  });
}

function withoutMark(line: Buffer): Buffer {
  return line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf ? line.subarray(3) : line;
}

/** The answer to a message that cannot be served. */
export function refusalOf({ id, ...error }: Problem): Refusal {
  return { jsonrpc: '2.0', id, error };
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);
}

/** Resolves when the client reads: at once, unless the pipe is full. */
function write({ writer, isClosed }: Traffic, text: string): Promise<void> {
  if (!isClosed) writer.write(text);
  return writer.blocked ?? Promise.resolve();
}

/** Text of a message; one that JSON cannot hold becomes an error, so that no request stays without an answer. */
function textOf(message: JSONRPCMessage | Response | Refusal): string {
  try {
    return JSON.stringify(message);
  } catch (error) {
    if (!('result' in message)) throw error;
    const { jsonrpc, id } = message;
    return JSON.stringify({ jsonrpc, id, error: { code: ErrorCode.InternalError, message: String(error) } });
  }
}
