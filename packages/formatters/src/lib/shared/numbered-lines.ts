import { cutText } from './bounded-text.ts';

/** A line to show: without its ending, cut where it is too long. */
export interface ShownLine {
  readonly text: string;
  /** Code points of the whole line where `text` is cut, else null. */
  readonly fullLength: number | null;
}

export interface NumberedLinesOptions {
  /** 1-based number of the first line. */
  readonly startLine: number;
  /** UTF-8 bytes that the text may take. */
  readonly maxBytes: number;
  /** The note that follows a line that was cut. */
  readonly cutNote: (fullLength: number) => string;
}

export interface NumberedLines {
  readonly text: string;
  /** How many lines the text holds: fewer than given where `maxBytes` ended it. */
  readonly count: number;
}

/** Lines as `cat -n` shows them: the number right-aligned in at least 6 columns, a tab, the line. */
export function numberedLines(lines: readonly ShownLine[], options: NumberedLinesOptions): NumberedLines {
  const { startLine, maxBytes, cutNote } = options;
  const shown: string[] = [];
  // UTF-16 units are quick to count, and no text has fewer bytes than units. Whether it has more shows at the end.
  let units = -1;
  for (const { text, fullLength } of lines) {
    const number = String(startLine + shown.length).padStart(6);
    const line = `${number}\t${text}${fullLength === null ? '' : cutNote(fullLength)}`;
    units += line.length + 1;
    if (units > maxBytes) break;
    shown.push(line);
  }
  const text = shown.join('\n');
  return Buffer.byteLength(text) <= maxBytes ? { text, count: shown.length } : firstOf(shown, maxBytes);
}

export interface NotedLinesOptions extends NumberedLinesOptions {
  /** The note that follows where `count` lines are shown; empty for none. */
  readonly noteAfter: (count: number) => string;
}

/** As many lines as fit together with their note, which may be about those that do not fit. */
export function notedLines(lines: readonly ShownLine[], options: NotedLinesOptions): NumberedLines {
  const { maxBytes, noteAfter } = options;
  let { text, count } = numberedLines(lines, options);
  for (; count > 0; count--) {
    const note = noteAfter(count);
    const noted = note === '' ? text : `${text}\n${note}`;
    if (Buffer.byteLength(noted) <= maxBytes) return { text: noted, count };
    text = text.slice(0, Math.max(0, text.lastIndexOf('\n')));
  }
  return { text: '', count };
}

/** The beginning of the first line, where not even that one fits with its note. */
export function beginningOf(lines: readonly ShownLine[], options: NumberedLinesOptions, note: string): string {
  const { text } = numberedLines(lines.slice(0, 1), { ...options, maxBytes: Number.POSITIVE_INFINITY });
  return cutText(text, options.maxBytes, note);
}

function firstOf(lines: readonly string[], maxBytes: number): NumberedLines {
  let bytes = -1;
  let count = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > maxBytes) break;
    count += 1;
  }
  return { text: lines.slice(0, count).join('\n'), count };
}
