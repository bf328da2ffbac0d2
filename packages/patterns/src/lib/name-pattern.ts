import { MalformedGlobError } from './malformed-glob-error.ts';
import { type Group, type NameNode, parseName } from './name-syntax.ts';

/** A pattern of one name, without a slash. */
export interface NamePattern {
  /** Spells the names that match out, without wildcards. */
  readonly isLiteral: boolean;
  readonly ends: NameEnds;
  matches(name: string): boolean;
}

/** The texts that every name which matches begins and ends with, as far as they are known. */
export interface NameEnds {
  readonly start: string;
  readonly end: string;
  /** Only the name `start` matches. */
  readonly isWhole: boolean;
}

export const UNKNOWN_ENDS: NameEnds = { start: '', end: '', isWhole: false };

export interface NamePatternOptions {
  /** True if `*`, `?` and classes may stand for a leading dot. */
  readonly dot: boolean;
  /** True if `@(a|b)`, `?(…)`, `*(…)`, `+(…)` and `!(…)` are groups; ignore files have none. */
  readonly groups: boolean;
  readonly ignoreCase: boolean;
}

/**
 * Compiles one segment of a glob. A test takes time in proportion to the pattern's length times the name's (for a group,
 * the square of the name's), so that neither can stall it as they can stall a regular expression.
 * @throws MalformedGlobError
 */
export function compileName(pattern: string, options: NamePatternOptions): NamePattern {
  const { dot, ignoreCase } = options;
  const nodes = parseName(ignoreCase ? pattern.toLowerCase() : pattern, options.groups);
  const test = nodes.some(({ kind }) => kind === 'group') ? groupTest(nodes) : wildcardTest(piecesOf(nodes));
  const cased = ignoreCase ? (name: string) => test(name.toLowerCase()) : test;
  const whole = dot || mayStartWithDot(nodes) ? cased : (name: string) => !name.startsWith('.') && cased(name);
  return { isLiteral: isLiteral(nodes), ends: UNKNOWN_ENDS, matches: whole };
}

/**
 * A name in an ignore file, compiled like `compileName` does, when it is first matched; malformed, it matches nothing.
 */
export class IgnoredName implements NamePattern {
  readonly #pattern: string;
  #test: ((name: string) => boolean) | undefined;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  get isLiteral(): boolean {
    return this.ends.isWhole;
  }

  get ends(): NameEnds {
    const pattern = this.#pattern;
    const special = pattern.search(/[*?[\\]/);
    if (special === -1) return { start: pattern, end: '', isWhole: true };
    let from = pattern.length;
    while (!'*?]\\'.includes(pattern.charAt(from - 1))) from -= 1;
    return { start: pattern.slice(0, special), end: pattern.slice(from), isWhole: false };
  }

  matches(name: string): boolean {
    this.#test ??= compiledOrNone(this.#pattern);
    return this.#test(name);
  }
}

