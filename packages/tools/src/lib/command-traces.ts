import { clearSetId } from '@dragoman/fs-core/internal/host';
import {
  type CommandTraces,
  contains,
  type DeniedEntries,
  type Log,
  outermost,
  type Volume,
} from '@dragoman/fs-core/internal/kernel';

/** Looks for what a command left, and clears bits that would give a program its user's rights. Never rejects. */
export type FindTraces = () => Promise<CommandTraces | undefined>;

interface SearchedVolume extends Pick<Volume, 'deniedEntries'> {
  readonly roots: readonly string[];
}

/** The state of the trees before a command. */
interface Before {
  readonly roots: readonly string[];
  /** Paths that no tool may write. */
  readonly paths: ReadonlySet<string>;
  readonly sinceMs: number;
}

/** At most so many paths of each kind are named: more would bury the command's own output. */
const MAX_NAMED = 10;

/**
 * Makes a function to be called before each sandboxed command of a session. Where earlier commands still run, what they
 * have left since they were last asked for counts, too. That a search was not whole is said once.
 */
export function createTraces(
  currentVolume: () => SearchedVolume,
  log?: Log,
): (denied: DeniedEntries, othersRun: boolean) => FindTraces {
  let last: Before | undefined;
  // The beginning of the earliest command after which not all could be looked at.
  let uncheckedSinceMs = Number.POSITIVE_INFINITY;
  let isPartialSaid = false;
  return (denied, othersRun) => {
    const before = (othersRun ? last : undefined) ?? stateOf(currentVolume(), denied);
    const search = async (): Promise<CommandTraces | undefined> => {
      const volume = currentVolume();
      const now = volume.deniedEntries();
      last = stateOf(volume, now);
      const planted = outermost([...last.paths].filter((path) => isNewIn(before, path)));
      const sinceMs = Math.min(before.sinceMs, uncheckedSinceMs);
      const { roots } = before;
      const cleared = await clearSetId({ roots, except: [...now.unwritable, ...now.unreadableDirectories], sinceMs });
      if (!cleared.isWhole) uncheckedSinceMs = Math.min(sinceMs, uncheckedSinceMs);
      else if (sinceMs <= uncheckedSinceMs) uncheckedSinceMs = Number.POSITIVE_INFINITY;
      const isPartial = !cleared.isWhole && !isPartialSaid;
      isPartialSaid ||= isPartial;
      return tracesOf(planted, cleared.paths, isPartial);
    };
    return async () => {
      try {
        return await search();
      } catch (error) {
        uncheckedSinceMs = Math.min(before.sinceMs, uncheckedSinceMs);
        log?.('error', 'The search for what a command left failed', { error: String(error) });
        return { planted: [], cleared: [], more: 0, isFailed: true };
      }
    };
  };
}

function stateOf({ roots }: SearchedVolume, { unwritable, repositories }: DeniedEntries): Before {
  return { roots, paths: new Set([...unwritable, ...repositories]), sinceMs: Date.now() };
}

function isNewIn({ roots, paths }: Before, path: string): boolean {
  return !paths.has(path) && roots.some((root) => contains(root, path));
}

function tracesOf(planted: readonly string[], paths: readonly string[], isPartial: boolean): CommandTraces | undefined {
  const [namedPlanted, namedCleared] = [planted.slice(0, MAX_NAMED), paths.slice(0, MAX_NAMED)];
  if (planted.length === 0 && paths.length === 0 && !isPartial) return undefined;
  return {
    planted: namedPlanted,
    cleared: namedCleared,
    more: planted.length + paths.length - namedPlanted.length - namedCleared.length,
    ...(isPartial && { isPartial }),
  };
}
