import { contains } from '../scope/scope.ts';
import type { RealPath } from '../volume/volume.ts';
import type { Chosen } from './chosen.ts';
import { ancestorsOf } from './entries.ts';
import type { Entry, FileEntry } from './entry.ts';

/** One change of the volume below. */
export type Step =
  | { readonly kind: 'write'; readonly path: RealPath; readonly entry: FileEntry }
  /** A file gets its name from the place where the volume below has it, and maybe other content. */
  | {
      readonly kind: 'move';
      readonly from: RealPath;
      readonly path: RealPath;
      readonly entry: FileEntry;
      readonly source: Entry;
    }
  | { readonly kind: 'remove'; readonly path: RealPath; readonly entry: Entry }
  /** A directory goes with all it holds, which are entries, too. */
  | { readonly kind: 'remove-tree'; readonly path: RealPath; readonly entry: Entry };

/** What a commit does, in turn. */
export interface CommitPlan {
  readonly first: readonly Step[];
  /** Directories from which files were moved away, and which are empty by now, innermost first. */
  readonly emptied: readonly RealPath[];
  /** Where something else was, which must be gone before. */
  readonly second: readonly Step[];
  /** Directories that are made, outermost first. */
  readonly made: readonly RealPath[];
}

/** @param movesFiles whether the volume below moves files as they are: with mode, owner and attributes */
export function planCommit(chosen: Chosen, movesFiles: boolean): CommitPlan {
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

/** Where files were that have moved to places at which nothing was; each counts once. */
function movesIn(chosen: Chosen): ReadonlyMap<RealPath, RealPath> {
  const moves = new Map<RealPath, RealPath>();
  const used = new Set<RealPath>();
  for (const [path, entry] of chosen) {
    if (entry.kind !== 'file' || entry.movedFrom === undefined || entry.below !== null) continue;
    const source = chosen.get(entry.movedFrom);
    if (source?.kind !== 'gone' || source.below.kind !== 'file' || used.has(entry.movedFrom)) continue;
    // A name below something that goes cannot be given in the same step.
    if ([path, ...ancestorsOf(path)].some((above) => isRemoval(chosen.get(above)))) continue;
    moves.set(path, entry.movedFrom);
    used.add(entry.movedFrom);
  }
  return moves;
}

/** Whether what is below must go: nothing is there any more, or something of another kind. */
function isRemoval(entry: Entry | undefined): boolean {
  if (entry === undefined || entry.below === null) return false;
  return entry.kind !== entry.below.kind;
}

function removalsIn(chosen: Chosen, origins: ReadonlySet<RealPath>) {
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
