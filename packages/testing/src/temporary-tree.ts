import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A file's content, a link's target, or null for an empty directory. */
export type TreeNode = string | Uint8Array | { readonly link: string } | null;

export interface TemporaryTree extends AsyncDisposable {
  /** Absolute and without links. */
  readonly root: string;
  path(...names: string[]): string;
}

/**
 * Makes a directory from an object literal of relative paths; disposing removes it.
 * @param home the directory in which to make it; by default the system's directory for temporary files
 */
export async function openTree(
  nodes: Readonly<Record<string, TreeNode>> = {},
  home: string = tmpdir(),
): Promise<TemporaryTree> {
  const root = realpathSync(mkdtempSync(join(home, 'dragoman-')));
  plantTree(root, nodes);
  return {
    root,
    path: (...names) => join(root, ...names),
    async [Symbol.asyncDispose]() {
      removeTree(root);
    },
  };
}

function removeTree(root: string): void {
  try {
    rmSync(root, { recursive: true, force: true });
  } catch {
    // A test may have closed directories in it, which stops every user but root.
    execFileSync('chmod', ['-R', 'u+rwx', root]);
    rmSync(root, { recursive: true, force: true });
  }
}

/** Makes in a directory what an object literal of relative paths describes. */
export function plantTree(root: string, nodes: Readonly<Record<string, TreeNode>>): void {
  for (const [name, node] of Object.entries(nodes)) plant(join(root, name), node);
}

function plant(path: string, node: TreeNode): void {
  if (node === null) {
    mkdirSync(path, { recursive: true });
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  if (typeof node === 'string' || node instanceof Uint8Array) writeFileSync(path, node);
  else symlinkSync(node.link, path);
}
