import type { EntryStat, OpenDirectory } from '@dragoman/fs-core';

/** Tells what entries below a directory are. The directory of the last one stays open for its neighbours. */
export interface EntryStats extends Disposable {
  /**
   * What is at a path of names with `/` between them; null if nothing is.
   * @throws ToolError if its directory is gone, or a link or something else is in its place
   */
  at(path: string): EntryStat | null;
}

/** The caller closes `searched`. */
export function createEntryStats(searched: OpenDirectory): EntryStats {
  let last: { readonly path: string; readonly opened: OpenDirectory } | null = null;
  const closeLast = (): void => {
    last?.opened.close();
    last = null;
  };
  const open = (path: string): OpenDirectory => {
    if (last?.path === path) return last.opened;
    closeLast();
    last = { path, opened: searched.openDirectory(path) };
    return last.opened;
  };
  return {
    at(path) {
      const slash = path.lastIndexOf('/');
      return (slash === -1 ? searched : open(path.slice(0, slash))).stat(path.slice(slash + 1));
    },
    [Symbol.dispose]: closeLast,
  };
}
