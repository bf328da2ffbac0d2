import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalTree } from '../../../fs-core/src/internal/kernel.ts';
import type { MemoryNode } from './memory-tree.ts';

/** Entries by path, for a child process: a file alone by its descriptor, others by the directory that they are put in. */
export function localCopy(
  entries: Iterable<readonly [path: string, node: MemoryNode]>,
  isDirectory = false,
): LocalTree {
  const launchPath = mkdtempSync(join(tmpdir(), 'dragoman-memory-'));
  let last = launchPath;
  for (const [path, node] of entries) {
    last = join(launchPath, path);
    if (node.kind === 'directory') mkdirSync(last);
    else writeFileSync(last, node.content);
  }
  const descriptor = openSync(isDirectory ? launchPath : last, 'r');
  return {
    descriptor,
    launchPath,
    missing: 0,
    [Symbol.dispose]() {
      closeSync(descriptor);
      rmSync(launchPath, { recursive: true, force: true });
    },
  };
}
