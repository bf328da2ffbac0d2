import { fits, largestFitting, type TextLimit } from './text-limit.ts';

export interface NotedLinesOptions {
  readonly limit: TextLimit;
  /** The notes, one line each, that follow where `count` lines are shown. */
  readonly notesAfter: (count: number) => readonly string[];
}

export interface NotedLines {
  readonly text: string;
  /** How many lines the text shows; 0 if the limit leaves no room for one, and then the text is over it. */
  readonly count: number;
}

/** As many lines as fit together with their notes, which may be about those that do not fit. */
export function notedLines(lines: readonly string[], { limit, notesAfter }: NotedLinesOptions): NotedLines {
  const textOf = (count: number): string => [...lines.slice(0, count), ...notesAfter(count)].join('\n');
  const whole = textOf(lines.length);
  if (fits(whole, limit)) return { text: whole, count: lines.length };
  const count = largestFitting(lines.length - 1, (some) => fits(textOf(some), limit));
  return { text: textOf(count), count };
}
