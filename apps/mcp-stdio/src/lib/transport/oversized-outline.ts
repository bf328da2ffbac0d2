import { Buffer } from 'node:buffer';
import { idFrom, type RequestId } from '@dragoman/mcp/internal/server';
import type { OversizedLine } from './line-reader.ts';

// For text decoded as Latin-1, which keeps each byte a character; JSON's own syntax is ASCII. A number or name at the end
// may be cut, so it is no token.
const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+(?=[\s"{}[\]:,]))/gsy;
// The same for reversed text, in which a quote belongs to the string if a backslash follows it.
const REVERSED_TOKEN = /\s*("(?:[^"]|"(?=\\))*"|[{}[\]:,]|[^\s"{}[\]:,]+(?=[\s"{}[\]:,]))/gsy;

/** Facts that the two ends of a message show that is too large to be parsed. */
export interface Outline {
  readonly id: RequestId | null;
  /** True if it answers a request of the server, so that it must not be answered itself. */
  readonly isResponse: boolean;
}

export function outlineOf({ head, tail }: OversizedLine): Outline {
  const members = [...membersOf(head.toString('latin1'), false), ...membersOf(tail.toString('latin1'), true)];
  const names = new Set(members.map(([name]) => name));
  const ids = members.map(([name, value]) => (name === 'id' ? idFrom(value) : null));
  const isResponse = (names.has('result') || names.has('error')) && !names.has('method');
  return { id: ids.find((id) => id !== null) ?? null, isResponse };
}

type Member = readonly [name: unknown, value: unknown];

/** The members of the outermost object from one end to where the text is cut; values that are no scalars are undefined. */
function* membersOf(text: string, fromBack: boolean): Generator<Member> {
  let depth = 0;
  let [beforeLast, last] = ['', ''];
  const tokens = fromBack ? reversed(text).matchAll(REVERSED_TOKEN) : text.matchAll(TOKEN);
  for (const [, token = ''] of tokens) {
    const [name, value] = fromBack ? [reversed(token), reversed(beforeLast)] : [beforeLast, token];
    if (depth === 1 && last === ':' && name.startsWith('"')) yield [parsed(name), parsed(value)];
    depth += fromBack ? -depthOf(token) : depthOf(token);
    [beforeLast, last] = [last, token];
  }
}

function depthOf(token: string): number {
  if (token === '{' || token === '[') return 1;
  return token === '}' || token === ']' ? -1 : 0;
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
