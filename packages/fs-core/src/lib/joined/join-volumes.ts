import { ToolError } from '../errors/tool-error.ts';
import { normalizePath } from '../paths/normalize-path.ts';
import { contains } from '../scope/scope.ts';
import type { FileChange, Volume, VolumeTraits } from '../volume/volume.ts';

/**
 * Several volumes behind one door. Each path goes to the volume whose place contains it, the longest place first. What is
 * made together lies in one volume; nothing is moved from one to another.
 * @param at the volumes by the absolute path at which each is; all of its roots lie there
 * @throws ToolError `INVALID_ARGUMENT` for a volume with a root elsewhere
 */
export function joinVolumes(at: ReadonlyMap<string, Volume>): Volume {
  const places = [...at]
    .map(([path, volume]) => ({ path: normalizePath(path), volume }))
    .sort((one, other) => other.path.length - one.path.length);
  const volumes = places.map(({ volume }) => volume);
  const [first, ...others] = volumes;
  if (first === undefined) throw unfit('there is none');
  for (const { path, volume } of places)
    for (const root of volume.roots) if (!contains(path, root)) throw unfit(`"${root}" does not lie in "${path}"`);
  const roots = volumes.flatMap((volume) => volume.roots);

  const volumeOf = (given: string): Volume => {
    const path = normalizePath(given);
    const place = places.find((each) => contains(each.path, path));
    if (place !== undefined) return place.volume;
    throw new ToolError({ code: 'ACCESS_DENIED', path: given, allowed: roots }, `Access denied: "${given}"`);
  };
  const oneVolumeOf = (paths: readonly string[]): Volume | undefined => {
    const [first, ...others] = paths;
    const volume = first === undefined ? undefined : volumeOf(first);
    const other = others.find((path) => volumeOf(path) !== volume);
    if (first === undefined || other === undefined) return volume;
    const message = `Cannot change "${first}" together with "${other}": they lie in different volumes`;
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'apart', path: first, other }, message);
  };

  return {
    roots,
    traits: others.reduce((traits, volume) => weaker(traits, volume.traits), first.traits),
    async prepare() {
      for (const volume of volumes) await volume.prepare();
    },
    open: async (path, purpose) => volumeOf(path).open(path, purpose),
    update: async (path, change, options) => volumeOf(path).update(path, change, options),
    remove: async (path, options) => volumeOf(path).remove(path, options),
    move: async (from, to, options) => (oneVolumeOf([from, to]) ?? volumeOf(from)).move(from, to, options),
    makeDirectory: async (path, options) => volumeOf(path).makeDirectory(path, options),
    transact: async (changes, options) =>
      (await oneVolumeOf(changes.flatMap(pathsOf))?.transact(changes, options)) ?? [],
    deniedEntries() {
      const all = volumes.map((volume) => volume.deniedEntries());
      return {
        unwritable: all.flatMap(({ unwritable }) => unwritable),
        unreadableFiles: all.flatMap(({ unreadableFiles }) => unreadableFiles),
        unreadableDirectories: all.flatMap(({ unreadableDirectories }) => unreadableDirectories),
      };
    },
    async [Symbol.asyncDispose]() {
      for (const volume of volumes) await volume[Symbol.asyncDispose]();
    },
  };
}

function unfit(reason: string): ToolError {
  return new ToolError({ code: 'INVALID_ARGUMENT', problem: 'option', option: 'at' }, `Cannot join volumes: ${reason}`);
}

// From the fewest writers that are kept apart to the most.
const APART: readonly VolumeTraits['apart'][] = ['process', 'user', 'cluster', 'store'];

/** What both promise. */
function weaker(one: VolumeTraits, other: VolumeTraits): VolumeTraits {
  return {
    kind: one.kind === other.kind ? one.kind : 'joined',
    links: one.links && other.links,
    modes: one.modes && other.modes,
    commands: one.commands && other.commands,
    apart: APART.indexOf(one.apart) < APART.indexOf(other.apart) ? one.apart : other.apart,
    atomicMove: one.atomicMove && other.atomicMove,
    transactions: one.transactions && other.transactions,
  };
}

function pathsOf(change: FileChange): string[] {
  return change.kind === 'move' ? [change.from, change.to] : [change.path];
}
