import type { DirectoryEntry, OpenDirectory } from './volume.ts';

/** A directory during a walk of a tree. It is opened only where its entries are not known. */
export interface Visit extends Disposable {
  /** Relative to where the visits began; empty there. */
  readonly path: string;
  /** What is opened stays so until the visit ends. */
  open(): OpenDirectory;
  entries(): readonly DirectoryEntry[];
  /** Visits the directory `name` in this one; that visit must end before this one does. */
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
