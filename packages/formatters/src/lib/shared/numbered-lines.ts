import { type Mark, unmarked } from '../formatter.ts';
import { mostCharacters, type TextLimit } from './text-limit.ts';

/** A line to show: without its ending, cut if it is too long. */
export interface ShownLine {
  readonly text: string;
  /** Code points of the whole line if `text` is cut, else null. */
  readonly fullLength: number | null;
}

export interface NumberedLinesOptions {
  /** 1-based number of the first line. */
  readonly startLine: number;
  /** The note that follows a line that was cut. */
  readonly cutNote: (fullLength: number) => string;
  /** Default: nothing stands out. */
  readonly mark?: Mark | undefined;
}

/** Characters of a numbered line that is empty, with its newline. */
const LEAST_WIDTH = 8;

/** Number of numbered lines that are more than fit, whatever they hold: no others need to be made. */
export function mostNumberedLines(limit: TextLimit): number {
  return Math.floor(mostCharacters(limit) / LEAST_WIDTH) + 2;
}

/** The first lines of a text, as what stands between newlines, CRLF or LF. */
export function firstLines(text: string, most: number): string[] {
  const lines: string[] = [];
  for (let from = 0; lines.length < most; ) {
    const newline = text.indexOf('\n', from);
    if (newline === -1) return [...lines, text.slice(from)];
    lines.push(text.slice(from, newline > from && text[newline - 1] === '\r' ? newline - 1 : newline));
    from = newline + 1;
  }
  return lines;
}

/** Lines as `cat -n` shows them: the number right-aligned in at least 6 columns, a tab, the line. */
export function numberedLines(lines: readonly ShownLine[], options: NumberedLinesOptions): string[] {
  const { startLine, cutNote, mark = unmarked } = options;
  return lines.map(({ text, fullLength }, index) => {
    const number = mark('number', String(startLine + index).padStart(6));
    return `${number}\t${text}${fullLength === null ? '' : cutNote(fullLength)}`;
  });
}
