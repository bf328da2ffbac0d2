import { contains, type RealPath } from '@dragoman/fs-core/internal/kernel';
import type { ChosenEntries } from './chosen.ts';
import { ancestorsOf } from './entries.ts';
import type { Entry, FileEntry } from './entry.ts';

/** One change of the volume below. */
export type Step =
  | { readonly kind: 'write'; readonly path: RealPath; readonly entry: FileEntry }
  /** A file of the volume below gets another path, and maybe other content. */
  | {
      readonly kind: 'move';
      readonly from: RealPath;
      readonly path: RealPath;
      readonly entry: FileEntry;
      readonly source: Entry;
    }
  | { readonly kind: 'remove'; readonly path: RealPath; readonly entry: Entry }
  /** A directory is removed with all it holds, of which there are entries, too. */
  | { readonly kind: 'remove-tree'; readonly path: RealPath; readonly entry: Entry };

/** Steps of a commit, in this order: `first`, `emptied`, `second`, `made`. */
export interface CommitPlan {
  readonly first: readonly Step[];
  /** Directories to be removed that are empty once files were moved away, innermost first. */
  readonly emptied: readonly RealPath[];
  /** Writes at or below paths that `first` and `emptied` have to free. */
  readonly second: readonly Step[];
  /** Directories to be made, outermost first. */
  readonly made: readonly RealPath[];
}

/** @param movesFiles whether the volume below moves files as they are: with mode, owner and attributes */
export function planCommit(chosen: ChosenEntries, movesFiles: boolean): CommitPlan {
  const moves = movesFiles ? movesIn(chosen) : new Map<RealPath, RealPath>();
  const origins = new Set(moves.values());
  const removals = removalsIn(chosen, origins);
  const writes = [...chosen].flatMap(([path, entry]): Step[] => {
    if (entry.kind !== 'file') return [];
    const from = moves.get(path);
    const source = from && chosen.get(from);
    return [from && source ? { kind: 'move', from, path, entry, source } : { kind: 'write', path, entry }];
  });
  const freed = new Set([...removals.steps.map(({ path }) => path), ...removals.emptied]);
  const isLate = ({ path }: Step) => [path, ...ancestorsOf(path)].some((each) => freed.has(each));
  return {
    first: [...removals.steps, ...writes.filter((step) => !isLate(step))],
    second: writes.filter(isLate),
    emptied: removals.emptied,
    made: [...chosen].flatMap(([path, { kind, below }]) =>
      kind === 'directory' && below?.kind !== 'directory' ? [path] : [],
    ),
  };
}

/** The old paths of moved files, by the new ones, at which nothing was. Each old path counts once. */
function movesIn(chosen: ChosenEntries): ReadonlyMap<RealPath, RealPath> {
  const moves = new Map<RealPath, RealPath>();
  const used = new Set<RealPath>();
  for (const [path, entry] of chosen) {
    if (entry.kind !== 'file' || entry.movedFrom === undefined || entry.below !== null) continue;
    const source = chosen.get(entry.movedFrom);
    if (source?.kind !== 'gone' || source.below.kind !== 'file' || used.has(entry.movedFrom)) continue;
    // A path below something that is removed is not free in the same step.
    if ([path, ...ancestorsOf(path)].some((above) => isRemoval(chosen.get(above)))) continue;
    moves.set(path, entry.movedFrom);
    used.add(entry.movedFrom);
  }
  return moves;
}

/**
 * True if the entry of the volume below must be removed: the overlay has nothing there, or something of another kind.
 */
function isRemoval(entry: Entry | undefined): boolean {
  if (entry === undefined || entry.below === null) return false;
  return entry.kind !== entry.below.kind;
}

function removalsIn(chosen: ChosenEntries, origins: ReadonlySet<RealPath>) {
  const steps: Step[] = [];
  const emptied: RealPath[] = [];
  const trees = new Set<RealPath>();
  for (const [path, entry] of chosen) {
    if (!isRemoval(entry) || origins.has(path) || ancestorsOf(path).some((above) => trees.has(above))) continue;
    if (entry.below?.kind !== 'directory') steps.push({ kind: 'remove', path, entry });
    else if ([...origins].some((origin) => contains(path, origin))) emptied.unshift(path);
    else {
      trees.add(path);
      steps.push({ kind: 'remove-tree', path, entry });
    }
  }
  return { steps, emptied };
}
