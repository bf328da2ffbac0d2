import { join, posix, relative, sep } from 'node:path';
import { assertDirectory, contains, type NamedVolume, type Options } from '@dragoman/dialects/options';
import type { LimitName, Rights } from './principal-entry.ts';

const SHELLS: readonly Options['shell'][] = ['off', 'sandboxed', 'unrestricted'];

/**
 * The options of the command line, narrowed: nothing that rights say makes them wider. Null if nothing is left to
 * touch.
 * @param name of the principal, whose memory lies apart from that of others
 */
export function narrowedOptions(base: Options, rights: Rights, name: string): Options | null {
  const trees = rights.roots === null ? base.allow : sharedTrees(base, rights.roots);
  const volumes = rights.roots === null ? base.volumes : sharedVolumes(base, rights.roots);
  if (trees !== null && trees.length === 0 && volumes.length === 0) return null;
  const { maxFileSize, maxReplacementSize, maxResponseSize, maxResults } = base;
  const limits = { maxFileSize, maxReplacementSize, maxResponseSize, maxResults };
  return {
    ...base,
    allow: trees,
    volumes,
    workdir: workdirIn({ trees, volumes }, rights, base),
    deny: [...base.deny, ...rights.deny],
    readOnly: base.readOnly || rights.readOnly,
    dialect: rights.dialect ?? base.dialect,
    shell: lesser(base.shell, rights.shell ?? base.shell),
    ...smaller(limits, rights.limits),
    memoryDir: base.memoryDir === null ? null : join(base.memoryDir, name.replace(/[^\w.-]/g, '_')),
  };
}

/** The trees as far as the command line allows them. A directory that is gone is none. */
function sharedTrees(base: Options, asked: readonly string[]): readonly string[] {
  const outer = (base.allow ?? (base.volumes.length > 0 ? [] : [base.workdir])).flatMap(realTree);
  const shared = asked
    .flatMap(realTree)
    .flatMap((tree) =>
      outer.some((one) => contains(one, tree)) ? [tree] : outer.filter((one) => contains(tree, one)),
    );
  return [...new Set(shared)];
}

/** The volumes as far as the roots contain them, or parts of them. */
function sharedVolumes(base: Options, asked: readonly string[]): readonly NamedVolume[] {
  const shared = base.volumes.flatMap((volume) =>
    asked.some((root) => contains(root, volume.at)) ? [volume] : asked.flatMap((root) => partOf(volume, root)),
  );
  return [...new Map(shared.map((volume) => [volume.at, volume])).values()];
}

/** What a root names of a volume, as a volume of its own; none if it lies elsewhere. */
function partOf(volume: NamedVolume, root: string): NamedVolume[] {
  if (!contains(volume.at, root)) return [];
  const names = relative(volume.at, root).split(sep);
  return [{ ...volume, at: root, prefix: posix.join(volume.prefix, ...names) }];
}

function realTree(path: string): string[] {
  try {
    return [assertDirectory(path)];
  } catch {
    return [];
  }
}

function workdirIn({ trees, volumes }: Touched, { workdir }: Rights, base: Options): string {
  const wanted = workdir ?? base.workdir;
  if (trees === null || volumes.some(({ at }) => contains(at, wanted))) return wanted;
  const candidates = realTree(wanted);
  const first = trees[0] ?? volumes[0]?.at ?? base.workdir;
  return candidates.find((path) => trees.some((tree) => contains(tree, path))) ?? first;
}

interface Touched {
  readonly trees: readonly string[] | null;
  readonly volumes: readonly NamedVolume[];
}

function lesser(one: Options['shell'], other: Options['shell']): Options['shell'] {
  return SHELLS.indexOf(one) < SHELLS.indexOf(other) ? one : other;
}

type LimitsOf = Pick<Options, LimitName>;

function smaller(base: LimitsOf, limits: Rights['limits']): LimitsOf {
  const least = (name: LimitName): number =>
    Math.min(base[name] ?? Number.POSITIVE_INFINITY, limits[name] ?? Number.POSITIVE_INFINITY);
  const maxResponseSize = least('maxResponseSize');
  return {
    maxFileSize: least('maxFileSize'),
    maxReplacementSize: least('maxReplacementSize'),
    maxResponseSize: Number.isFinite(maxResponseSize) ? maxResponseSize : null,
    maxResults: least('maxResults'),
  };
}
