import { Buffer } from 'node:buffer';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { OversizedLine } from './line-reader.ts';

// For text decoded as Latin-1, which keeps each byte a character; JSON's own syntax is ASCII.
const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+)/sy;
// The same for reversed text, in which a quote belongs to the string where a backslash follows it.
const REVERSED_TOKEN = /\s*("(?:[^"]|"(?=\\))*"|[{}[\]:,]|[^\s"{}[\]:,]+)/sy;

/** What the two ends of a message that is too large to be parsed show of it. */
export interface Outline {
  readonly id: RequestId | null;
  /** It answers a request of the server, so it must not be answered itself. */
  readonly isResponse: boolean;
}

export function outlineOf({ head, tail }: OversizedLine): Outline {
  const members = [...membersAtStart(head.toString('latin1')), ...membersAtEnd(tail.toString('latin1'))];
  const names = new Set(members.map(([name]) => parsed(name)));
  return { id: idFrom(members), isResponse: (names.has('result') || names.has('error')) && !names.has('method') };
}

type Member = readonly [name: string, value: string];

/** The members of the outermost object with the first token of each value, from the front to where the text is cut. */
function* membersAtStart(text: string): Generator<Member> {
  let depth = 0;
  let [beforeLast, last] = ['', ''];
  for (const token of tokensOf(text, TOKEN)) {
    if (depth === 1 && beforeLast.startsWith('"') && last === ':' && token.isWhole) yield [beforeLast, token.text];
    depth += depthOf(token.text);
    [beforeLast, last] = [last, token.text];
  }
}

/** The members of the outermost object with the first token of each value, from the back to where the text is cut. */
function* membersAtEnd(text: string): Generator<Member> {
  let depth = 0;
  let [beforeLast, last] = ['', ''];
  for (const token of tokensOf(reversed(text), REVERSED_TOKEN)) {
    if (depth === 1 && last === ':' && token.text.startsWith('"')) yield [reversed(token.text), reversed(beforeLast)];
    depth -= depthOf(token.text);
    [beforeLast, last] = [last, token.text];
  }
}

interface Token {
  readonly text: string;
  /** Whether the text goes on after it, so that the token cannot be cut. */
  readonly isWhole: boolean;
}

function* tokensOf(text: string, pattern: RegExp): Generator<Token> {
  const token = new RegExp(pattern);
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    yield { text: match[1] ?? '', isWhole: token.lastIndex < text.length };
  }
}

function depthOf(token: string): number {
  if (token === '{' || token === '[') return 1;
  return token === '}' || token === ']' ? -1 : 0;
}

function idFrom(members: Iterable<Member>): RequestId | null {
  for (const [name, value] of members) {
    if (parsed(name) !== 'id') continue;
    const id = parsed(value);
    if (typeof id === 'string' || Number.isSafeInteger(id)) return id as RequestId;
  }
  return null;
}

function parsed(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'latin1').toString('utf8'));
  } catch {
    return undefined;
  }
}

function reversed(text: string): string {
  return Array.from(text).reverse().join('');
}
