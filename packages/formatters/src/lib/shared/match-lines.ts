import type { GrepFile } from '@dragoman/tools';
import { counted } from './counted.ts';
import { printableName } from './printable.ts';

export interface MatchLinesOptions {
  /** Stands before each file's path. */
  readonly prefix: string;
  readonly numbers: boolean;
  /** Whether `GROUP_GAP` stands between groups of lines that do not touch. */
  readonly separated: boolean;
}

/** Separates groups of lines; no line of a file can look like it, since each begins with a path. */
export const GROUP_GAP = '--';

/** Lines as ripgrep prints them: `path:line:text` for matches, `path-line-text` for context. */
export function matchLines(files: readonly GrepFile[], options: MatchLinesOptions): string[] {
  const { prefix, numbers, separated } = options;
  const shown: string[] = [];
  for (const { path, lines } of files) {
    const name = printableName(prefix + path);
    for (const [index, line] of lines.entries()) {
      const mark = line.kind === 'match' ? ':' : '-';
      const startsGroup = index === 0 ? shown.length > 0 : line.afterGap;
      if (separated && startsGroup) shown.push(GROUP_GAP);
      shown.push(`${name}${mark}${numbers ? line.number + mark : ''}${cutText(line)}`);
    }
  }
  return shown;
}

function cutText({ text, cutBefore, cutAfter }: GrepFile['lines'][number]): string {
  const before = cutBefore > 0 ? `[${counted(cutBefore, 'byte')}] ... ` : '';
  return `${before}${text}${cutAfter > 0 ? ` ... [${counted(cutAfter, 'byte')}]` : ''}`;
}
