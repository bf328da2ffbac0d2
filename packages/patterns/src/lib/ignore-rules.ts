import { costOfName } from './name-cost.ts';
import { createNameIndex, type NameItem } from './name-index.ts';
import { IgnoredName } from './name-pattern.ts';
import { type AutomatonPattern, createPathAutomaton, type State, toSegments } from './path-automaton.ts';

/** Answer of ignore rules for a name that one of them matches. */
export type Verdict = 'excluded' | 'included';

/** The rules of one ignore file, followed from its directory downwards, one name at a time. */
export interface IgnoreRules {
  /** The most steps of some ten nanoseconds that one name takes. */
  readonly cost: number;
  readonly start: State;
  enter(state: State, name: string): State;
  /** The verdict of the last rule that matches; null if none does. */
  judge(state: State, name: string, isDirectory: boolean): Verdict | null;
}

interface Rule {
  readonly order: number;
  readonly verdict: Verdict;
  readonly directoryOnly: boolean;
}

/** A rule without a slash, which holds at any depth. */
interface NameRule extends Rule, NameItem {}

// Longer than any path that a rule could match.
const MAX_LENGTH = 4_096;

/** The byte-order mark of UTF-8, read as Latin-1. */
const BYTE_ORDER_MARK = /^\xef\xbb\xbf/;

/**
 * Parses an ignore file as git does (gitignore(5)). git matches bytes: it takes `??` to match the two bytes of `ü`. A
 * rule that is malformed, or over 4,096 bytes, matches nothing.
 * @param content the file, with one character (U+0000 to U+00FF) for each byte
 * @param bytesOf gives the bytes of a name in the same form
 * @example parseIgnoreRules('*.log\n!keep.log\n', (name) => name)
 */
export function parseIgnoreRules(content: string, bytesOf: (name: string) => string): IgnoreRules {
  const names: NameRule[] = [];
  const paths: PathRule[] = [];
  let cost = 0;
  const known = new Map<string, IgnoredName>();
  const nameOf = (pattern: string): IgnoredName => {
    const name = known.get(pattern) ?? new IgnoredName(pattern);
    known.set(pattern, name);
    return name;
  };
  const lines = content.replace(BYTE_ORDER_MARK, '').split(/\r?\n/);
  for (const [order, line] of lines.entries()) {
    const parsed = line.length > MAX_LENGTH ? null : parseLine(line);
    if (parsed === null) continue;
    const { body, verdict, directoryOnly } = parsed;
    const rule: Rule = { order, verdict, directoryOnly };
    for (const name of body.split('/')) cost += costOfName(name);
    if (body.includes('/')) {
      const segments = toSegments(body.replace(/^\//, '').split('/'), nameOf);
      if (segments !== null) paths.push({ rule, pattern: { segments, directoryOnly } });
    } else {
      names.push({ order, verdict, directoryOnly, name: new IgnoredName(body) });
    }
  }
  return { cost, ...combine({ names, paths }, (name) => (PLAIN.test(name) ? name : bytesOf(name))) };
}

interface PathRule {
  readonly rule: Rule;
  readonly pattern: AutomatonPattern;
}

/** The rules of one file by what they are matched with. */
interface ParsedRules {
  readonly names: readonly NameRule[];
  readonly paths: readonly PathRule[];
}

function combine({ names, paths }: ParsedRules, bytesOf: (name: string) => string): Omit<IgnoreRules, 'cost'> {
  const index = createNameIndex(names);
  const automaton = createPathAutomaton(
    paths.map(({ pattern }) => pattern),
    { dot: true, matchesOwner: false },
  );
  return {
    start: automaton.start,
    enter: (state, name) => automaton.enter(state, bytesOf(name)),
    judge(state, text, isDirectory) {
      const name = bytesOf(text);
      // A later rule beats an earlier one.
      const named = index.last(name, (rule) => isDirectory || !rule.directoryOnly);
      const followed = paths[automaton.lastMatch(state, name, isDirectory)]?.rule;
      return laterOf(named, followed)?.verdict ?? null;
    },
  };
}

/** A name that is its own bytes. */
const PLAIN = /^[ -~]*$/;

function laterOf(one: Rule | undefined, other: Rule | undefined): Rule | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.order > other.order ? one : other;
}

function parseLine(line: string): { body: string; verdict: Verdict; directoryOnly: boolean } | null {
  if (line.startsWith('#')) return null;
  const trimmed = trimTrailingSpaces(line);
  const verdict = trimmed.startsWith('!') ? 'included' : 'excluded';
  const pattern = verdict === 'included' ? trimmed.slice(1) : trimmed;
  const directoryOnly = pattern.endsWith('/');
  const body = directoryOnly ? pattern.slice(0, -1) : pattern;
  return body === '' ? null : { body, verdict, directoryOnly };
}

/** Drops trailing spaces, except one that a backslash escapes. */
function trimTrailingSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') end -= 1;
  let backslashes = 0;
  while (line[end - 1 - backslashes] === '\\') backslashes += 1;
  return line.slice(0, end < line.length && backslashes % 2 === 1 ? end + 1 : end);
}
