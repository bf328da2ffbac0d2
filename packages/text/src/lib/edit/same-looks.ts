import type { DifferenceKind, OddCharacter, Pace, SimilarText } from '@dragoman/fs-core/internal/kernel';
import { findMatches } from './find-matches.ts';
import { foldLookAlikes, foldQuotes } from './look-alikes.ts';

/** A place whose text looks like the text that is looked for. */
export interface SameLooks extends Pick<SimilarText, 'differences' | 'character'> {
  readonly from: number;
  readonly to: number;
}

const MOST_PLACES = 3;

/** Characters of lines beside the text in them. */
const MOST_COMPARED = 100_000;

/** The first places of a text that look as another text does, to the last character; and what differs there. */
export async function findSameLooks(text: string, sought: string, pace: Pace): Promise<readonly SameLooks[]> {
  // As long as the text, so that offsets stay.
  const lines = text.replace(/\r(?!\n)/g, '\n');
  const haystack = await looksOf(lines.endsWith('\n') ? lines : `${lines}\n`, pace);
  const needle = await looksOf(sought.replace(/\r(?!\n)/g, '\n'), pace);
  const starts: number[] = [];
  const note = (at: number): void => {
    if (starts.length < MOST_PLACES) starts.push(at);
  };
  await findMatches({ haystack, needle }, note, pace);
  const places: SameLooks[] = [];
  for (const start of starts) {
    const [first, count] = [newlinesIn(haystack.slice(0, start)), newlinesIn(needle.replace(/\n$/, ''))];
    const from = lineStart(lines, first);
    const to = lineStart(lines, first + count + 1, from, first);
    const found = to - from > sought.length + MOST_COMPARED ? null : compare(text.slice(from, to), sought);
    if (found !== null) places.push({ from, to: text[to - 1] === '\n' ? to - 1 : to, ...found });
    await pace();
  }
  return places;
}

/** Characters that are folded between two pauses. */
const STRIDE = 32 * 1024;

// ASCII, kana, Han and Hangul look like themselves, but with marks.
const FOLDED = /[^\0-\x7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]\p{M}*|[^\p{M}]\p{M}+/gu;

async function looksOf(text: string, pace: Pace): Promise<string> {
  const known = new Map<string, string>();
  const recall = (unit: string): string => {
    const folded = known.get(unit) ?? looks(unit);
    known.set(unit, folded);
    return folded;
  };
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    const newline = text.slice(from + STRIDE, from + 2 * STRIDE).indexOf('\n');
    const to = Math.min(text.length, newline === -1 ? from + 2 * STRIDE : from + STRIDE + newline + 1);
    parts.push(text.slice(from, to).replace(/\r\n/g, '\n').replace(FOLDED, recall));
    from = to;
    await pace();
  }
  return parts.join('');
}

function looks(unit: string): string {
  return unit === '\r\n' || unit === '\r' ? '\n' : foldLookAlikes(foldQuotes(unit));
}

function newlinesIn(text: string): number {
  return text.split('\n').length - 1;
}

/** The offset at which a 0-based line starts; the end if there are fewer. */
function lineStart(text: string, line: number, from = 0, start = 0): number {
  let at = from;
  for (let count = start; count < line; count += 1) {
    const newline = text.indexOf('\n', at);
    if (newline === -1) return text.length;
    at = newline + 1;
  }
  return at;
}

/** A letter with its marks, or a line ending. */
const UNIT = /\r\n|[^\r\n]\p{M}*|[\r\n]/gu;

type Findings = Pick<SameLooks, 'differences' | 'character'>;

