import { endOfClass } from './glob-class.ts';
import { MalformedGlobError } from './malformed-glob-error.ts';

const MAX_ALTERNATIVES = 1_000;

interface Brace {
  readonly from: number;
  /** Index after the closing brace. */
  readonly to: number;
  readonly items: readonly string[];
}

/**
 * Expands the braces of a glob: lists (`{a,b}`, nested ones too) and ranges (`{1..12}`, `{a..f}`). Braces around a single
 * item stay text, as in a shell.
 * @param alsoAsText whether all braces stay text as well, as for git, and those around a single item are left out, as
 * for ripgrep
 * @throws MalformedGlobError for an unclosed brace and for more than 1,000 alternatives
 * @example expandBraces('src/{lib,test}/*.ts')
 */
export function expandBraces(pattern: string, alsoAsText = false): readonly string[] {
  const done: string[] = [];
  const pending = [{ head: '', rest: pattern }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { head, rest } = next;
    const brace = firstBrace(rest, pattern);
    if (brace === null) {
      done.push(head + rest);
    } else {
      const before = head + rest.slice(0, brace.from);
      const after = rest.slice(brace.to);
      const body = rest.slice(brace.from + 1, brace.to - 1);
      if (brace.items.length === 1 && !alsoAsText) {
        pending.push({ head: `${before}{${body}}`, rest: after });
      } else {
        const items = alsoAsText ? [...brace.items, `\\{${body}\\}`] : brace.items;
        for (const item of items.toReversed()) pending.push({ head: before, rest: item + after });
      }
    }
    if (done.length + pending.length > MAX_ALTERNATIVES) {
      throw new MalformedGlobError(pattern, `it has more than ${MAX_ALTERNATIVES} alternatives`);
    }
  }
  return done;
}

function firstBrace(text: string, pattern: string): Brace | null {
  let depth = 0;
  let from = 0;
  let itemFrom = 0;
  const items: string[] = [];
  let mayHoldClasses = true;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '[' && mayHoldClasses) {
      const end = endOfClass(text, at);
      // Looked for once: a thousand brackets that nothing closes must not take a million steps.
      mayHoldClasses = end !== null;
      at = (end ?? at + 1) - 1;
    } else if (character === '{') {
      if (depth === 0) {
        from = at;
        itemFrom = at + 1;
      }
      depth += 1;
    } else if (character === ',' && depth === 1) {
      items.push(text.slice(itemFrom, at));
      itemFrom = at + 1;
    } else if (character === '}' && depth > 0) {
      depth -= 1;
      if (depth > 0) continue;
      const last = text.slice(itemFrom, at);
      return { from, to: at + 1, items: items.length > 0 ? [...items, last] : (rangeItems(last, pattern) ?? [last]) };
    }
  }
  if (depth > 0) throw new MalformedGlobError(pattern, 'a brace is not closed');
  return null;
}

function rangeItems(body: string, pattern: string): readonly string[] | null {
  const numbers = /^(-?\d{1,9})\.\.(-?\d{1,9})$/.exec(body);
  const letters = /^([A-Za-z])\.\.([A-Za-z])$/.exec(body);
  if (numbers !== null) {
    const width = Math.max(...numbers.slice(1).map((text) => (/^-?0\d/.test(text) ? text.length : 0)));
    return steps(Number(numbers[1]), Number(numbers[2]), pattern).map((n) => String(n).padStart(width, '0'));
  }
  if (letters === null) return null;
  const [low, high] = letters.slice(1).map((letter) => letter.charCodeAt(0)) as [number, number];
  return steps(low, high, pattern).map((code) => String.fromCharCode(code));
}

function steps(first: number, last: number, pattern: string): readonly number[] {
  const count = Math.abs(last - first) + 1;
  if (count > MAX_ALTERNATIVES)
    throw new MalformedGlobError(pattern, `it has more than ${MAX_ALTERNATIVES} alternatives`);
  const direction = last < first ? -1 : 1;
  return Array.from({ length: count }, (_, index) => first + index * direction);
}
