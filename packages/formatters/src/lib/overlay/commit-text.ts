import type { CommitConflict, CommitResult, OverlayChange } from '@dragoman/outcomes';
import type { ShowPath } from '../journal/operation-text.ts';

/** Lists changed files, a line for each: `A src/new.ts`. */
export function changesText(changes: readonly OverlayChange[], show: ShowPath): string {
  return changes.map(({ kind, path }) => `${LETTERS[kind]} ${show(path)}\n`).join('');
}

const LETTERS = { created: 'A', changed: 'M', removed: 'D' } as const;

/** Notes that a reader must know of a commit, a line each. */
export function commitNotes({ brokenHardLinks }: Pick<CommitResult, 'brokenHardLinks'>, show: ShowPath): string[] {
  return brokenHardLinks.map((path) => `${show(path)} had other hard links; they keep the old content`);
}

/** Explains why a commit left something undone. */
export function commitRefusal({ done, conflicts }: Omit<CommitResult, 'brokenHardLinks'>, show: ShowPath): string {
  const head = done.length === 0 ? 'Cannot commit: nothing was changed' : 'Cannot commit the rest';
  return [head, ...conflicts.map((conflict) => conflictLine(conflict, show))].join('\n');
}

/** Warns of what a commit would refuse. */
export function commitWarning(conflicts: readonly CommitConflict[], show: ShowPath): string {
  return ['A commit would be refused', ...conflicts.map((conflict) => conflictLine(conflict, show))].join('\n');
}

function conflictLine({ path, from, found }: CommitConflict, show: ShowPath): string {
  const why = from === null ? 'there by now' : found === null ? 'no longer there' : 'changed since';
  return `  ${show(path)}: ${why}`;
}
