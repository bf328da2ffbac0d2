import type { GrepFile, GrepLine } from '@dragoman/outcomes/internal/parts';
import { type Mark, unmarked } from '../formatter.ts';
import { counted } from './counted.ts';
import { printableName } from './printable.ts';

export interface MatchLinesOptions {
  /** Stands before each file's path; null for lines without it. */
  readonly prefix: string | null;
  readonly numbers: boolean;
  /** True if `GROUP_GAP` stands between groups of lines that do not touch. */
  readonly separated: boolean;
  /** Default: nothing stands out. */
  readonly mark?: Mark | undefined;
}

/** Separates groups of lines; no line of a file can look like it, since each begins with a path. */
export const GROUP_GAP = '--';

/** Lines as ripgrep prints them: `path:line:text` for matches, `path-line-text` for context. */
export function matchLines(files: readonly GrepFile[], options: MatchLinesOptions): string[] {
  const { prefix, numbers, separated, mark = unmarked } = options;
  const shown: string[] = [];
  for (const { path, lines } of files) {
    const name = prefix === null ? '' : mark('path', printableName(prefix + path));
    for (const [index, line] of lines.entries()) {
      const separator = line.kind === 'match' ? ':' : '-';
      const startsGroup = index === 0 ? shown.length > 0 : line.afterGap;
      if (separated && startsGroup) shown.push(GROUP_GAP);
      const number = numbers ? mark('number', String(line.number)) + separator : '';
      shown.push(`${name}${prefix === null ? '' : separator}${number}${shownText(line, mark)}`);
    }
  }
  return shown;
}

/** The text of a line, in which the matches stand out that were located. */
export function markedMatches({ text, spans = [] }: Pick<GrepLine, 'text' | 'spans'>, mark: Mark): string {
  let marked = '';
  let end = 0;
  for (const span of spans) {
    if (span.start < end || span.start === span.end) continue;
    marked += text.slice(end, span.start) + mark('match', text.slice(span.start, span.end));
    end = span.end;
  }
  return marked + text.slice(end);
}

/** The text of a line, marked as cut where some of it is not shown. */
export function shownText(line: GrepLine, mark: Mark): string {
  const { cutBefore, cutAfter } = line;
  const before = cutBefore > 0 ? `[${counted(cutBefore, 'byte')}] ... ` : '';
  return `${before}${markedMatches(line, mark)}${cutAfter > 0 ? ` ... [${counted(cutAfter, 'byte')}]` : ''}`;
}