function compiledOrNone(pattern: string): (name: string) => boolean {
  // Most have no other wildcards than stars, and are split sooner than parsed.
  if (!/[?[\\]/.test(pattern)) return wildcardTest(pattern.split('*').map(textPiece));
  try {
    return compileName(pattern, { dot: true, groups: false, ignoreCase: false }).matches;
  } catch (error) {
    if (!(error instanceof MalformedGlobError)) throw error;
    return () => false;
  }
}

function isLiteral(nodes: readonly NameNode[]): boolean {
  return nodes.every((node) => node.kind === 'text' || (isChoice(node) && node.alternatives.every(isLiteral)));
}

function isChoice(node: NameNode): node is Group {
  return node.kind === 'group' && node.sign === '@';
}

function mayStartWithDot(nodes: readonly NameNode[]): boolean {
  const [first] = nodes;
  if (first?.kind === 'group') return first.sign !== '!' && first.alternatives.some(mayStartWithDot);
  return first?.kind === 'text' && first.text.startsWith('.');
}

/** The part of a pattern between two stars. */
interface Piece {
  readonly nodes: readonly NameNode[];
  /** Its text, if it is nothing else. */
  readonly text: string | null;
  /** The fewest code units that it takes, and the most. */
  readonly least: number;
  readonly most: number;
}

/** Takes each piece where it first comes: what one star leaves out, the next one can have. */
function wildcardTest(pieces: readonly Piece[]): (name: string) => boolean {
  const [first, ...others] = pieces;
  const last = others.pop();
  if (first === undefined || last === undefined)
    return (name) => first !== undefined && endOf(first, name, 0) === name.length;
  const least = pieces.reduce((sum, piece) => sum + piece.least, 0);
  return (name) => {
    if (name.length < least || (last.text !== null && !name.endsWith(last.text))) return false;
    let at = endOf(first, name, 0);
    for (const piece of others) at = at < 0 ? at : endOfNext(piece, name, at);
    if (at < 0) return false;
    for (let from = Math.max(at, name.length - last.most); from <= name.length - last.least; from += 1)
      if (endOf(last, name, from) === name.length) return true;
    return false;
  };
}

function piecesOf(nodes: readonly NameNode[]): Piece[] {
  const stars = nodes.flatMap(({ kind }, index) => (kind === 'star' ? [index] : []));
  return [-1, ...stars].map((star, index) => pieceOf(nodes.slice(star + 1, stars[index])));
}

function textPiece(text: string): Piece {
  return { nodes: [], text, least: text.length, most: text.length };
}

function pieceOf(nodes: readonly NameNode[]): Piece {
  const [only] = nodes;
  const text = only === undefined ? '' : only.kind === 'text' && nodes.length === 1 ? only.text : null;
  const lengthOf = (node: NameNode, one: number) => (node.kind === 'text' ? node.text.length : one);
  const least = nodes.reduce((sum, node) => sum + lengthOf(node, 1), 0);
  return { nodes, text, least, most: nodes.reduce((sum, node) => sum + lengthOf(node, 2), 0) };
}

/** Index after a piece that begins at `from`; -1 if it does not. */
function endOf({ nodes, text }: Piece, name: string, from: number): number {
  if (text !== null) return name.startsWith(text, from) ? from + text.length : -1;
  let at = from;
  for (const node of nodes) {
    at = endOfNode(node, name, at);
    if (at < 0) return -1;
  }
  return at;
}

/** Index after a piece where it first comes from `from` on; -1 if it does not. */
function endOfNext(piece: Piece, name: string, from: number): number {
  const { text, least } = piece;
  if (text !== null) {
    const at = name.indexOf(text, from);
    return at < 0 ? -1 : at + text.length;
  }
  for (let at = from; at <= name.length - least; at += 1) {
    const end = endOf(piece, name, at);
    if (end >= 0) return end;
  }
  return -1;
}

function endOfNode(node: NameNode, name: string, at: number): number {
  if (node.kind === 'text') return name.startsWith(node.text, at) ? at + node.text.length : -1;
  if (node.kind !== 'one') return -1;
  const codePoint = name.codePointAt(at);
  if (codePoint === undefined || !node.fits(codePoint)) return -1;
  return codePoint > 0xffff ? at + 2 : at + 1;
}

function groupTest(nodes: readonly NameNode[]): (name: string) => boolean {
  return (name) => {
    const at = new Uint8Array(name.length + 1);
    at[0] = 1;
    return advance(nodes, name, at)[name.length] === 1;
  };
}

/** The positions in `name`, marked by 1, where `nodes` can end if they begin at one of those marked in `from`. */
function advance(nodes: readonly NameNode[], name: string, from: Uint8Array): Uint8Array {
  return nodes.reduce((at, node) => step(node, name, at), from);
}

function step(node: NameNode, name: string, from: Uint8Array): Uint8Array {
  switch (node.kind) {
    case 'text':
    case 'one':
      return reach(from, (at) => endOfNode(node, name, at));
    case 'star': {
      const first = from.indexOf(1);
      const to = new Uint8Array(from.length);
      return first < 0 ? to : to.fill(1, first);
    }
    case 'group':
      return stepGroup(node, name, from);
  }
}

function reach(from: Uint8Array, next: (at: number) => number): Uint8Array {
  const to = new Uint8Array(from.length);
  for (let at = from.indexOf(1); at >= 0; at = from.indexOf(1, at + 1)) {
    const end = next(at);
    if (end >= 0) to[end] = 1;
  }
  return to;
}

function stepGroup(node: Group, name: string, from: Uint8Array): Uint8Array {
  const once = (at: Uint8Array) => union(node.alternatives.map((nodes) => advance(nodes, name, at)));
  switch (node.sign) {
    case '@':
      return once(from);
    case '?':
      return union([from, once(from)]);
    case '!':
      return except(from, once);
    default: {
      let all = node.sign === '*' ? union([from, once(from)]) : once(from);
      for (let grown = union([all, once(all)]); !isSame(grown, all); grown = union([all, once(all)])) all = grown;
      return all;
    }
  }
}

/** Positions after some start that no alternative of `!(…)` reaches from the same start. */
function except(from: Uint8Array, once: (at: Uint8Array) => Uint8Array): Uint8Array {
  const to = new Uint8Array(from.length);
  for (let start = from.indexOf(1); start >= 0; start = from.indexOf(1, start + 1)) {
    const only = new Uint8Array(from.length);
    only[start] = 1;
    const taken = once(only);
    for (let end = start; end < to.length; end += 1) if (taken[end] === 0) to[end] = 1;
  }
  return to;
}

function union(sets: readonly Uint8Array[]): Uint8Array {
  const [first, ...others] = sets;
  const all = first === undefined ? new Uint8Array() : first.slice();
  for (const set of others) {
    for (let at = set.indexOf(1); at >= 0; at = set.indexOf(1, at + 1)) all[at] = 1;
  }
  return all;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.every((mark, at) => mark === other[at]);
}
