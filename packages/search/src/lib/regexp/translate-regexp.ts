/**
 * Translates a JavaScript regular expression into a pattern by which ripgrep finds the same lines. Two oddities
 * of JavaScript are not kept: a character above U+FFFF counts as one, not as two, and a class matches no carriage return
 * inside a line.
 * @returns null if ripgrep's default engine has no equivalent, as for look-around and back-references
 */
export function toRipgrepPattern(source: string, ignoreCase = true): string | null {
  if (repeatsTooMuch(source)) return null;
  let translated = '';
  for (let at = 0; at < source.length; ) {
    const step = stepAt(source, at, ignoreCase);
    if (step === null) return null;
    translated += step.text;
    at = step.end;
  }
  return translated;
}

// The compiled pattern grows with the product of all counts, and ripgrep refuses it above a size.
const MAX_REPETITIONS = 1_000;

function repeatsTooMuch(source: string): boolean {
  const counts = [...source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, least, most]) => Number(most || least));
  return counts.reduce((product, count) => product * Math.max(count, 1), 1) > MAX_REPETITIONS;
}

interface Token {
  readonly shape: RegExp;
  /** Null if ripgrep has no equivalent. */
  readonly translate: (text: string, part: string, ignoreCase: boolean) => string | null;
}

const DIGITS = '0-9';
const WORDS = '0-9A-Za-z_';
// JavaScript's white space and line terminators, except CR and LF, which no line holds here.
const SPACES = String.raw`\t\x0b\f \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const LINE_END = String.raw`\r\n`;

const SETS: Readonly<Record<string, string>> = {
  d: `[${DIGITS}]`,
  D: `[^${DIGITS}${LINE_END}]`,
  w: `[${WORDS}]`,
  W: `[^${WORDS}${LINE_END}]`,
  s: `[${SPACES}]`,
  S: `[^${SPACES}${LINE_END}]`,
};

const CONTROLS: Readonly<Record<string, number>> = { t: 9, v: 11, f: 12 };

const TOKENS: readonly Token[] = [
  { shape: /\((?:\?:|\?<(?![=!])[^>]*>|(?!\?))/y, translate: () => '(?:' },
  { shape: /[|)^]|(?:[*+?]|\{\d+(?:,\d*)?\})\??/y, translate: (text) => text },
  { shape: /\$/y, translate: () => String.raw`(?:\r?$)` },
  { shape: /\./y, translate: () => String.raw`[^${LINE_END}\x{2028}\x{2029}]` },
  { shape: /\\b/y, translate: () => String.raw`(?-u:\b)` },
  { shape: /\\([dDwWsS])/y, translate: (_, letter) => SETS[letter] ?? null },
  { shape: /\[((?:\\.|[^\]\\])*)\]/sy, translate: (_, members, ignoreCase) => translateClass(members, ignoreCase) },
  { shape: /\\([tvf])/y, translate: (_, letter) => literal(CONTROLS[letter] ?? 0, false) },
  {
    shape: /\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4}))/y,
    translate: (text, _, ignoreCase) => literal(Number.parseInt(text.slice(2), 16), ignoreCase),
  },
  {
    shape: /\\([^\dbBcdDfknrsStuvwWx\s\ud800-\udfff])/y,
    translate: (_, character, ignoreCase) => literal(character.charCodeAt(0), ignoreCase),
  },
  // A surrogate pair. Without flag `u`, a quantifier after it would repeat its second half only.
  { shape: /[\ud800-\udbff][\udc00-\udfff](?![*+?{])/y, translate: (pair) => pair },
  {
    shape: /[^\\([\r\n\ud800-\udfff]/y,
    translate: (character, _, ignoreCase) => literal(character.charCodeAt(0), ignoreCase),
  },
];

function stepAt(source: string, at: number, ignoreCase: boolean): { text: string; end: number } | null {
  for (const { shape, translate } of TOKENS) {
    shape.lastIndex = at;
    const match = shape.exec(source);
    if (match === null) continue;
    const text = translate(match[0], match[1] ?? '', ignoreCase);
    return text === null ? null : { text, end: shape.lastIndex };
  }
  return null;
}

function literal(code: number, ignoreCase: boolean): string | null {
  const character = String.fromCharCode(code);
  if (code === 10 || code === 13 || (code >= 0xd800 && code <= 0xdfff)) return null;
  if (/[0-9_]/.test(character)) return character;
  if (!ignoreCase) return escaped(code);
  if (/[A-Za-z]/.test(character)) return `[${character.toUpperCase()}${character.toLowerCase()}]`;
  return character.toLowerCase() === character.toUpperCase() ? escaped(code) : `(?i:${character})`;
}

function escaped(code: number): string {
  return `\\x{${code.toString(16)}}`;
}

// Beyond ASCII a character may have another case; none of these ideographs and syllables has.
const isCaseless = (code: number): boolean => code >= 0x3000 && code <= 0x9fff;

function translateClass(body: string, ignoreCase: boolean): string | null {
  const isNegated = body.startsWith('^');
  const members = membersOf(isNegated ? body.slice(1) : body, ignoreCase);
  if (members === null || members === '') return null;
  return isNegated ? `[^${members}${LINE_END}]` : `[${members}]`;
}

function membersOf(body: string, ignoreCase: boolean): string | null {
  const member = /\\([dDwWsS])|(\\.|[^\\])(?:-(?!\\[dDwWsS])(\\.|[^\\]))?/gs;
  let translated = '';
  for (const [, set, first, last] of body.matchAll(member)) {
    if (set !== undefined) {
      translated += SETS[set] ?? '';
      continue;
    }
    const from = codeOf(first ?? '', ignoreCase);
    const to = last === undefined ? from : codeOf(last, ignoreCase);
    // A range from ASCII to the ideographs covers letters that have another case.
    if (from === null || to === null || (ignoreCase && from < 0x80 && to >= 0x80)) return null;
    translated += range(from, to, ignoreCase);
  }
  return translated;
}

/** The code of a class member; null if it may have another case, or is an escape that is not translated. */
function codeOf(member: string, ignoreCase: boolean): number | null {
  const character = member.startsWith('\\') ? member.slice(1) : member;
  const code = character.charCodeAt(0);
  if (member.startsWith('\\') && /[A-Za-z0-9\r\n]/.test(character)) return CONTROLS[character] ?? null;
  // Half of a surrogate pair, in either case.
  if (code === 10 || code === 13 || (code >= 0xd800 && code <= 0xdfff)) return null;
  return ignoreCase && code >= 0x80 && !isCaseless(code) ? null : code;
}

/** A range, if case is ignored with the other case of the ASCII letters in it. */
function range(from: number, to: number, ignoreCase: boolean): string {
  if (!ignoreCase) return `${escaped(from)}-${escaped(to)}`;
  const shared = (low: number, high: number, shift: number): string => {
    const [first, last] = [Math.max(from, low), Math.min(to, high)];
    return first > last ? '' : `${escaped(first + shift)}-${escaped(last + shift)}`;
  };
  return `${escaped(from)}-${escaped(to)}${shared(0x41, 0x5a, 0x20)}${shared(0x61, 0x7a, -0x20)}`;
}
