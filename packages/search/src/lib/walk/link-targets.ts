import { posix, sep } from 'node:path';
import { type EntryStat, type OpenDirectory, orPassOver } from '@dragoman/fs-core/internal/kernel';

/** Tells where links below a directory lead, as long as that is below it, too. */
export interface LinkTargets extends Disposable {
  /** Target of the link at a path; null if only the volume can tell. */
  at(path: string): EntryStat | null;
}

/**
 * Follows links through open directories, which costs a tenth of opening each target by its path. The directories of the
 * last link and of its target stay open for their neighbours.
 */
export function createLinkTargets(directory: OpenDirectory): LinkTargets {
  const [links, targets] = [createNeighbours(directory), createNeighbours(directory)];
  const root = directory.realPath.endsWith(sep) ? directory.realPath : directory.realPath + sep;
  const targetOf = (path: string): EntryStat | null => {
    const text = links.open(posix.dirname(path)).readLink(posix.basename(path));
    if (text === null) return null;
    const target = text.startsWith(root) ? text.slice(root.length) : posix.join(posix.dirname(path), text);
    const isInside = !posix.isAbsolute(text.startsWith(root) ? target : text) && !/^\.\.(?:\/|$)|^\.$|\/$/.test(target);
    // `..` in the text would mean another directory behind a link, so only its beginning may have it.
    if (!isInside || /[^./].*\/\.\.(?:\/|$)/.test(text) || !directory.permits(target)) return null;
    const stat = targets.open(posix.dirname(target)).stat(posix.basename(target));
    return stat?.kind === 'link' ? null : stat;
  };
  return {
    at: (path) => orPassOver(() => targetOf(path)),
    [Symbol.dispose]() {
      links.close();
      targets.close();
    },
  };
}

/** Opens directories below another one; the last one stays open. */
function createNeighbours(directory: OpenDirectory) {
  let last: { readonly path: string; readonly opened: OpenDirectory } | null = null;
  const close = (): void => {
    last?.opened.close();
    last = null;
  };
  return {
    open(path: string): OpenDirectory {
      if (path === '.') return directory;
      if (last?.path === path) return last.opened;
      close();
      last = { path, opened: directory.openDirectory(path) };
      return last.opened;
    },
    close,
  };
}
