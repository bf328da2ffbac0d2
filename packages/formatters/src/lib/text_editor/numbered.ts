import { numberedLines } from '../shared/numbered-lines.ts';

/** Lines with their numbers, as all tools of this dialect show them: whole, whatever their length. */
export function numbered(lines: readonly string[], startLine: number): string[] {
  const shown = lines.map((line) => ({ text: line, fullLength: null }));
  return numberedLines(shown, { startLine, cutNote: () => '' });
}

/** The line above numbered lines. @param what the source of the lines */
export function resultHead(what: string): string {
  return `Here's the result of running \`cat -n\` on ${what}:\n`;
}

/** Numbered lines below their head, each with its newline. */
export function resultOf(what: string, lines: readonly string[], startLine: number): string {
  return resultHead(what) + closed(numbered(lines, startLine));
}

/** Each line with a newline. */
export function closed(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
