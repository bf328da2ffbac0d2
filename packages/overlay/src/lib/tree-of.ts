import type { DirectoryEntry, OpenDirectory, OpenFile, RealPath } from '@dragoman/fs-core/internal/kernel';
import type { Below, Entry } from './entry.ts';
import { belowOf } from './look-below.ts';
import type { MergedVolume } from './merged.ts';
import { pathBelow } from './tree-path.ts';

/** A file or directory below a directory of an overlay. */
export interface SeenEntry {
  readonly realPath: RealPath;
  readonly kind: DirectoryEntry['kind'];
  /** The overlay's own entry at the path. */
  readonly entry: Entry | undefined;
  /** State of the volume below at the path. @throws ToolError for a file that cannot be read */
  below(): Promise<Below>;
  /** Opens a file. */
  open(): OpenFile;
  /** Milliseconds since the epoch; 0 if it is gone by now. */
  modifiedMs(): number;
}

/** All that is seen below a directory, a directory before what it holds. The caller closes `directory`. */
export async function* treeOf(merged: MergedVolume, directory: OpenDirectory): AsyncGenerator<SeenEntry> {
  for (const { name, kind } of directory.entries()) {
    const realPath = pathBelow(directory.realPath, name);
    const entry = merged.store.entries.get(realPath);
    const isHidden = merged.store.entries.isHidden(realPath);
    const open = () => directory.openFile(name);
    yield {
      realPath,
      kind,
      entry,
      open,
      modifiedMs: () => directory.stat(name)?.mtimeMs ?? 0,
      async below() {
        if (entry !== undefined) return entry.below;
        if (isHidden) return null;
        if (kind !== 'file') return { kind };
        using file = open();
        return await belowOf(file);
      },
    };
    if (kind !== 'directory') continue;
    using inner = directory.openDirectory(name);
    yield* treeOf(merged, inner);
  }
}
