import { openGitDirectory } from '@dragoman/fs-core/internal/host';
import { contains, type DeniedEntries, type GitDirectory, type Volume } from '@dragoman/fs-core/internal/kernel';
import { type GitPolicy, isCovered, type SandboxPolicy } from '@dragoman/shell/internal/shell';

/** Permissions of file tools in the volume, as a policy for programs. */
export async function sandboxPolicy(volume: Volume, gitAccess: 'read' | 'write'): Promise<SandboxPolicy> {
  const denied = await volume.deniedEntries();
  const git = gitPolicy(volume, denied, gitAccess);
  const opened = git.opened.map(({ directory }) => directory);
  return {
    writable: volume.roots,
    readOnly: denied.unwritable.filter((path) => !opened.includes(path)),
    fixed: denied.fixedDirectories,
    hiddenFiles: denied.unreadableFiles,
    hiddenDirectories: denied.unreadableDirectories,
    git,
  };
}

/** Git directories outside the trees are shown; if commands may write in some, these are opened. */
function gitPolicy(
  { roots }: Volume,
  { gitDirectories, unwritable }: DeniedEntries,
  access: 'read' | 'write',
): GitPolicy {
  const isIn = (trees: readonly string[], path: string) => trees.some((tree) => contains(tree, path));
  // A commit would take files that a command does not see for removed ones.
  const isWhole = ({ worktrees }: GitDirectory) => worktrees.every((top) => isIn(roots, top) || !isCovered(top));
  // Where the built-in list is dropped, commands write in those in the trees in any case.
  const isShut = ({ path }: GitDirectory) => !isIn(roots, path) || isIn(unwritable, path);
  const writable = access === 'write' ? gitDirectories.filter((each) => isWhole(each) && isShut(each)) : [];
  const paths = gitDirectories.map(({ path }) => path);
  return {
    access,
    readable: paths.filter((path) => !isIn(roots, path)),
    opened: writable.flatMap(({ path }) => openGitDirectory(path) ?? []),
  };
}
