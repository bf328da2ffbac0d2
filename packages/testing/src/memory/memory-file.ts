import type { FileIdentity, OpenFile, OwnStat, RealPath } from '../../../fs-core/src/index.ts';
import { localCopy } from './local-copy.ts';
import type { MemoryFileNode, MemoryNode } from './memory-tree.ts';

/** A node never changes, so that it is its own state. */
export function identityOf(node: MemoryNode): FileIdentity {
  const stateKey = `${node.key}`;
  return {
    fileKey: stateKey,
    stateKey,
    size: node.kind === 'file' ? node.content.length : 0,
    isSameState: (other) => other.stateKey === stateKey,
    isSafeToCache: () => node.kind === 'file',
  };
}

/** Nobody keeps the times at which it was made and read. */
export function ownStatOf(node: MemoryNode): OwnStat {
  const { size } = identityOf(node);
  const { mtimeMs, mode } = node.kind === 'file' ? node : { mtimeMs: 0, mode: 0o755 };
  return { size, mode, createdMs: mtimeMs, modifiedMs: mtimeMs, accessedMs: mtimeMs };
}

/** @param current what has the name now, to be asked whenever somebody wants to know */
export function openMemoryFile(node: MemoryFileNode, realPath: RealPath, current: () => MemoryNode | null): OpenFile {
  return {
    kind: 'file',
    realPath,
    identity: identityOf(node),
    size: node.content.length,
    mtimeMs: node.mtimeMs,
    mode: node.mode,
    ownStat: () => ownStatOf(node),
    async read(target, position) {
      const part = node.content.subarray(position, position + target.length);
      target.set(part);
      return part.length;
    },
    currentIdentity: async () => identityOf(current() ?? node),
    localTree: async () => localCopy([['file', node]]),
    close: () => undefined,
    [Symbol.dispose]: () => undefined,
  };
}
