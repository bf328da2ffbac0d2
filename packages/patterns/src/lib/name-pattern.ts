import { type Group, type NameNode, parseName } from './name-syntax.ts';

/** Whether one name, without a slash, matches. */
export interface NameTest {
  (name: string): boolean;
  /** The pattern spells the names that match out, without wildcards. */
  readonly isLiteral: boolean;
}

export interface NamePatternOptions {
  /** Whether `*`, `?` and classes may stand for a leading dot. */
  readonly dot: boolean;
  /** Whether `@(a|b)`, `?(…)`, `*(…)`, `+(…)` and `!(…)` are groups; ignore files have none. */
  readonly groups: boolean;
  readonly ignoreCase: boolean;
}

/**
 * Compiles one segment of a glob. A test takes time in proportion to the pattern's length times the name's (for a group,
 * the square of the name's), so that neither can stall it as they can stall a regular expression.
 * @throws MalformedGlobError
 */
export function compileName(pattern: string, options: NamePatternOptions): NameTest {
  const { dot, ignoreCase } = options;
  const nodes = parseName(ignoreCase ? pattern.toLowerCase() : pattern, options.groups);
  const test = testFor(nodes);
  const cased = ignoreCase ? (name: string) => test(name.toLowerCase()) : test;
  const whole = dot || mayStartWithDot(nodes) ? cased : (name: string) => !name.startsWith('.') && cased(name);
  return Object.assign(whole, { isLiteral: isLiteral(nodes) });
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

function testFor(nodes: readonly NameNode[]): (name: string) => boolean {
  const [start, end] = [textOf(nodes[0]), textOf(nodes.at(-1))];
  const stars = nodes.filter(({ kind }) => kind === 'star').length;
  // Most patterns are a text, or have one star: those are tested for each name of a walk, without a table.
  if (stars <= 1 && nodes.every(({ kind }) => kind === 'text' || kind === 'star')) {
    const shortest = start.length + end.length;
    if (stars === 0) return (name) => name === start;
    return (name) => name.length >= shortest && name.startsWith(start) && name.endsWith(end);
  }
  return (name) => {
    const at = new Uint8Array(name.length + 1);
    at[0] = 1;
    return advance(nodes, name, at)[name.length] === 1;
  };
}

function textOf(node: NameNode | undefined): string {
  return node?.kind === 'text' ? node.text : '';
}

/** The positions in `name`, marked by 1, where `nodes` can end if they begin at one of those marked in `from`. */
function advance(nodes: readonly NameNode[], name: string, from: Uint8Array): Uint8Array {
  return nodes.reduce((at, node) => step(node, name, at), from);
}

function step(node: NameNode, name: string, from: Uint8Array): Uint8Array {
  switch (node.kind) {
    case 'text':
      return reach(from, (at) => (name.startsWith(node.text, at) ? at + node.text.length : -1));
    case 'one':
      return reach(from, (at) => {
        const codePoint = name.codePointAt(at);
        if (codePoint === undefined || !node.fits(codePoint)) return -1;
        return codePoint > 0xffff ? at + 2 : at + 1;
      });
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

/** For `!(…)`: the positions after some start that no alternative reaches from the same start. */
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
