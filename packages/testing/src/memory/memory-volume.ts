import {
  assertNotCancelled,
  type ChangeOptions,
  type ChangeResult,
  claimsDirectory,
  NO_DENIED_ENTRIES,
  type RealPath,
  ToolError,
  type Volume,
  type VolumeTraits,
} from '../../../fs-core/src/internal/kernel.ts';
import { createKeyedQueue } from '../../../fs-core/src/lib/lock/queue.ts';
import { denyGlobs } from '../../../fs-core/src/lib/paths/deny-globs.ts';
import { normalizePath } from '../../../fs-core/src/lib/paths/normalize-path.ts';
import { createScope } from '../../../fs-core/src/lib/paths/scope.ts';
import {
  assertApart,
  computeMove,
  computeOf,
  computeRemoval,
  computeWrite,
  type MemoryChange,
  makeAll,
} from './memory-changes.ts';
import { openMemoryDirectory } from './memory-directory.ts';
import { openMemoryFile } from './memory-file.ts';
import { failed, find, type Memory, missing } from './memory-places.ts';
import { type MemoryDirectoryNode, newDirectory, put } from './memory-tree.ts';

export interface MemoryVolumeOptions {
  /** Absolute path at which the volume is. */
  readonly root: string;
  readonly deny?: readonly string[];
  readonly builtinDeny?: boolean;
  /** The tree at first. Default: nothing. */
  readonly tree?: MemoryDirectoryNode;
}

const TRAITS: VolumeTraits = {
  ...{ kind: 'memory', links: false, modes: false, commands: false, apart: 'process' },
  ...{ atomicMove: true, transactions: true },
};

/** A volume without a disk: it shows what the interface of volumes asks for, and what else its users had taken for granted. */
export function createMemoryVolume({ root, deny = [], builtinDeny = true, tree }: MemoryVolumeOptions): Volume {
  const scope = createScope({ roots: [root], deny: denyGlobs(deny), builtinDeny });
  const memory: Memory = { root, scope, tree: tree ?? newDirectory() };
  const queue = createKeyedQueue();
  const alone = async <Result>(path: string, options: ChangeOptions, compute: () => Promise<MemoryChange<Result>>) => {
    const [result] = await queue.run(normalizePath(path), () =>
      makeAll([path], options, async () => [await compute()]),
    );
    // One was computed.
    return result as Result;
  };
  return {
    roots: [root as RealPath],
    traits: TRAITS,
    prepare: async () => undefined,
    deniedEntries: async () => NO_DENIED_ENTRIES,
    async open(path) {
      const { node, realPath } = find(memory, path, 'read');
      if (node === null) throw missing(memory, path);
      if (node.kind === 'directory') return openMemoryDirectory(scope, node, realPath);
      if (claimsDirectory(path)) throw failed('ENOTDIR', path);
      return openMemoryFile(node, realPath, () => find(memory, path, 'read').node);
    },
    async locate(path, _change, { signal } = {}) {
      assertNotCancelled(signal);
      const { node, realPath } = find(memory, path, 'write');
      return { realPath, kind: node?.kind ?? null };
    },
    async update(path, change, options = {}) {
      return alone(path, options, async () => {
        const { make, ...computed } = await computeWrite(memory, { path, change }, options);
        const makeKnown = () => {
          make();
          options.onWritten?.(computed.result);
        };
        return { ...computed, make: makeKnown };
      });
    },
    remove: (path, options = {}) => alone(path, options, () => computeRemoval(memory, { path, ...options })),
    move: (from, to, options = {}) =>
      alone(from, options, () => computeMove(memory, { from, to, ...options }, options)),
    async makeDirectory(path, { dryRun = false, signal } = {}) {
      assertNotCancelled(signal);
      const { node, realPath, place } = find(memory, path, 'write');
      if (node?.kind === 'file') throw new ToolError({ code: 'NOT_DIRECTORY', path, kind: 'file' }, 'A file is there');
      if (node === null && !dryRun) put(place, newDirectory());
      return { realPath, created: node === null, synced: true };
    },
    async transact(changes, options = {}) {
      assertApart(memory, changes);
      const paths = changes.map((change) => (change.kind === 'move' ? change.from : change.path));
      return makeAll(paths, options, async () => {
        const computed: MemoryChange<ChangeResult>[] = [];
        for (const change of changes) computed.push(await computeOf(memory, change, options));
        return computed;
      });
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}
