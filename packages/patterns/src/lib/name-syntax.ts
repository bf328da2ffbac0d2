import { endOfClass } from './glob-class.ts';
import { MalformedGlobError } from './malformed-glob-error.ts';

/** A part of one segment (between two slashes) of a glob. */
export type NameNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'star' }
  | { readonly kind: 'one'; readonly fits: (codePoint: number) => boolean }
  | Group;

export interface Group {
  readonly kind: 'group';
  readonly sign: '@' | '?' | '*' | '+' | '!';
  readonly alternatives: readonly (readonly NameNode[])[];
}

const SIGNS = '@?*+!';

// What a group costs to match grows with the square of the name's length.
const MAX_GROUPS = 8;

/**
 * Parses one segment of a glob. Parentheses without a sign before them are text, as in many file names.
 * @param groups whether `@(a|b)` and the like are groups
 * @throws MalformedGlobError
 */
export function parseName(pattern: string, groups: boolean): readonly NameNode[] {
  const nodes: NameNode[] = [];
  let at = 0;
  let groupCount = 0;
  const addText = (text: string): void => {
    const last = nodes.at(-1);
    if (last?.kind === 'text') nodes[nodes.length - 1] = { kind: 'text', text: last.text + text };
    else nodes.push({ kind: 'text', text });
  };
  while (at < pattern.length) {
    const character = pattern.charAt(at);
    if (groups && SIGNS.includes(character) && pattern[at + 1] === '(') {
      const end = endOfGroup(pattern, at + 2);
      nodes.push(parseGroup(character as Group['sign'], pattern.slice(at + 2, end)));
      at = end + 1;
      groupCount += 1;
      if (groupCount > MAX_GROUPS)
        throw new MalformedGlobError(pattern, `it has more than ${MAX_GROUPS} groups in one name`);
    } else if (character === '*') {
      if (nodes.at(-1)?.kind !== 'star') nodes.push({ kind: 'star' });
      at += 1;
    } else if (character === '?') {
      nodes.push({ kind: 'one', fits: () => true });
      at += 1;
    } else if (character === '[') {
      const { fits, end } = parseClass(pattern, at);
      nodes.push({ kind: 'one', fits });
      at = end;
    } else if (character === '\\') {
      if (at + 1 === pattern.length) throw new MalformedGlobError(pattern, 'a backslash stands at the end');
      addText(pattern.charAt(at + 1));
      at += 2;
    } else {
      addText(character);
      at += 1;
    }
  }
  return nodes;
}

function parseGroup(sign: Group['sign'], body: string): Group {
  const alternatives: string[] = [];
  let from = 0;
  for (let at = 0; at <= body.length; at += 1) {
    if (body[at] === '\\') at += 1;
    else if (body[at] === '[') at = assertEndOfClass(body, at) - 1;
    else if (at === body.length || body[at] === '|') {
      alternatives.push(body.slice(from, at));
      from = at + 1;
    }
  }
  return { kind: 'group', sign, alternatives: alternatives.map((alternative) => parseName(alternative, false)) };
}

/** Index of the group's `)`. A group inside a group is refused: it costs too much to match, and is hardly ever meant. */
function endOfGroup(pattern: string, from: number): number {
  for (let at = from; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '[') at = assertEndOfClass(pattern, at) - 1;
    else if (character === ')') return at;
    else if (SIGNS.includes(character) && pattern[at + 1] === '(')
      throw new MalformedGlobError(pattern, 'a group lies in a group');
  }
  throw new MalformedGlobError(pattern, 'a group is not closed');
}

const POSIX: Readonly<Record<string, RegExp>> = {
  alnum: /[A-Za-z0-9]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /\p{Cc}/u,
  digit: /[0-9]/,
  graph: /[\x21-\x7e]/,
  lower: /[a-z]/,
  print: /[\x20-\x7e]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[\t-\r ]/,
  upper: /[A-Z]/,
  xdigit: /[A-Fa-f0-9]/,
};

/** @throws MalformedGlobError for an unclosed class */
function assertEndOfClass(pattern: string, from: number): number {
  const end = endOfClass(pattern, from);
  if (end === null) throw new MalformedGlobError(pattern, 'a class is not closed');
  return end;
}

function parseClass(pattern: string, from: number): { fits: (codePoint: number) => boolean; end: number } {
  const end = assertEndOfClass(pattern, from);
  const negated = pattern[from + 1] === '!' || pattern[from + 1] === '^';
  const members = classMembers(pattern, pattern.slice(from + (negated ? 2 : 1), end - 1));
  // A class may have thousands of members, and is asked for each character of each name.
  const known = new Map<number, boolean>();
  const fits = (codePoint: number): boolean => {
    const answer = known.get(codePoint) ?? members.some((holds) => holds(codePoint)) !== negated;
    if (codePoint <= 0xff) known.set(codePoint, answer);
    return answer;
  };
  return { fits, end };
}

function classMembers(pattern: string, body: string): ((codePoint: number) => boolean)[] {
  const members: ((codePoint: number) => boolean)[] = [];
  let rest = body;
  while (rest !== '') {
    const named = /^\[:(\w+):\]/.exec(rest);
    const range = /^\\?(.)(?:-\\?([^\]]))?/su.exec(rest);
    if (named !== null) {
      const set = POSIX[named[1] ?? ''];
      if (set === undefined) throw new MalformedGlobError(pattern, `there is no class "${named[0]}"`);
      members.push((codePoint) => set.test(String.fromCodePoint(codePoint)));
      rest = rest.slice(named[0].length);
    } else if (range !== null) {
      const low = range[1]?.codePointAt(0) ?? 0;
      const high = range[2]?.codePointAt(0) ?? low;
      if (low > high) throw new MalformedGlobError(pattern, `the range "${range[0]}" runs backwards`);
      members.push((codePoint) => low <= codePoint && codePoint <= high);
      rest = rest.slice(range[0].length);
    } else {
      throw new MalformedGlobError(pattern, 'a class is malformed');
    }
  }
  return members;
}
