import type { OpenFile, RealPath } from '@dragoman/fs-core/internal/kernel';
import type { Contents } from './contents.ts';
import { type FileEntry, identityOf } from './entry.ts';

/** Opens a file with content of its own. @throws ToolError as `Volume.open` */
export function openAbove(contents: Contents, entry: FileEntry, realPath: RealPath): OpenFile {
  const file = contents.open(entry.content);
  const { size, mode, mtimeMs } = entry;
  const identity = identityOf(entry);
  return {
    kind: 'file',
    realPath,
    identity,
    size,
    mtimeMs,
    mode,
    read: (target, position) => file.read(target, position),
    localTree: (signal) => file.localTree(signal),
    ownStat: () => ({ ...file.ownStat(), mode, modifiedMs: mtimeMs }),
    currentIdentity: () => identity,
    close: () => file.close(),
    [Symbol.dispose]: () => file.close(),
  };
}
