import type { ObjectContext } from './object-context.ts';
import type { DirectoryNode, FileNode } from './object-tree.ts';
import { placeBelow } from './places.ts';

/** True if an entry of a directory that may be read may be read, too. @param path seen from the volume's root */
export function mayRead(context: ObjectContext, path: string): boolean {
  const { scope } = context;
  // Judging whole paths takes a search of 10,000 objects as long as ripgrep does.
  if (!scope.suspects(path.slice(path.lastIndexOf('/') + 1))) return true;
  return scope.judge(placeBelow(context, path).realPath, 'read') === 'allowed';
}

/** Every file below a directory that may be read, with its path seen from the volume's root. */
export function* readableFiles(
  context: ObjectContext,
  { relative, tree }: { readonly relative: string; readonly tree: DirectoryNode },
): Generator<readonly [path: string, node: FileNode]> {
  for (const [name, node] of tree.entries) {
    const path = relative === '' ? name : `${relative}/${name}`;
    if (!mayRead(context, path)) continue;
    if (node.kind === 'file') yield [path, node];
    else yield* readableFiles(context, { relative: path, tree: node });
  }
}
