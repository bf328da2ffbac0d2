import { type Mark, unmarked } from '../formatter.ts';

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

/** Lines as `cat -n` shows them: the number right-aligned in at least 6 columns, a tab, the line. */
export function numberedLines(lines: readonly ShownLine[], options: NumberedLinesOptions): string[] {
  const { startLine, cutNote, mark = unmarked } = options;
  return lines.map(({ text, fullLength }, index) => {
    const number = mark('number', String(startLine + index).padStart(6));
    return `${number}\t${text}${fullLength === null ? '' : cutNote(fullLength)}`;
  });
}
