import type { NotKept, NotTaken } from '@dragoman/fs-core/internal/kernel';
import { failureSentence } from './failure-sentence.ts';
import { longestText, shareOf, type TextLimit } from './text-limit.ts';

const REASONS: Readonly<Record<NotTaken['reason'], string>> = {
  denied: 'no tool may change it',
  changed: 'it was changed meanwhile',
  kind: 'only files and directories are kept',
  mode: 'its mode alone is not kept',
  name: 'its name is not UTF-8',
};

/**
 * A line for each change of a command that is not kept, as far as they fit in half of the limit, and one for how many more
 * there are; empty if all are kept.
 */
export function notKeptLines(notKept: NotKept | undefined, limit: TextLimit): string {
  if (notKept === undefined) return '';
  if ('failure' in notKept) return lineOf(failureSentence(notKept.failure, { search: null }));
  const { paths, more } = notKept;
  const linesOf = (count: number): string => {
    const left = paths.length - count + more;
    const told = paths.slice(0, count).map(({ path, reason }) => lineOf(`${path}: ${REASONS[reason]}`));
    return told.join('') + (left === 0 ? '' : lineOf(count === 0 ? `${left} changes` : `and ${left} more`));
  };
  return longestText(paths.length, linesOf, shareOf(limit, 2)).text;
}

function lineOf(note: string): string {
  return `Not kept: ${note}\n`;
}

/** Text that may lack its last newline, and lines below it. */
export function withLines(text: string, lines: string): string {
  return lines === '' || text === '' || text.endsWith('\n') ? text + lines : `${text}\n${lines}`;
}