/** Lists what keeps a text from being found in lines that look like it; null if that does not show in the characters. */
function compare(shown: string, sought: string): Findings | null {
  const [there, asked] = [unitsIn(shown), unitsIn(sought)];
  const kinds = new Set<DifferenceKind>();
  let character: OddCharacter | undefined;
  let at = startIn(there, asked);
  const begin = at;
  if (at === -1) return null;
  for (let index = 0; index < asked.length; index += 1) {
    const [unit = '', old = ''] = [there[at], asked[index]];
    const step = difference(unit, old);
    if (step.kind !== null) kinds.add(step.kind);
    if (step.kind === 'lookAlike' && character === undefined)
      character =
        step.odd === 'there' ? characterAt(there, at, old) : { ...characterAt(asked, index, unit), of: 'old-text' };
    if (step.kind === 'loneCarriageReturn') character ??= { ...characterAt(there, at, old) };
    if (step.skip === 'there') index -= 1;
    if (step.skip !== 'asked') at += 1;
    // What stands for several characters shifts all that follow.
    if (at > there.length || (step.odd && !step.skip && looks(unit).length !== looks(old).length)) break;
  }
  const damaged = kinds.size === 0 ? there.indexOf('\ufffd', begin) : -1;
  if (damaged !== -1 && damaged < at) return { differences: ['damaged'], character: characterAt(there, damaged, '') };
  return kinds.size === 0 ? null : { differences: [...kinds], ...(character && { character }) };
}

interface Difference {
  readonly kind: DifferenceKind | null;
  /** The text whose character looks like another one. */
  readonly odd?: 'there' | 'asked';
  /** The text that has a character which cannot be seen, and that the other has not. */
  readonly skip?: 'there' | 'asked';
}

function difference(unit: string, old: string): Difference {
  if (unit === old || (unit === '\r\n' && old === '\n')) return { kind: null };
  if (unit !== '' && looks(unit) === '') return { kind: 'lookAlike', odd: 'there', skip: 'there' };
  if (looks(old) === '') return { kind: 'lookAlike', odd: 'asked', skip: 'asked' };
  if (unit === '') return { kind: 'finalNewline' };
  if (unit === '\r') return { kind: 'loneCarriageReturn' };
  if (looks(unit) === '\n') return { kind: 'lineEnding' };
  if (foldQuotes(unit) === foldQuotes(old)) return { kind: 'quotes' };
  return { kind: 'lookAlike', odd: /^[\0-\x7f]+$/.test(unit) ? 'asked' : 'there' };
}

function unitsIn(text: string): readonly string[] {
  return text.match(UNIT) ?? [];
}

/** The unit of lines with which a text that looks like a part of them begins; -1 if none does. */
function startIn(there: readonly string[], asked: readonly string[]): number {
  const start = `${there.map(looks).join('')}\n`.indexOf(asked.map(looks).join(''));
  if (start === -1) return -1;
  let length = 0;
  return there.findIndex((unit) => {
    length += looks(unit).length;
    return length > start;
  });
}

/** The first character of one of two texts that looks like another one, or cannot be seen, and that the other has not. */
export function oddCharacter(shown: string, sought: string): OddCharacter | null {
  for (const [text, other] of [
    [shown, sought],
    [sought, shown],
  ] as const) {
    const units = unitsIn(text);
    const index = units.findIndex((unit) => looks(unit) !== unit && looks(unit) !== '\n' && !other.includes(unit));
    if (index !== -1) return { ...characterAt(units, index, ''), ...(text === sought && { of: 'old-text' as const }) };
  }
  return null;
}

/** The character of a text that differs from what stands for it in another. */
function characterAt(units: readonly string[], index: number, other: string): OddCharacter {
  const before = units.slice(0, index).join('');
  const unit = units[index] ?? '';
  const points = [...unit];
  const isOneLetter = other !== '' && unit.normalize('NFC') === other.normalize('NFC');
  const isDecomposed = isOneLetter && points.length > [...other].length;
  const odd = isDecomposed ? 1 : 0;
  const form = isDecomposed ? 'decomposed' : 'composed';
  return {
    codePoint: `U+${(points[odd]?.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
    column: [...before.slice(before.lastIndexOf('\n') + 1)].length + odd + 1,
    ...(isOneLetter && points.length !== [...other].length && { form }),
  };
}
