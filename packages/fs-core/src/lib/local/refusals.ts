import type { OperationEntry } from '../journal/entry.ts';
import { isSameContent } from './change-cells.ts';
import type { Objection } from './forecast.ts';
import type { ListedOperation } from './operation-list.ts';

/** An operation that cannot be taken back, or made again. */
export interface RefusedOperation {
  readonly id: string;
  readonly files: readonly RefusedFile[];
}

/** What is the matter with one of its files. */
export interface RefusedFile {
  readonly path: string;
  readonly isDirectory: boolean;
  readonly problem: Objection['problem'];
  /** The later operation that made of it what it is, and is not undone; null if that was somebody else. */
  readonly changedBy: string | null;
}

interface Others {
  /** The newest first. */
  readonly all: Iterable<ListedOperation>;
  /** Ids of those that are turned together. */
  readonly turned: ReadonlySet<string>;
}

export function refusedFiles(id: string, objections: readonly Objection[], others: Others): RefusedFile[] {
  const files = objections.map(({ path, problem, found, expected }) => ({
    path,
    isDirectory: (found ?? expected)?.kind === 'directory',
    problem,
    changedBy: problem === 'not-kept' ? null : changedBy(id, { path, found }, others),
  }));
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

function changedBy(
  id: string,
  { path, found }: Pick<Objection, 'path' | 'found'>,
  { all, turned }: Others,
): string | null {
  for (const operation of all) {
    if (operation.id === id) return null;
    if (operation.state === 'undone' || turned.has(operation.id) || !operation.isAllowed) continue;
    const entry = operation.entry();
    if (entry === null) continue;
    const left = leftAt(entry, path);
    if (left !== undefined && isSameContent(left, found)) return operation.id;
  }
  return null;
}

/** What an operation left at a path; undefined if that was none of its affair. */
function leftAt({ changes }: OperationEntry, path: string) {
  const change = changes.find((each) => each.path === path);
  if (change !== undefined) return change.after;
  return changes.some(({ from }) => from === path) ? null : undefined;
}
