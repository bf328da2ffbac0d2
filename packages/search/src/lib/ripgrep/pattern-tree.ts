/** A part of a pattern, as far as literals go. A text holds bytes, one per code unit, with A-Z as a-z. */
export type PatternNode =
  /** One of a few texts; of one empty text, what takes no room. */
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  /** Anything, also nothing. */
  | { readonly kind: 'anything' }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly branches: readonly PatternNode[] }
  /** Once or more. */
  | { readonly kind: 'repeated'; readonly part: PatternNode };

export const NOTHING: PatternNode = { kind: 'texts', texts: [''] };
const ANYTHING: PatternNode = { kind: 'anything' };

// A larger class says too little.
const MOST_ALTERNATIVES = 4;
const MAX_DEPTH = 50;
// A larger pattern may be too large for Rust's engine. PCRE2 has it then, which may give up in files that do not match.
const MOST_CHARACTERS = 1_000;
const MOST_TIMES = 20;

/**
 * Reads a pattern of which every token means the same to both of ripgrep's engines: Rust's and PCRE2's.
 * @returns null for one with any other token
 */
export function parsePattern(pattern: string, ignoreCase: boolean): PatternNode | null {
  if (pattern.length > MOST_CHARACTERS) return null;
  const reader: Reader = { characters: Array.from(pattern), at: 0, depth: 0, counted: 0, ignoreCase };
  try {
    const node = readChoice(reader);
    return reader.at === reader.characters.length ? node : null;
  } catch (error) {
    if (error !== UNKNOWN) throw error;
    return null;
  }
}

/** The bytes that a character stands for; null if it may stand for others, too. */
export function textOf(character: string, ignoreCase: boolean): string | null {
  // An engine may read bytes that are not UTF-8 as U+FFFD.
  if (character === '\uFFFD' || (ignoreCase && character > '\x7f')) return null;
  return Buffer.from(character).toString('latin1').replace(/[A-Z]/g, toLower);
}

const toLower = (letter: string): string => letter.toLowerCase();

interface Reader {
  readonly characters: readonly string[];
  readonly ignoreCase: boolean;
  at: number;
  depth: number;
  /** Number of repetitions with a number that were read so far. */
  counted: number;
}

const UNKNOWN = Symbol('A token that is not known');

function readChoice(reader: Reader): PatternNode {
  const branches = [readSequence(reader)];
  while (take(reader, '|')) branches.push(readSequence(reader));
  return branches.length === 1 ? (branches[0] ?? NOTHING) : { kind: 'choice', branches };
}

function readSequence(reader: Reader): PatternNode {
  const parts: PatternNode[] = [];
  for (let next = peek(reader); next !== undefined && next !== '|' && next !== ')'; next = peek(reader)) {
    parts.push(readRepeated(reader));
  }
  return { kind: 'sequence', parts };
}

