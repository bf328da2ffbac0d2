import type { FileIdentity, OpenFile, RealPath } from '../../fs-core/src/index.ts';
import { StatIdentity } from '../../fs-core/src/lib/descriptors/file-identity.ts';

export interface MemoryFile extends OpenFile {
  /** Bytes that were read so far. */
  bytesRead(): number;
  /** Puts other content in place of the file's, as a writer beside the reader would. */
  overwrite(content: Uint8Array): void;
}

export interface MemoryFileOptions {
  /** Answers every read later instead of at once. */
  readonly later?: boolean;
  /** Called before each read. */
  readonly onRead?: (file: MemoryFile, position: number) => void;
}

let inodes = 0n;

/** A file without a disk, for laws that are tried on thousands of files. */
export function memoryFile(initial: Uint8Array, { later = false, onRead }: MemoryFileOptions = {}): MemoryFile {
  let content = initial;
  let bytesRead = 0;
  let writes = 0n;
  const inode = ++inodes;
  const currentIdentity = (): FileIdentity => {
    return new StatIdentity({
      ...{ device: 0n, inode, size: content.length },
      ...{ mtimeNs: writes, ctimeNs: writes, birthtimeNs: 0n },
    });
  };
  const readNow = (target: Uint8Array, position: number): number => {
    const part = content.subarray(position, position + target.length);
    target.set(part);
    bytesRead += part.length;
    return part.length;
  };
  const file: MemoryFile = {
    kind: 'file',
    realPath: `/memory/${inode}` as RealPath,
    identity: currentIdentity(),
    size: content.length,
    mtimeMs: 0,
    mode: 0o644,
    ownStat: () => ({ size: content.length, mode: 0o644, createdMs: 0, modifiedMs: 0, accessedMs: 0 }),
    localTree: () => Promise.reject(new Error('No process can read this file')),
    read(target, position) {
      onRead?.(file, position);
      return later ? Promise.resolve().then(() => readNow(target, position)) : readNow(target, position);
    },
    currentIdentity,
    bytesRead: () => bytesRead,
    overwrite(next) {
      content = next;
      writes++;
    },
    close() {},
    [Symbol.dispose]() {},
  };
  return file;
}
