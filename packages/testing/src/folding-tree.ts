import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { openTree, plantTree, type TemporaryTree, type TreeNode } from './temporary-tree.ts';

/** The reason why no file system that folds names can be mounted here, or null if one can. */
export function foldingObjection(): string | null {
  if (process.platform !== 'linux') return 'only Linux mounts one';
  if (process.getuid?.() !== 0) return 'only root may mount one';
  try {
    accessSync('/dev/fuse', constants.R_OK | constants.W_OK);
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'it needs /dev/fuse and python3';
  }
}

export interface FoldingTree extends TemporaryTree {
  /** Has the file system answer nothing, as one whose server is away: whoever asks it waits. */
  stall(): void;
  goOn(): void;
}

/**
 * A tree on a file system that ignores case and normal form of names; disposing unmounts it.
 * @param refused operations that it refuses, as some file systems do
 */
export async function openFoldingTree(
  nodes: Readonly<Record<string, TreeNode>> = {},
  refused: readonly ('chmod' | 'fsync')[] = [],
): Promise<FoldingTree> {
  const below = await openTree({ folding: null });
  const root = below.path('folding');
  const server = spawn('python3', [join(import.meta.dirname, 'folding-fs.py'), root, ...refused]);
  const ended = once(server, 'close');
  const close = async (): Promise<void> => {
    if (server.exitCode === null) execFileSync('umount', ['--lazy', root]);
    server.kill('SIGKILL');
    await ended;
    await below[Symbol.asyncDispose]();
  };
  await Promise.race([once(server.stdout, 'data'), ended]);
  if (server.exitCode !== null) {
    await close();
    throw new Error('The file system that folds names was not mounted');
  }
  plantTree(root, nodes);
  return {
    root,
    path: (...names) => join(root, ...names),
    stall: () => void server.kill('SIGSTOP'),
    goOn: () => void server.kill('SIGCONT'),
    [Symbol.asyncDispose]: close,
  };
}
