import type { AppliedCount, KnownOperation } from '@dragoman/outcomes/internal/parts';
import { pathBelow } from '../shared/path-below.ts';
import { printableName } from '../shared/printable.ts';

/** Formats a path for a person. */
export type ShowPath = (path: string) => string;

/** A path relative to a directory where it lies in it, on one line. */
export function pathsBelow(directory: string): ShowPath {
  return (path) => printableName(pathBelow(directory, path) ?? path);
}

export interface LogPage {
  /** The newest first. */
  readonly operations: readonly KnownOperation[];
  /** Number of operations. */
  readonly total: number;
}

export const NOTHING_RECORDED = 'No operations are recorded';

/** Output of `log`: the changes of each operation. */
export function logText({ operations, total }: LogPage, show: ShowPath): string {
  if (total === 0) return `${NOTHING_RECORDED}\n`;
  const more = total - operations.length;
  const rest = more > 0 ? `${more} more: --limit ${total}\n` : '';
  return operations.map((operation) => headLine(operation) + changeLines(operation, 'redo', show)).join('') + rest;
}

function headLine({ id, time, tool, state }: KnownOperation): string {
  return `${[id, localTime(time), tool, ...(state === 'undone' ? ['undone'] : [])].join('  ')}\n`;
}

/** `2026-11-23 02:11:09`, where the reader is. */
function localTime(time: string): string {
  const date = new Date(time);
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(two).join('-');
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`;
}

/** Operations that were undone or redone. */
export interface AppliedOperations {
  readonly operations: readonly KnownOperation[];
  readonly direction: 'undo' | 'redo';
  readonly dryRun: boolean;
}

/** Tells what `undo` or `redo` did to the files of each operation. */
export function appliedText({ operations, direction, dryRun }: AppliedOperations, show: ShowPath): string {
  const verb = dryRun ? `[Dry Run] Would ${direction}` : direction === 'undo' ? 'Undid' : 'Redid';
  return operations
    .map((operation) => `${verb} ${operation.id} (${operation.tool})\n${changeLines(operation, direction, show)}`)
    .join('');
}

/** Tells how far an undo or redo of several operations has come: `1,200 of 5,000`. */
export function progressText({ done, total }: AppliedCount): string {
  return `${grouped(done)} of ${grouped(total)}`;
}

/** Tells what is done where an undo or redo of several operations stopped. */
export function stopText(count: AppliedCount, { direction, dryRun }: Omit<AppliedOperations, 'operations'>): string {
  const verb = dryRun ? 'would be' : count.done === 1 ? 'is' : 'are';
  return `Stopped there: ${progressText(count)} operations ${verb} ${direction === 'undo' ? 'undone' : 'redone'}`;
}

/** Tells what is committed where a commit was interrupted. */
export function commitStopText(count: AppliedCount): string {
  return `Stopped there: ${progressText(count)} changes are committed`;
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** A line for each change, in the order of the paths that things have then. */
function changeLines({ entries }: KnownOperation, direction: 'undo' | 'redo', show: ShowPath): string {
  const lines = entries.map((entry) => {
    const { change, path, from = path, before, after } = entry;
    const isDirectory = (after ?? before)?.kind === 'directory';
    const shown = (each: string): string => show(each) + (isDirectory ? '/' : '');
    const [old, now] = direction === 'undo' ? [path, from] : [from, path];
    const what = change === 'move' ? `${shown(old)} -> ${shown(now)}` : shown(path);
    return { now, line: `  ${LETTERS[direction][change]} ${what}\n` };
  });
  return [...lines, ...(direction === 'undo' ? [] : madeLines(entries, show))]
    .sort((one, other) => (one.now < other.now ? -1 : 1))
    .map(({ line }) => line)
    .join('');
}

/** A line for each directory that was made on the way to one that was asked for. An undo leaves those that others use. */
function madeLines(entries: KnownOperation['entries'], show: ShowPath) {
  const asked = entries.filter(({ change, after }) => change === 'add' && after?.kind === 'directory');
  const made = new Set(asked.flatMap((entry) => entry.made ?? []));
  return [...made].map((now) => ({ now, line: `  A ${show(now)}/\n` }));
}

const LETTERS = {
  redo: { add: 'A', update: 'M', delete: 'D', move: 'R' },
  undo: { add: 'D', update: 'M', delete: 'A', move: 'R' },
} as const;
