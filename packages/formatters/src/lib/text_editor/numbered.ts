import { mostNumberedLines, numberedLines } from '../shared/numbered-lines.ts';
import type { TextLimit } from '../shared/text-limit.ts';

/**
 * Lines with their numbers, as all tools of this dialect show them: whole, whatever their length. No more of them are made
 * than are too many for the limit.
 */
export function numbered(lines: readonly string[], startLine: number, limit: TextLimit): string[] {
  const shown = lines.slice(0, mostNumberedLines(limit)).map((line) => ({ text: line, fullLength: null }));
  return numberedLines(shown, { startLine, cutNote: () => '' });
}

/** The line above numbered lines. @param what the source of the lines */
export function resultHead(what: string): string {
  return `Here's the result of running \`cat -n\` on ${what}:\n`;
}

/** Numbered lines below their head, each with its newline. */
export function resultOf(what: string, { lines, startLine }: NumberedText, limit: TextLimit): string {
  return resultHead(what) + closed(numbered(lines, startLine, limit));
}

/** Lines of a text, and the 1-based number of the first. */
export interface NumberedText {
  readonly lines: readonly string[];
  readonly startLine: number;
}

/** Each line with a newline. */
export function closed(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
