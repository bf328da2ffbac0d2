import type { Buffer } from 'node:buffer';
import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { createLineReader, type LineReader } from './line-reader.ts';
import { outlineOf } from './oversized-outline.ts';
import { type Problem, parseMessage } from './parse-message.ts';

export interface MessageHandlers {
  readonly onMessage: (message: JSONRPCMessage) => void;
  /** Called with the error that answers a line. */
  readonly onProblem: (problem: Problem) => void;
  /** Called with what `onMessage` throws, and with the reason why a line is ignored. */
  readonly onError: (error: Error) => void;
}

/** @param maxBytes of one message; a longer one is answered with an error, or fails the request that it answers */
export function createMessageReader(maxBytes: number, { onMessage, onProblem, onError }: MessageHandlers): LineReader {
  const deliver = (message: JSONRPCMessage): void => {
    try {
      onMessage(message);
    } catch (error) {
      // Whatever a handler throws, the next message is read.
      onError(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return createLineReader(maxBytes, {
    onLine(line) {
      if (isBlank(line)) return;
      const parsed = parseMessage(line);
      if (parsed.kind === 'message') deliver(parsed.message);
      else if (parsed.kind === 'problem') onProblem(parsed.problem);
      else onError(new Error(parsed.reason));
    },
    onOversized(line) {
      const message = `Message of ${line.size} bytes is over the limit of ${maxBytes} (--max-message-size)`;
      const { id, isResponse } = outlineOf(line);
      const error = { code: ErrorCode.InvalidRequest, message };
      if (!isResponse) onProblem({ id, ...error });
      else if (id !== null) deliver({ jsonrpc: '2.0', id, error });
    },
  });
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);
}
