import type { CommandTraces } from '@dragoman/fs-core/internal/kernel';
import type { CommandAftermath } from '@dragoman/outcomes/internal/parts';
import { printableName } from './printable.ts';
import { longestText, shareOf, type TextLimit } from './text-limit.ts';

/** Lines on what a command left, as far as they fit in a quarter of the limit; empty for most commands. */
export function aftermathLines({ traces, wholeOutput }: CommandAftermath, limit: TextLimit): string {
  const saved =
    wholeOutput === undefined ? '' : lineOf(`all that it printed can be read in ${printableName(wholeOutput)}`);
  return saved + (traces === undefined ? '' : traceLines(traces, shareOf(limit, 4)));
}

function traceLines(traces: CommandTraces, limit: TextLimit): string {
  const { planted, cleared, removed = [], more, isPartial, isFailed, isGitRefused } = traces;
  const notes = [
    ...planted.map((path) => `new repository or settings, from which programs may run code: ${printableName(path)}`),
    ...removed.map((path) => `removed, since git would obey it: ${printableName(path)}`),
    ...cleared.map((path) => `set-user-id and set-group-id bits were cleared: ${printableName(path)}`),
  ];
  const end = [
    ...(isGitRefused
      ? ['commands read .git and cannot write it; the server option --git write lets them, but for hooks and settings']
      : []),
    ...(isPartial ? ['the allowed directories could not be searched whole for set-user-id bits'] : []),
    ...(isFailed ? ['the allowed directories could not be searched for new repositories and set-user-id bits'] : []),
  ];
  const linesOf = (count: number): string => {
    const left = notes.length - count + more;
    return (
      notes.slice(0, count).map(lineOf).join('') +
      (left === 0 ? '' : lineOf(`${left} more of these`)) +
      end.map(lineOf).join('')
    );
  };
  return longestText(notes.length, linesOf, limit).text;
}

function lineOf(note: string): string {
  return `Note: ${note}\n`;
}
