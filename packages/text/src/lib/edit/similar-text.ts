import type { Pace, SimilarText } from '@dragoman/fs-core/internal/kernel';
import { firstCodePoints } from '../lines/line.ts';
import { indexOfShort } from './find-matches.ts';
import { findSameLooks, oddCharacter } from './same-looks.ts';
import { differencesBetween } from './text-difference.ts';
import type { TextDocument } from './text-document.ts';
import { textOf } from './text-document.ts';

const MAX_PLACES = 3;

/** Likely places that are compared in detail. */
const MAX_EXPLAINED = 12;
const MAX_SHOWN = 2000;

/** Characters of the old text that are looked at, and of the document that are compared for one landmark. */
const MAX_SOUGHT = 10_000;
const MAX_COMPARED = 200_000;

/** Places of one landmark that are compared. */
const MAX_TRIES = 300;

/** Words that are tried as landmarks. */
const MAX_LANDMARKS = 6;

/** Characters of a word that are looked for. */
const MAX_LANDMARK = 256;

/** A candidate that has fewer of the words that are looked for is no near match. */
const MIN_LIKENESS = 0.5;

/**
 * The places most like a text that the document does not contain, the most alike first: those that differ in form
 * alone, or else those that share most words. The longest words of the text serve as landmarks, so that the time
 * depends on the document's size and not on what it repeats.
 */
export async function findSimilarText(
  document: TextDocument,
  oldText: string,
  pace: Pace,
): Promise<readonly SimilarText[]> {
  const text = textOf(document);
  const sameLooks = await findSameLooks(text, oldText, pace);
  if (sameLooks.length > 0) return sameLooks.map((place) => toNearMatch(text, place));
  const sought = oldText.slice(0, MAX_SOUGHT);
  const words = wordsOf(sought);
  const spans: (Span & { readonly likeness: number })[] = [];
  for (const span of await candidates(text, { sought, words, pace })) {
    spans.push({ ...span, likeness: likeness(words, text.slice(span.from, span.to)) });
    await pace();
  }
  const nearest = spans
    .filter((candidate) => candidate.likeness >= MIN_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness);
  const explained: (Span & Pick<SimilarText, 'differences' | 'character'>)[] = [];
  for (const span of nearest.slice(0, MAX_EXPLAINED)) {
    const differences = differencesBetween(sought, text.slice(span.from, span.to));
    const character = differences.includes('lookAlike') ? oddCharacter(text.slice(span.from, span.to), sought) : null;
    // If all that was compared is there, the difference lies beyond `MAX_SOUGHT`.
    const told = differences.length > 0 ? differences : (['content'] as const);
    explained.push({ ...span, differences: told, ...(character && { character }) });
    await pace();
  }
  const inForm = explained.filter(({ differences }) => !differences.includes('content'));
  const told = inForm.length > 0 ? inForm : explained;
  return told.slice(0, MAX_PLACES).map((candidate) => toNearMatch(text, candidate));
}

function toNearMatch(
  text: string,
  { from, to, differences, character }: Span & Pick<SimilarText, 'differences' | 'character'>,
): SimilarText {
  const startLine = lineAt(text, from);
  const shown = text.slice(from, to);
  const endLine = startLine + shown.split('\n').length - 1;
  return { startLine, endLine, text: firstCodePoints(shown, MAX_SHOWN), differences, ...(character && { character }) };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

interface SimilarityQuery {
  readonly sought: string;
  readonly words: ReadonlySet<string>;
  readonly pace: Pace;
}

/** Lines that could be the ones looked for, found by a landmark and laid out around it as in that text. */
async function candidates(text: string, { sought, words, pace }: SimilarityQuery): Promise<readonly Span[]> {
  const folded = text.toLowerCase();
  // A few characters have another length in lower case, which would shift all offsets.
  const searched = folded.length === text.length ? folded : text;
  const lines = unescaped(sought).toLowerCase().split('\n');
  const landmarks = [...words].sort((a, b) => b.length - a.length).slice(0, MAX_LANDMARKS);
  const limit = Math.min(MAX_TRIES, Math.max(MAX_PLACES, Math.floor(MAX_COMPARED / (sought.length + 1))));
  const spans = new Map<number, Span>();
  for (const landmark of landmarks) {
    const linesBefore = lines.findIndex((line) => line.includes(landmark));
    const match = { haystack: searched, needle: landmark.slice(0, MAX_LANDMARK) };
    let at = await indexOfShort(match, 0, pace);
    for (let tries = 0; at !== -1 && tries < limit; tries++) {
      const span = spanAround(text, at, { linesBefore, lineCount: lines.length, reach: sought.length + 200 });
      spans.set(span.from, span);
      at = await indexOfShort(match, at + landmark.length, pace);
    }
  }
  return [...spans.values()];
}

interface Layout {
  readonly linesBefore: number;
  readonly lineCount: number;
  /** Characters to either side at most: a line may be as long as the file. */
  readonly reach: number;
}

function spanAround(text: string, at: number, { linesBefore, lineCount, reach }: Layout): Span {
  const floor = Math.max(0, at - reach);
  const ceiling = Math.min(text.length, at + reach);
  let from = lineStart(text, at, floor);
  for (let line = 0; line < linesBefore && from > floor; line++) from = lineStart(text, from - 1, floor);
  let to = lineEnd(text, at, ceiling);
  for (let line = linesBefore + 1; line < lineCount && to < ceiling; line++) to = lineEnd(text, to + 1, ceiling);
  return { from, to };
}

function lineStart(text: string, at: number, floor: number): number {
  const newline = text.slice(floor, at).lastIndexOf('\n');
  return newline === -1 ? floor : floor + newline + 1;
}

function lineEnd(text: string, at: number, ceiling: number): number {
  const newline = text.slice(at, ceiling).indexOf('\n');
  return newline === -1 ? ceiling : at + newline;
}

/** The share of the words that are looked for that a candidate has, long words counting more. */
function likeness(words: ReadonlySet<string>, candidate: string): number {
  const there = wordsOf(candidate);
  let total = 0;
  let shared = 0;
  for (const word of words) {
    total += word.length;
    if (there.has(word)) shared += word.length;
  }
  return shared / Math.max(total, there.size === 0 ? 1 : total);
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = unescaped(text)
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}_]{2,}/gu);
  // Scripts that put no space between words: there each pair of characters counts as one.
  const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
  return new Set(words?.flatMap((word) => (unspaced.test(word) ? pairsOf(word) : word)));
}

function pairsOf(word: string): readonly string[] {
  return Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));
}

/** The text with `\n`, `\t` and `\r` interpreted, so that no word begins with the letter of an escape. */
function unescaped(text: string): string {
  return text.replace(/\\[ntr]/g, (sequence) => (sequence === '\\n' ? '\n' : ' '));
}

function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
