import type { EntryChange, KeptNode } from '@dragoman/fs-core/internal/kernel';

export type Direction = 'undo' | 'redo';

/** Change of one name by an undo or redo. The names of an operation are distinct, and none contains another. */
export interface NameChange {
  readonly path: string;
  /** Entry that must be there. */
  readonly expects: KeptNode | null;
  readonly becomes: KeptNode | null;
  /** Name under which the file or directory is found until then; absent for one that comes back from the journal. */
  readonly source?: string;
  /** True if the entry gets its name by a rename, with all that it holds by now. */
  readonly isRenamed?: boolean;
}

/** Returns the changes of names by which a recorded change is undone or redone. */
export function nameChanges(change: EntryChange, direction: Direction): NameChange[] {
  const { path, from, before, after, replaced = null } = change;
  const [expects, becomes] = direction === 'undo' ? [after, before] : [before, after];
  if (from === undefined) {
    const isEdit = change.change === 'update';
    return [
      { path, expects: becomes === null ? withEntries(expects) : expects, becomes, ...(isEdit && { source: path }) },
    ];
  }
  const isRenamed = replaced === null && before !== null && isSameContent(before, after);
  const [source, target] = direction === 'undo' ? [path, from] : [from, path];
  const [covered, uncovered] = direction === 'undo' ? [null, replaced] : [replaced, null];
  return [
    { path: target, expects: covered, becomes, source, isRenamed },
    { path: source, expects, becomes: uncovered },
  ];
}

/** A directory that was made goes only while it is empty. */
function withEntries(node: KeptNode | null): KeptNode | null {
  return node?.kind === 'directory' ? { entries: {}, ...node } : node;
}

/** True for a directory whose content counts. */
export function isWhole(expects: KeptNode | null): boolean {
  return expects?.kind === 'directory' && expects.entries !== undefined;
}

/** True if two entries hold the same; their modes may differ. */
export function isSameContent(one: KeptNode | null, other: KeptNode | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.kind === 'file') return other.kind === 'file' && one.version === other.version;
  if (one.kind === 'link') return other.kind === 'link' && one.target === other.target;
  if (one.kind !== 'directory' || other.kind !== 'directory') return one.kind === other.kind;
  // Unknown entries are not the affair of the operation.
  if (one.entries === undefined || other.entries === undefined) return true;
  const [entries, others] = [Object.entries(one.entries), other.entries];
  return (
    entries.length === Object.keys(others).length &&
    entries.every(([name, node]) => Object.hasOwn(others, name) && isSameContent(node, others[name] ?? null))
  );
}
