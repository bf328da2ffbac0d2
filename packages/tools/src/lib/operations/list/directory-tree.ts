import { assertNotCancelled, createPace, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { DirectoryTreeOutcome, TreeNode } from '@dragoman/outcomes/internal/parts';
import type { Call, Session } from '../../session.ts';
import { literalPath } from './literal-names.ts';
import { openDirectory } from './open-directory.ts';
import { pathMatcher } from './path-matcher.ts';
import { walkByName } from './walk-by-name.ts';

/** A directory, and what is left out of its tree. */
export interface DirectoryTreeRequest {
  readonly path: string;
  /** Globs, as minimatch reads them, of entries that are left out with all that lies in them. */
  readonly exclude: readonly string[];
  /** Bytes of the tree as it will be shown. */
  readonly sizeOf: (nodes: readonly TreeNode[]) => number;
}

// So much is written of an entry besides its name, however it is written.
const LEAST_BYTES_EACH = 24;

/**
 * Gives all that lies below a directory; one that cannot be read is empty.
 * @throws ToolError `CONTENT_TOO_LARGE` for what no response can carry, as soon as that is certain; `NOT_DIRECTORY`; as
 * `Volume.open`
 * @example await directoryTree(session, { path: '.', exclude: ['node_modules'], sizeOf: (nodes) => JSON.stringify(nodes).length }, call)
 */
export async function directoryTree(
  session: Session,
  { path, exclude, sizeOf }: DirectoryTreeRequest,
  { maxResponseSize: limit, signal }: Call,
): Promise<DirectoryTreeOutcome> {
  const pace = createPace(signal);
  using opened = await openDirectory(session, path, { signal });
  const placed = exclude.map((glob) => literalPath(glob, opened, session.resolve(path)));
  const isExcluded = await pathMatcher(placed, pace);
  const nodes: TreeNode[] = [];
  // By level: the list that the next entry of that level belongs to.
  const lists = [nodes];
  let [count, bytes] = [0, 0];
  const walk = walkByName(opened);
  for (let step = walk.next(), isShown = true; !step.done; step = walk.next(isShown)) {
    const { path: relative, name, kind, level } = step.value;
    const turn = pace();
    if (turn !== null) await turn;
    assertNotCancelled(signal);
    isShown = !isExcluded(relative);
    if (!isShown) continue;
    count += 1;
    bytes += name.length + LEAST_BYTES_EACH;
    if (bytes > limit) throw tooLarge(path, bytes, limit);
    const children: TreeNode[] = [];
    lists[level]?.push(kind === 'directory' ? { name, type: 'directory', children } : { name, type: 'file' });
    lists[level + 1] = children;
  }
  const size = sizeOf(nodes);
  if (size > limit) throw tooLarge(path, size, limit);
  return { kind: 'tree', path, realPath: opened.realPath, nodes, count };
}

function tooLarge(path: string, size: number, limit: number): ToolError {
  return new ToolError({ code: 'CONTENT_TOO_LARGE', path, size, limit }, `Cannot list "${path}": over the limit`);
}
