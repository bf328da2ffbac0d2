import { endOfString } from '@dragoman/fs-core/internal/kernel';

// Libraries that give positions refuse `NaN`, which Python writes into notebooks.

/** The units `[from, to)` of a JSON text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A member of an object; or an element of an array, which has no name and whose key is the empty span before it. */
export interface Child {
  readonly name: string;
  readonly key: Span;
  readonly value: Span;
}

/** An object or array with what it holds. */
export interface Container extends Span {
  readonly brackets: '{}' | '[]';
  readonly children: readonly Child[];
}

/**
 * The object or array that begins at `from`, white space aside, with the places of its children.
 * @param text valid JSON, in which `NaN` and `Infinity` may stand for numbers
 */
export function containerAt(text: string, from: number): Container {
  const start = skipSpace(text, from);
  const isObject = text[start] === '{';
  const children: Child[] = [];
  let at = skipSpace(text, start + 1);
  while (at < text.length && text[at] !== '}' && text[at] !== ']') {
    const child = childAt(text, at, isObject);
    children.push(child);
    at = skipSpace(text, child.value.to);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return { from: start, to: at + 1, brackets: isObject ? '{}' : '[]', children };
}

/** The member of an object that counts: of several with one name it is the last. */
export function memberOf({ children }: Container, name: string): Child | undefined {
  return children.findLast((child) => child.name === name);
}

function childAt(text: string, at: number, isMember: boolean): Child {
  if (!isMember) return { name: '', key: { from: at, to: at }, value: { from: at, to: endOfValue(text, at) } };
  const key = { from: at, to: endOfString(text, at + 1) + 1 };
  const from = skipSpace(text, skipSpace(text, key.to) + 1);
  return { name: String(JSON.parse(text.slice(key.from, key.to))), key, value: { from, to: endOfValue(text, from) } };
}

/** The index after a value; what is nested is passed over without recursion. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const unit = text[at] ?? '';
    if (unit === '"') at = endOfString(text, at + 1);
    else if (unit === '{' || unit === '[') depth += 1;
    else if (unit === '}' || unit === ']') depth -= 1;
    else if (depth > 0 || !isEnd(text[at + 1])) continue;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

function isEnd(unit: string | undefined): boolean {
  return unit === undefined || ' \t\r\n,]}'.includes(unit);
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text[at] ?? '')) at += 1;
  return at;
}

/**
 * The JSON text with strings for `NaN`, `Infinity` and `-Infinity`, which Python writes among its numbers; null if it has
 * none.
 */
export function withoutOddNumbers(text: string): string | null {
  const parts: string[] = [];
  let isChanged = false;
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const between = text.slice(at, quote === -1 ? text.length : quote);
    const named = between.replace(ODD_NUMBER, '"$&"');
    isChanged ||= named !== between;
    const end = quote === -1 ? text.length : endOfString(text, quote + 1) + 1;
    parts.push(named, quote === -1 ? '' : text.slice(quote, end));
    at = end;
  }
  return isChanged ? parts.join('') : null;
}

// Only as a value, after which an object or array goes on or ends.
const ODD_NUMBER = /(?:NaN|-?Infinity)(?=\s*(?:[,\]}]|$))/g;
