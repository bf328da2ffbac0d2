import type { DifferenceKind, OddCharacter, SimilarText } from '@dragoman/fs-core/internal/kernel';
import { numberedLines } from './numbered-lines.ts';

const WORDS: Readonly<Record<DifferenceKind, string>> = {
  lineNumbers: 'line numbers copied from a listing',
  escapes: 'escaped characters, such as \\n or \\"',
  lineEnding: 'line ending',
  trailingSpace: 'trailing space',
  tabs: 'tabs for spaces',
  indentation: 'indentation',
  spacing: 'space between words',
  quotes: 'straight and curly quotes',
  lookAlike: 'look-alike Unicode',
  loneCarriageReturn: 'a lone CR',
  finalNewline: 'the file ends without a newline',
  damaged: 'damaged bytes',
  case: 'upper and lower case',
  content: 'other words',
};

/** The places most like a text that was not found: for each, a heading and its numbered lines, from a new line on. */
export function nearestPlaces(nearest: readonly SimilarText[]): string {
  return nearest.map(describe).join('');
}

/** True for a place that differs in what cannot be seen. */
export function looksTheSame({ differences }: SimilarText): boolean {
  return !differences.includes('content') && !differences.includes('case');
}

function describe({ startLine, endLine, text, differences, character }: SimilarText): string {
  const where = startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`;
  const lines = text.split('\n').map((line) => ({ text: line.replace(/\r$/, ''), fullLength: null }));
  const shown = numberedLines(lines, { startLine, cutNote: () => '' });
  return `\nNearest: ${where} (difference: ${differences.map((kind) => worded(kind, character)).join(', ')})\n${shown.join('\n')}`;
}

function worded(kind: DifferenceKind, character: OddCharacter | undefined): string {
  if (character === undefined || !(kind === 'lookAlike' || kind === 'loneCarriageReturn' || kind === 'damaged'))
    return WORDS[kind];
  const place = `at column ${character.column}${character.of === undefined ? '' : ' of the old text'}`;
  if (kind !== 'lookAlike') return `${WORDS[kind]} ${place}`;
  return `${character.codePoint} ${place}${character.form === undefined ? '' : `, ${character.form}`}`;
}
