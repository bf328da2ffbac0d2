import { clearSetId, identityAt } from '@dragoman/fs-core/internal/host';
import type { CommandTraces, Log, Volume } from '@dragoman/fs-core/internal/kernel';
import { contains, outermost } from '@dragoman/fs-core/internal/kernel';
import type { TraceWatch } from '@dragoman/shell/internal/shell';
import { createTurns } from './turns.ts';

interface SearchedVolume extends Pick<Volume, 'deniedEntries'> {
  readonly roots: readonly string[];
  /** Commands may write in git directories. */
  readonly isGitOpen?: boolean;
}

/** The state of the trees at a look, or before the first command. */
interface LookedAt {
  /** The roots in which commands could write, each with the beginning of the first one, in milliseconds since the epoch. */
  readonly begun: ReadonlyMap<string, number>;
  /** Paths that no tool may write, and repositories, with what tells each from others that come to have its name. */
  readonly entries: Identities;
  /** Entries that no command could ever change. */
  readonly sealed: Identities;
}

/** Identities that tell files apart, by path. */
type Identities = ReadonlyMap<string, string>;

/** Number of paths of each kind that are named at most: more would bury the command's own output. */
const MAX_NAMED = 10;

/** A watch that has to be told of each command before it starts. */
interface SessionTraces extends TraceWatch {
  /** Has what comes into the trees of a volume from now on count as left by commands. */
  begin(volume: SearchedVolume): Promise<void>;
}

/**
 * Finds what the sandboxed commands of a session leave in its trees, and clears bits that would give a program its user's
 * rights. Whatever comes between two looks counts, whoever made it: processes go on after their command has ended.
 */
export function createTraces(currentVolume: () => SearchedVolume, log?: Log): SessionTraces {
  const turns = createTurns();
  let last: LookedAt | undefined;
  let next: Promise<void> | undefined;
  let found = nothingFound();
  let isPartialSaid = false;

  const search = async (base: LookedAt): Promise<void> => {
    const { roots, state } = await stateOf(currentVolume());
    const sealed = filtered(state.sealed, (path, identity) => base.sealed.get(path) === identity);
    // A process that goes on can move a directory past a look, so each one asks about every change since the beginning.
    const cleared = await clearSetId({ roots: base.begun, except: [...sealed.keys()] });
    const entries = filtered(state.entries, (path) => isBegun(base, path));
    const planted = filtered(entries, (path, identity) => base.entries.get(path) !== identity);
    found.planted.push(...outermost(planted.keys()));
    found.cleared.push(...cleared.paths);
    found.isPartial ||= !cleared.isWhole && !isPartialSaid;
    isPartialSaid ||= !cleared.isWhole;
    const elsewhere = filtered(base.entries, (path) => !isInSome(roots, path));
    last = { begun: base.begun, entries: new Map([...elsewhere, ...entries]), sealed };
  };

  const look = async (): Promise<void> => {
    using _ = await turns.take(undefined);
    next = undefined;
    if (last === undefined) return;
    try {
      await search(last);
    } catch (error) {
      log?.('error', 'The search for what a command left failed', { error: String(error) });
      found.isFailed = true;
    }
  };

  return {
    async begin(volume) {
      const isKnown = () => last !== undefined && volume.roots.every((root) => isBegun(last, root));
      if (isKnown()) return;
      using _ = await turns.take(undefined);
      if (!isKnown()) last = withRoots(last, await stateOf(volume));
    },
    look() {
      next ??= look();
      return next;
    },
    take() {
      const taken = found;
      found = nothingFound();
      return tracesOf(taken);
    },
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

async function stateOf(volume: SearchedVolume) {
  const { unwritable, repositories, unreadableDirectories, gitDirectories } = await volume.deniedEntries('trees');
  const entries = identitiesOf([...unwritable, ...repositories]);
  const shut = volume.isGitOpen
    ? unwritable.filter((path) => gitDirectories.every((each) => each.path !== path))
    : unwritable;
  return { roots: volume.roots, state: { entries, sealed: identitiesOf([...shut, ...unreadableDirectories]) } };
}

/** Adds the trees that a session has since. */
function withRoots(last: LookedAt | undefined, { roots, state }: Awaited<ReturnType<typeof stateOf>>): LookedAt {
  const isNew = (path: string) => !isBegun(last, path);
  return {
    begun: new Map([...(last?.begun ?? []), ...roots.filter(isNew).map((root) => [root, Date.now()] as const)]),
    entries: new Map([...(last?.entries ?? []), ...filtered(state.entries, isNew)]),
    sealed: new Map([...(last?.sealed ?? []), ...filtered(state.sealed, isNew)]),
  };
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

function isBegun(last: LookedAt | undefined, path: string): boolean {
  return isInSome([...(last?.begun.keys() ?? [])], path);
}

function isInSome(roots: readonly string[], path: string): boolean {
  return roots.some((root) => contains(root, path));
}
