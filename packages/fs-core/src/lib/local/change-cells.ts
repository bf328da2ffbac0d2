import type { EntryChange, KeptNode } from '../journal/entry.ts';

/** Whether operations are taken back, or made again. */
export type Direction = 'undo' | 'redo';

/** What becomes of one name where a change is taken back, or made again. */
export interface Cell {
  readonly path: string;
  /** What must be there. */
  readonly expects: KeptNode | null;
  readonly becomes: KeptNode | null;
  /** The name of what it becomes, as it lies there now; absent if what was kept comes back. */
  readonly carriedFrom?: string;
  /** Whose mode it gets if somebody has set that since; absent if nobody could. */
  readonly modeOf?: ModeSource;
}

/** A file that is there, and what is known of it. */
export interface ModeSource {
  readonly path: string;
  readonly expects: KeptNode | null;
}

/** What a change, taken back or made again, comes to. */
export function cellsOf(change: EntryChange, direction: Direction): Cell[] {
  const { path, from, before, after } = change;
  const [expects, becomes] = direction === 'undo' ? [after, before] : [before, after];
  if (change.change !== 'move' || from === undefined) {
    return [{ path, expects, becomes, ...(change.change === 'update' && { modeOf: { path, expects } }) }];
  }
  const { replaced = null } = change;
  // Only a name has changed: what has it goes back under the other, whatever it holds.
  const isCarried = replaced === null && before !== null && after !== null && isSameContent(before, after);
  const [source, target] = direction === 'undo' ? [path, from] : [from, path];
  const arrives = isCarried ? { carriedFrom: source } : { modeOf: { path: source, expects } };
  return direction === 'undo'
    ? [
        { path: target, expects: null, becomes, ...arrives },
        // A mode that a name was given stays with it, too, whatever it leads to.
        { path: source, expects, becomes: replaced, modeOf: { path: source, expects } },
      ]
    : [
        { path: target, expects: replaced, becomes, ...arrives },
        { path: source, expects, becomes: null },
      ];
}

/** Whether two nodes hold the same; their modes may differ. */
export function isSameContent(one: KeptNode | null, other: KeptNode | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.kind === 'file') return other.kind === 'file' && one.version === other.version;
  if (one.kind === 'link') return other.kind === 'link' && one.target === other.target;
  if (one.kind !== 'directory' || other.kind !== 'directory') return one.kind === other.kind;
  // What it holds is not told where it is nobody's affair.
  if (one.entries === undefined || other.entries === undefined) return true;
  const [entries, others] = [Object.entries(one.entries), other.entries];
  return (
    entries.length === Object.keys(others).length &&
    entries.every(([name, node]) => Object.hasOwn(others, name) && isSameContent(node, others[name] ?? null))
  );
}
