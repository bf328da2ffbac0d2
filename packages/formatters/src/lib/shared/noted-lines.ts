import { type CountedText, longestText, type TextLimit } from './text-limit.ts';

export interface NotedLinesOptions {
  readonly limit: TextLimit;
  /** The notes, one line each, that follow if `count` lines are shown. */
  readonly notesAfter: (count: number) => readonly string[];
}

/**
 * Joins as many lines as fit together with their notes, which may be about those that do not fit. If the limit leaves
 * no room for one, the notes stand alone, over it.
 */
export function notedLines(lines: readonly string[], { limit, notesAfter }: NotedLinesOptions): CountedText {
  return longestText(lines.length, (count) => [...lines.slice(0, count), ...notesAfter(count)].join('\n'), limit);
}
