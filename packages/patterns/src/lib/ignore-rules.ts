import { compileName, type NameTest } from './name-pattern.ts';
import { type AutomatonPattern, createPathAutomaton, type State, toSegments } from './path-automaton.ts';

/** Answer of ignore rules for a name that one of them matches. */
export type Verdict = 'excluded' | 'included';

/** The rules of one ignore file, followed from its directory downwards, one name at a time. */
export interface IgnoreRules {
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

interface NameRule extends Rule {
  readonly test: NameTest;
}

const MAX_WILDCARD_RULES = 2_000;

/** The byte-order mark of UTF-8, read as Latin-1. */
const BYTE_ORDER_MARK = /^\xef\xbb\xbf/;

/**
 * Parses an ignore file as git does (gitignore(5)). git matches bytes: it takes `??` to match the two bytes of `ü`. A
 * malformed rule matches nothing.
 * @param content the file, with one character (U+0000 to U+00FF) for each byte
 * @param bytesOf gives the bytes of a name in the same form
 * @returns null if over 2,000 rules have a wildcard or a slash, since every name would be tested against them
 * @example parseIgnoreRules('*.log\n!keep.log\n', (name) => name)
 */
export function parseIgnoreRules(content: string, bytesOf: (name: string) => string): IgnoreRules | null {
  const exact = new Map<string, Rule[]>();
  const wild: NameRule[] = [];
  const paths: { rule: Rule; pattern: AutomatonPattern }[] = [];

  const lines = content.replace(BYTE_ORDER_MARK, '').split(/\r?\n/);
  for (const [order, line] of lines.entries()) {
    const parsed = parseLine(line);
    if (parsed === null) continue;
    const { body, verdict, directoryOnly } = parsed;
    const rule: Rule = { order, verdict, directoryOnly };
    if (body.includes('/')) {
      const names = body.replace(/^\//, '').split('/');
      const segments = unlessMalformed(() => toSegments(names, compileIgnoredName));
      if (segments !== null) paths.push({ rule, pattern: { segments, directoryOnly } });
    } else if (/[*?[\\]/.test(body)) {
      const test = unlessMalformed(() => compileIgnoredName(body));
      if (test !== null) wild.push({ ...rule, test });
    } else {
      const rules = exact.get(body);
      if (rules === undefined) exact.set(body, [rule]);
      else rules.push(rule);
    }
    if (wild.length + paths.length > MAX_WILDCARD_RULES) return null;
  }
  return combine({ exact, wild, paths }, (name) => (PLAIN.test(name) ? name : bytesOf(name)));
}

/** The rules of one file by what they are matched with: a whole name, a name with wildcards, a path. */
interface ParsedRules {
  readonly exact: ReadonlyMap<string, readonly Rule[]>;
  readonly wild: readonly NameRule[];
  readonly paths: readonly { rule: Rule; pattern: AutomatonPattern }[];
}

function combine({ exact, wild, paths }: ParsedRules, bytesOf: (name: string) => string): IgnoreRules {
  const automaton = createPathAutomaton(
    paths.map(({ pattern }) => pattern),
    { dot: true, matchesOwner: false },
  );
  return {
    start: automaton.start,
    enter: (state, name) => automaton.enter(state, bytesOf(name)),
    judge(state, text, isDirectory) {
      const name = bytesOf(text);
      const applies = (rule: Rule) => isDirectory || !rule.directoryOnly;
      // A later rule beats an earlier one, so every list is searched from its end.
      const named = exact.get(name)?.findLast(applies);
      const matched = wild.findLast((rule) => applies(rule) && rule.test(name));
      const followed =
        state.accepting.length === 0 ? undefined : paths[automaton.lastMatch(state, name, isDirectory)]?.rule;
      return laterOf(laterOf(named, matched), followed)?.verdict ?? null;
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

function unlessMalformed<Compiled>(compile: () => Compiled): Compiled | null {
  try {
    return compile();
  } catch {
    return null;
  }
}

function compileIgnoredName(name: string): NameTest {
  return compileName(name, { dot: true, groups: false, ignoreCase: false });
}
