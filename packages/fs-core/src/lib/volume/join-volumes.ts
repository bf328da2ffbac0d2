import { ToolError } from '../errors/tool-error.ts';
import { normalizePath } from '../paths/normalize-path.ts';
import { contains } from '../paths/scope.ts';
import type { Volume, VolumeTraits } from './volume.ts';

/**
 * Several volumes behind one door. Each path goes to the volume whose mount contains it, the longest mount first. What is
 * made together lies in one volume; nothing is moved from one to another.
 * @param at the volumes by the absolute path at which each is; all of its roots lie there
 * @throws ToolError `INVALID_ARGUMENT` for a volume with a root elsewhere
 * @example const both = joinVolumes(new Map([['/notes', notes], ['/archive', archive]]))
 */
export function joinVolumes(at: ReadonlyMap<string, Volume>): Volume {
  const mounts = mountsIn(at);
  const volumes = mounts.map(({ volume }) => volume);
  const roots = volumes.flatMap((volume) => volume.roots);

  /** @throws ToolError `ACCESS_DENIED`, `INVALID_ARGUMENT` if the paths lie in different volumes */
  const volumeOf = (path: string, ...others: readonly string[]): Volume => {
    const mount = mounts.find((each) => contains(each.path, normalizePath(path)));
    if (mount === undefined)
      throw new ToolError({ code: 'ACCESS_DENIED', path, allowed: roots }, `Access denied: "${path}"`);
    const other = others.find((each) => volumeOf(each) !== mount.volume);
    if (other === undefined) return mount.volume;
    const message = `Cannot change "${path}" together with "${other}": they lie in different volumes`;
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'apart', path, other }, message);
  };

  return {
    roots,
    traits: volumes.map(({ traits }) => traits).reduce(weaker),
    async prepare() {
      for (const volume of volumes) await volume.prepare();
    },
    open: async (path, purpose) => volumeOf(path).open(path, purpose),
    locate: async (path, change, options) => volumeOf(path).locate(path, change, options),
    update: async (path, change, options) => volumeOf(path).update(path, change, options),
    remove: async (path, options) => volumeOf(path).remove(path, options),
    move: async (from, to, options) => volumeOf(from, to).move(from, to, options),
    makeDirectory: async (path, options) => volumeOf(path).makeDirectory(path, options),
    async transact(changes, options) {
      const [path, ...others] = changes.flatMap((change) =>
        change.kind === 'move' ? [change.from, change.to] : [change.path],
      );
      return path === undefined ? [] : volumeOf(path, ...others).transact(changes, options);
    },
    async deniedEntries(where) {
      const all = await Promise.all(volumes.map((volume) => volume.deniedEntries(where)));
      return {
        unwritable: all.flatMap(({ unwritable }) => unwritable),
        unreadableFiles: all.flatMap(({ unreadableFiles }) => unreadableFiles),
        unreadableDirectories: all.flatMap(({ unreadableDirectories }) => unreadableDirectories),
        fixedDirectories: all.flatMap(({ fixedDirectories }) => fixedDirectories).sort(),
        repositories: all.flatMap(({ repositories }) => repositories),
        gitDirectories: all.flatMap(({ gitDirectories }) => gitDirectories),
      };
    },
    async [Symbol.asyncDispose]() {
      for (const volume of volumes) await volume[Symbol.asyncDispose]();
    },
  };
}

/** The longest first. */
function mountsIn(at: ReadonlyMap<string, Volume>) {
  if (at.size === 0) throw unfit('there is none');
  const mounts = [...at].map(([path, volume]) => ({ path: normalizePath(path), volume }));
  for (const { path, volume } of mounts)
    for (const root of volume.roots) if (!contains(path, root)) throw unfit(`"${root}" does not lie in "${path}"`);
  return mounts.sort((one, other) => other.path.length - one.path.length);
}

function unfit(reason: string): ToolError {
  return new ToolError({ code: 'INVALID_ARGUMENT', problem: 'option', option: 'at' }, `Cannot join volumes: ${reason}`);
}

// From the fewest writers that are kept apart to the most.
const APART: readonly VolumeTraits['apart'][] = ['process', 'user', 'cluster', 'store'];

/** The promises that both volumes make. */
function weaker(one: VolumeTraits, other: VolumeTraits): VolumeTraits {
  return {
    kind: one.kind === other.kind ? one.kind : 'joined',
    links: one.links && other.links,
    modes: one.modes && other.modes,
    commands: one.commands && other.commands,
    apart: APART.indexOf(one.apart) < APART.indexOf(other.apart) ? one.apart : other.apart,
    atomicMove: one.atomicMove && other.atomicMove,
    transactions: one.transactions && other.transactions,
    ...((one.searchedInCopy || other.searchedInCopy) && { searchedInCopy: true }),
  };
}
