import type { DirectoryEntry, OpenDirectory } from './volume.ts';

/** A directory of a tree that is looked through. It is opened only where what it holds is not known. */
export interface Visit extends Disposable {
  /** Relative to where the visits began; empty there. */
  readonly path: string;
  /** What is opened stays so until the visit ends. */
  open(): OpenDirectory;
  entries(): readonly DirectoryEntry[];
  /** Comes to the directory `name` in this one, whose visit is to end first. */
  enter(name: string): Visit;
}

/** The directory where visits begin stays the caller's to close. */
export function visitRoot(root: OpenDirectory): Visit {
  return {
    path: '',
    open: () => root,
    entries: () => root.entries(),
    enter: (name) => visitWithin(root, name, () => root.openDirectory(name)),
    [Symbol.dispose]: () => undefined,
  };
}

function visitWithin(root: OpenDirectory, path: string, openNow: () => OpenDirectory): Visit {
  let opened: OpenDirectory | undefined;
  const open = (): OpenDirectory => {
    opened ??= openNow();
    return opened;
  };
  return {
    path,
    open,
    entries: () => root.knownEntries(path) ?? open().entries(),
    enter: (name) => visitWithin(root, `${path}/${name}`, () => open().openDirectory(name)),
    [Symbol.dispose]: () => opened?.close(),
  };
}
