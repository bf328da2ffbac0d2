import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { below, lookUp, type MemoryDirectoryNode, type MemoryNode, newDirectory, newFile, put } from './memory-tree.ts';

/** A tree in memory beside one on the disk, for tests that plant and look at files there. */
export interface Mirror {
  readonly tree: MemoryDirectoryNode;
  /** Takes over what has changed on the disk since the last time. */
  load(): void;
  /** Brings to the disk what has changed in memory since the last time. */
  store(): void;
}

interface MirroredNode {
  readonly node: MemoryNode;
  /** Identifies one state of the file on the disk; empty for a directory. */
  readonly state: string;
}

export function mirrorOf(root: string): Mirror {
  const tree = newDirectory();
  const mirrored = new Map<string, MirroredNode>();
  const place = (path: string) => lookUp(tree, path.split(sep));

  const loadEntry = (path: string): void => {
    const state = stateOf(join(root, path));
    const known = mirrored.get(path);
    if (known?.state === state && known.node === place(path).node) return;
    const node = state === '' ? newDirectory() : fileAt(join(root, path));
    put(place(path), node);
    mirrored.set(path, { node, state });
  };

  const forget = (path: string): void => {
    const { directory, names } = place(path);
    directory?.entries.delete(names.at(-1) ?? '');
    mirrored.delete(path);
  };

  return {
    tree,
    load() {
      const paths = pathsBelow(root);
      for (const path of mirrored.keys()) if (!paths.has(path)) forget(path);
      for (const path of paths) loadEntry(path);
    },
    store() {
      const now = new Map(below(tree));
      for (const [path, { node }] of mirrored) {
        if (now.get(path) === node) continue;
        if (now.get(path)?.kind !== node.kind) rmSync(join(root, path), { recursive: true, force: true });
        mirrored.delete(path);
      }
      for (const [path, node] of now) {
        if (mirrored.has(path)) continue;
        if (node.kind === 'directory') mkdirSync(join(root, path), { recursive: true });
        else writeFileSync(join(root, path), node.content, { mode: node.mode });
        mirrored.set(path, { node, state: stateOf(join(root, path)) });
      }
    },
  };
}

/** Paths of files and directories, each before what lies below it; links and the like are left out. */
function pathsBelow(root: string): Set<string> {
  const paths = new Set<string>();
  const visit = (directory: string): void => {
    for (const entry of readdirSync(join(root, directory), { withFileTypes: true })) {
      if (!entry.isFile() && !entry.isDirectory()) continue;
      paths.add(join(directory, entry.name));
      if (entry.isDirectory()) visit(join(directory, entry.name));
    }
  };
  visit('');
  return paths;
}

function stateOf(path: string): string {
  const stat = lstatSync(path, { bigint: true });
  return stat.isDirectory() ? '' : `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
}

function fileAt(path: string) {
  const { mode, mtimeMs } = lstatSync(path);
  return newFile(readFileSync(path), { mode: mode & 0o7777, mtimeMs });
}
