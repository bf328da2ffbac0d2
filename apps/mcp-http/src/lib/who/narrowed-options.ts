import { join, relative, sep } from 'node:path';
import type { Options } from '@dragoman/dialects/internal/options';
import { contains } from '@dragoman/fs-core/internal/kernel';
import { limitsOf } from '@dragoman/tools/internal/session';
import { sharedTrees } from '../sessions/opening.ts';
import type { Rights } from './principal-entry.ts';

const SHELLS: readonly Options['shell'][] = ['off', 'sandboxed', 'unrestricted'];

/**
 * The options of the command line, narrowed: nothing that rights say makes them wider. Which of the directories are there,
 * and where links lead, is found out as a session is opened: whoever is let in waits for no disk.
 * @param directory the name of the principal's own, in which its memory lies apart from that of others
 */
export function narrowedOptions(base: Options, rights: Rights, directory: string): Options {
  return {
    ...base,
    ...placesIn(base, rights),
    deny: [...base.deny, ...rights.deny],
    readOnly: base.readOnly || rights.readOnly,
    dialect: rights.dialect ?? base.dialect,
    shell: lesser(base.shell, rights.shell ?? base.shell),
    ...limitsOf((name) => smaller(base[name], rights.limits[name] ?? null)),
    memoryDir: base.memoryDir === null ? null : join(base.memoryDir, directory),
  };
}

/** The directories of the command line, without stores, whether or not they are there. */
export function localTrees({ allow, workdir, volumes }: Options): readonly string[] {
  return allow ?? (volumes.length === 0 ? [workdir] : []);
}

type Places = Pick<Options, 'allow' | 'volumes' | 'workdir'>;

function placesIn(base: Options, { roots, workdir }: Rights): Places {
  if (roots === null) return { allow: base.allow, volumes: base.volumes, workdir: workdir ?? base.workdir };
  const shared = sharedTrees(localTrees(base), roots);
  // Links may lead from what seems to lie outside into what is allowed.
  const allow = shared.length > 0 ? shared : roots;
  const volumes = volumesWithin(base.volumes, roots);
  const places = [...allow, ...volumes.map(({ at }) => at)];
  const directory = workdir ?? base.workdir;
  const isInPlace = places.some((place) => contains(place, directory));
  return { allow, volumes, workdir: isInPlace ? directory : (places[0] ?? directory) };
}

/** Selects the stores that the directories name: a whole one, or a part of it by its prefix. */
function volumesWithin(volumes: Options['volumes'], roots: readonly string[]): Options['volumes'] {
  const outermost = [...new Set(roots)].filter(
    (root) => !roots.some((other) => other !== root && contains(other, root)),
  );
  const partOf = (volume: Options['volumes'][number], root: string): Options['volumes'] => {
    if (contains(root, volume.at)) return [volume];
    if (!contains(volume.at, root)) return [];
    return [{ at: root, url: [volume.url, ...relative(volume.at, root).split(sep)].join('/') }];
  };
  return volumes.flatMap((volume) => outermost.flatMap((root) => partOf(volume, root)));
}

function lesser(one: Options['shell'], other: Options['shell']): Options['shell'] {
  return SHELLS.indexOf(one) < SHELLS.indexOf(other) ? one : other;
}

/** The smaller of two limits, where null is none. */
function smaller(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}
