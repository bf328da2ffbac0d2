import { type Buffer, isAscii, isUtf8 } from 'node:buffer';
import {
  type Batch,
  ErrorCode,
  excessOf,
  messageFrom,
  type ParsedMessage,
  type Problem,
} from '@dragoman/mcp/internal/server';

/** A line that would take too long to parse. */
export interface Excess {
  readonly kind: 'excess';
  readonly error: Omit<Problem, 'id'>;
}

/** Parses one line from the client. */
export function parseLine(line: Buffer): ParsedMessage | Batch | Excess {
  // Most messages are ASCII, which takes half as long to decode.
  const encoding = isAscii(line) ? 'latin1' : 'utf8';
  if (encoding === 'utf8' && !isUtf8(line)) return unreadable('Message is not valid UTF-8');
  const text = line.toString(encoding);
  const excess = excessOf(text);
  if (excess !== null) return { kind: 'excess', error: excess };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unreadable('Message is not valid JSON');
  }
  return messageFrom(value);
}

function unreadable(message: string): ParsedMessage {
  return { kind: 'problem', problem: { id: null, code: ErrorCode.ParseError, message } };
}
