import type { Pace } from '@dragoman/fs-core/internal/kernel';
import { findMatches } from './find-matches.ts';
import { lfOnly } from './lf-only.ts';
import { type TextDocument, textOf } from './text-document.ts';

const DOUBLE = /[“”]/g;
const SINGLE = /[‘’]/g;

/** The text with straight quotation marks for typographic ones; every character stays where it is. */
export function straightened(text: string): string {
  return text.replace(DOUBLE, '"').replace(SINGLE, "'");
}

/** A place that differs from a text only in the form of its quotation marks. */
export interface QuotedPlace {
  /** The text that stands there, with LF for every newline. */
  readonly text: string;
  /** 1-based. */
  readonly startLine: number;
}

/** The places where a text stands with straight quotation marks for typographic ones, or the other way round. */
export async function findQuoted(document: TextDocument, sought: string, pace: Pace): Promise<QuotedPlace[]> {
  const needle = straightened(await lfOnly(sought, pace));
  const text = await lfOnly(textOf(document), pace);
  const haystack = straightened(text);
  if (haystack === text && needle === sought) return [];
  const places: QuotedPlace[] = [];
  let [line, counted] = [1, 0];
  const add = (at: number): void => {
    for (let next = text.indexOf('\n', counted); next !== -1 && next < at; next = text.indexOf('\n', next + 1))
      line += 1;
    counted = at;
    places.push({ text: text.slice(at, at + needle.length), startLine: line });
  };
  await findMatches({ haystack, needle }, add, pace);
  return places;
}

/** A new text with the straight quotation marks of each kind made typographic that is so in the old text. */
export function quotedLike(oldText: string, newText: string): string {
  const [isDouble, isSingle] = [oldText.search(DOUBLE) !== -1, oldText.search(SINGLE) !== -1];
  return newText.replace(/["']/g, (mark, at: number) => {
    if (mark === '"') return isDouble ? (opensAt(newText, at) ? '“' : '”') : mark;
    if (!isSingle) return mark;
    return opensAt(newText, at) && !isBetweenLetters(newText, at) ? '‘' : '’';
  });
}

function opensAt(text: string, at: number): boolean {
  return at === 0 || /[\s([{—–]/.test(text.charAt(at - 1));
}

function isBetweenLetters(text: string, at: number): boolean {
  return /\p{L}$/u.test(text.slice(Math.max(0, at - 2), at)) && /^\p{L}/u.test(text.slice(at + 1, at + 3));
}