function readRepeated(reader: Reader): PatternNode {
  const { counted } = reader;
  const part = readAtom(reader);
  const isCounted = peek(reader) === '{';
  const least = readQuantifier(reader);
  if (least === null) return part;
  // One in another multiplies what the engine must hold.
  if (isCounted && reader.counted > counted) throw UNKNOWN;
  if (isCounted) reader.counted += 1;
  take(reader, '?');
  // `a++` and `a**` mean something else to each engine.
  if (/^[*+?{]$/.test(peek(reader) ?? '')) throw UNKNOWN;
  return least === 0 ? ANYTHING : { kind: 'repeated', part };
}

/** The least number of repetitions; null if none is given. `{1}` counts as 'or more', which asks for less. */
function readQuantifier(reader: Reader): number | null {
  if (take(reader, '*') || take(reader, '?')) return 0;
  if (take(reader, '+')) return 1;
  if (peek(reader) !== '{') return null;
  const ahead = reader.characters.slice(reader.at, reader.at + 12).join('');
  const [all, least, most = least] = /^\{(\d{1,4})(?:,(\d{0,4}))?\}/.exec(ahead) ?? [];
  if (all === undefined || Math.max(Number(least), Number(most)) > MOST_TIMES) throw UNKNOWN;
  reader.at += all.length;
  return Number(least);
}

function readAtom(reader: Reader): PatternNode {
  const character = next(reader);
  switch (character) {
    case '^':
    case '$':
      return NOTHING;
    case '.':
      return ANYTHING;
    case '(':
      return readGroup(reader);
    case '[':
      return readClass(reader);
    case '\\':
      return readEscape(next(reader), reader);
    case '*':
    case '+':
    case '?':
    case '{':
    case ')':
      throw UNKNOWN;
    default:
      return literal(character, reader);
  }
}

function literal(character: string, { ignoreCase }: Reader): PatternNode {
  const text = textOf(character, ignoreCase);
  return text === null ? ANYTHING : { kind: 'texts', texts: [text] };
}

function readEscape(character: string, reader: Reader): PatternNode {
  if (/^[dwsDWS]$/.test(character)) return ANYTHING;
  if (/^[bB]$/.test(character)) return NOTHING;
  if (character === 'x' && peek(reader) === '{') return literal(codePoint(reader), reader);
  return literal(escaped(character), reader);
}

/** The character of an escape such as `\x{7cfb}`. */
function codePoint(reader: Reader): string {
  const [all, digits = ''] =
    /^\{([\da-fA-F]{1,5})\}/.exec(reader.characters.slice(reader.at, reader.at + 8).join('')) ?? [];
  if (all === undefined) throw UNKNOWN;
  reader.at += all.length;
  return String.fromCodePoint(Number.parseInt(digits, 16));
}

/** The character that an escape stands for. */
function escaped(character: string): string {
  if (character === 't') return '\t';
  if (!/^[!-/:;=?@[-`{-~]$/.test(character)) throw UNKNOWN;
  return character;
}

const GROUP_NAME = /^\?P?<[A-Za-z_]\w{0,30}>/;

function readGroup(reader: Reader): PatternNode {
  reader.depth += 1;
  if (reader.depth > MAX_DEPTH) throw UNKNOWN;
  if (peek(reader) === '?') {
    const ahead = reader.characters.slice(reader.at, reader.at + 36).join('');
    const begin = ahead.startsWith('?:') ? '?:' : GROUP_NAME.exec(ahead)?.[0];
    if (begin === undefined) throw UNKNOWN;
    reader.at += begin.length;
  }
  const node = readChoice(reader);
  if (!take(reader, ')')) throw UNKNOWN;
  reader.depth -= 1;
  return node;
}

/** A class of a few characters is a choice of them; of any other it is enough to know where it ends. */
function readClass(reader: Reader): PatternNode {
  const isNegated = take(reader, '^');
  const members: string[] = [];
  let isLarge = isNegated;
  if (peek(reader) === ']') throw UNKNOWN;
  while (!take(reader, ']')) {
    const member = readMember(reader);
    if (member === null) isLarge = true;
    else members.push(member);
    // `&&`, `--` and `~~` are operators to one engine only.
    if (peek(reader) === '-' && peek(reader, 1) !== ']') {
      reader.at += 1;
      if (member === null || peek(reader) === '-' || readMember(reader) === null) throw UNKNOWN;
      isLarge = true;
    }
  }
  const texts = members.map((member) => textOf(member, reader.ignoreCase));
  const known = texts.filter((text) => text !== null);
  if (isLarge || known.length < texts.length || known.length > MOST_ALTERNATIVES) return ANYTHING;
  return { kind: 'texts', texts: [...new Set(known)] };
}

/** One character of a class; null for one that stands for many. */
function readMember(reader: Reader): string | null {
  const character = next(reader);
  if (character === '[' || (/^[&~-]$/.test(character) && peek(reader) === character)) throw UNKNOWN;
  if (character !== '\\') return character;
  const after = next(reader);
  return /^[dwsDWS]$/.test(after) ? null : escaped(after);
}

function peek({ characters, at }: Reader, ahead = 0): string | undefined {
  return characters[at + ahead];
}

function next(reader: Reader): string {
  const character = peek(reader);
  if (character === undefined) throw UNKNOWN;
  reader.at += 1;
  return character;
}

function take(reader: Reader, character: string): boolean {
  const isThere = peek(reader) === character;
  if (isThere) reader.at += 1;
  return isThere;
}
