import type { OperationEntry } from '../journal/entry.ts';
import { aboutOf, type EntryLine, entryOf } from '../journal/entry-line.ts';

/** One operation of a journal. */
export interface ListedOperation {
  readonly id: string;
  readonly state: 'done' | 'undone';
  /** Whether all of its paths may be shown and changed. */
  readonly isAllowed: boolean;
  /** All paths that it changed; cheaper than its entry. */
  paths(): readonly string[];
  /** What it did; null if the journal is damaged there. Read on demand: there may be thousands. */
  entry(): OperationEntry | null;
}

/** All operations of a journal. */
export interface OperationList {
  /** The newest first. */
  readonly all: readonly ListedOperation[];
  /** Ids of those that are undone, the one undone last at the end. */
  readonly undone: readonly string[];
}

/** @param isAllowed judges a path */
export function listOperations(lines: readonly EntryLine[], isAllowed: (path: string) => boolean): OperationList {
  const undone = undoneIn(lines);
  // By the paths as JSON: the same few files are changed again and again.
  const verdicts = new Map<string, boolean>();
  const judge = (line: EntryLine): boolean => {
    const known = verdicts.get(line.about);
    if (known !== undefined) return known;
    const paths = aboutOf(line);
    const verdict = paths.length > 0 && paths.every(isAllowed);
    verdicts.set(line.about, verdict);
    return verdict;
  };
  const all = lines.flatMap((line): ListedOperation[] => {
    if (line.kind !== 'operation') return [];
    const state = undone.has(line.id) ? 'undone' : 'done';
    return [{ id: line.id, state, isAllowed: judge(line), paths: () => aboutOf(line), entry: () => operationIn(line) }];
  });
  return { all: all.reverse(), undone: [...undone] };
}

function undoneIn(lines: readonly EntryLine[]): Set<string> {
  const undone = new Set<string>();
  for (const line of lines) {
    if (line.kind !== 'undo' && line.kind !== 'redo') continue;
    for (const id of aboutOf(line)) {
      undone.delete(id);
      if (line.kind === 'undo') undone.add(id);
    }
  }
  return undone;
}

function operationIn(line: EntryLine): OperationEntry | null {
  const entry = entryOf(line);
  return entry?.kind === 'operation' && entry.id === line.id ? entry : null;
}
