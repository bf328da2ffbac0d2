import { join, sep } from 'node:path';
import type { ContractVolume, Files } from '../volume-contract.ts';
import { below, lookUp, newDirectory, newFile, put } from './memory-tree.ts';
import { createMemoryVolume } from './memory-volume.ts';

interface MemoryContractVolume extends ContractVolume {
  plant(files: Files): void;
  files(): Files;
}

/** A volume in memory to try calls on. */
export function openMemoryVolume(root: string, deny: readonly string[] = []): MemoryContractVolume {
  const tree = newDirectory();
  const volume = createMemoryVolume({ root, deny, tree });
  return {
    volume,
    root,
    plant(files) {
      for (const [path, text] of Object.entries(files))
        put(lookUp(tree, path.split('/')), newFile(new TextEncoder().encode(text)));
    },
    files() {
      const shown = [...below(tree)].flatMap(([path, node]) => {
        const name = join(path).replaceAll(sep, '/');
        if (node.kind === 'file') return [[name, new TextDecoder().decode(node.content)] as const];
        return node.entries.size === 0 ? [[`${name}/`, ''] as const] : [];
      });
      return Object.fromEntries(shown);
    },
    [Symbol.asyncDispose]: () => volume[Symbol.asyncDispose](),
  };
}
