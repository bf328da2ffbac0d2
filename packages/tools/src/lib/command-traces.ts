import { clearSetId, identityAt } from '@dragoman/fs-core/internal/host';
import { type CommandTraces, contains, type Log, outermost, type Volume } from '@dragoman/fs-core/internal/kernel';
import type { TraceWatch } from '@dragoman/shell/internal/shell';

interface SearchedVolume extends Pick<Volume, 'deniedEntries'> {
  readonly roots: readonly string[];
}

/** The state of the trees at a look, or before the first command. */
interface LookedAt {
  readonly roots: readonly string[];
  /** Paths that no tool may write, and repositories, with what tells each from others that come to have its name. */
  readonly entries: Identities;
  /** Entries that no command could ever change. */
  readonly sealed: Identities;
  /** The beginning of the first command, in milliseconds since the epoch. */
  readonly sinceMs: number;
}

/** Identities that tell files apart, by path. */
type Identities = ReadonlyMap<string, string>;

/** Number of paths of each kind that are named at most: more would bury the command's own output. */
const MAX_NAMED = 10;

/**
 * Finds what the sandboxed commands of a session leave in its trees, and clears bits that would give a program its user's
 * rights. Whatever comes between two looks counts, whoever made it: processes go on after their command has ended.
 */
export function createTraces(currentVolume: () => SearchedVolume, log?: Log): TraceWatch {
  let last: LookedAt | undefined;
  let found = nothingFound();
  let isPartialSaid = false;

  const search = async (base: LookedAt): Promise<void> => {
    const state = stateOf(currentVolume());
    const roots = outermost([...base.roots, ...state.roots]);
    const sealed = filtered(state.sealed, (path, identity) => base.sealed.get(path) === identity);
    const cleared = await clearSetId({ roots, except: [...sealed.keys()], sinceMs: base.sinceMs });
    const isNew = (path: string, identity: string) => base.entries.get(path) !== identity && isInSome(base.roots, path);
    found.planted.push(...outermost(filtered(state.entries, isNew).keys()));
    found.cleared.push(...cleared.paths);
    found.isPartial ||= !cleared.isWhole && !isPartialSaid;
    isPartialSaid ||= !cleared.isWhole;
    const elsewhere = filtered(base.entries, (path) => !isInSome(state.roots, path));
    const entries = new Map([...elsewhere, ...state.entries]);
    // A process that goes on can move a directory past a look, so each one asks about every change since the first command.
    last = { roots, entries, sealed, sinceMs: base.sinceMs };
  };

  const look = async (): Promise<void> => {
    if (last === undefined) return;
    try {
      await search(last);
    } catch (error) {
      log?.('error', 'The search for what a command left failed', { error: String(error) });
      found.isFailed = true;
    }
  };

  return {
    begin() {
      const volume = currentVolume();
      if (last === undefined) last = stateOf(volume);
      else if (!volume.roots.every((root) => isInSome(last?.roots ?? [], root)))
        last = withRoots(last, stateOf(volume));
    },
    look: oneAtATime(look),
    take() {
      const taken = found;
      found = nothingFound();
      return tracesOf(taken);
    },
  };
}

/** Runs a task again only when it has ended; who asks meanwhile waits for one that began after. */
function oneAtATime(task: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running.then(() => {
      next = undefined;
      running = task();
      return running;
    });
    return next;
  };
}

function nothingFound() {
  return { planted: [] as string[], cleared: [] as string[], isPartial: false, isFailed: false };
}

function tracesOf(found: ReturnType<typeof nothingFound>): CommandTraces | undefined {
  const { planted, cleared, isPartial, isFailed } = found;
  if (planted.length === 0 && cleared.length === 0 && !isPartial && !isFailed) return undefined;
  const [namedPlanted, namedCleared] = [planted.slice(0, MAX_NAMED), cleared.slice(0, MAX_NAMED)];
  return {
    planted: namedPlanted,
    cleared: namedCleared,
    more: planted.length + cleared.length - namedPlanted.length - namedCleared.length,
    ...(isPartial && { isPartial }),
    ...(isFailed && { isFailed }),
  };
}

function stateOf(volume: SearchedVolume): LookedAt {
  const { unwritable, repositories, unreadableDirectories } = volume.deniedEntries('trees');
  const { roots } = volume;
  const entries = identitiesOf([...unwritable, ...repositories]);
  return { roots, entries, sealed: identitiesOf([...unwritable, ...unreadableDirectories]), sinceMs: Date.now() };
}

/** Adds the trees that a session has since. */
function withRoots(last: LookedAt, now: LookedAt): LookedAt {
  const roots = now.roots.filter((root) => !isInSome(last.roots, root));
  const added = filtered(now.entries, (path) => isInSome(roots, path));
  return { ...last, roots: [...last.roots, ...roots], entries: new Map([...last.entries, ...added]) };
}

function identitiesOf(paths: readonly string[]): Identities {
  const identityOf = (path: string): string => {
    const { device, inode } = identityAt(path) ?? {};
    return `${device}:${inode}`;
  };
  return new Map(paths.map((path) => [path, identityOf(path)]));
}

function filtered(identities: Identities, isKept: (path: string, identity: string) => boolean): Identities {
  return new Map([...identities].filter(([path, identity]) => isKept(path, identity)));
}

function isInSome(roots: readonly string[], path: string): boolean {
  return roots.some((root) => contains(root, path));
}
