import type { DifferenceKind, SimilarText } from '@dragoman/fs-core/internal/kernel';
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
  case: 'upper and lower case',
  content: 'other words',
};

/** The places most like a text that was not found: for each, a heading and its numbered lines, from a new line on. */
export function nearestPlaces(nearest: readonly SimilarText[]): string {
  return nearest.map(describe).join('');
}

function describe({ startLine, endLine, text, differences }: SimilarText): string {
  const where = startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`;
  const lines = text.split('\n').map((line) => ({ text: line.replace(/\r$/, ''), fullLength: null }));
  const shown = numberedLines(lines, { startLine, cutNote: () => '' });
  return `\nNearest: ${where} (difference: ${differences.map((kind) => WORDS[kind]).join(', ')})\n${shown.join('\n')}`;
}
