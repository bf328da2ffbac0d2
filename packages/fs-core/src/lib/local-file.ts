import { type BigIntStats, fstatSync, lstatSync, read as readAsync, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { AT_ONCE_BYTES } from './at-once.ts';
import { closeQuietly } from './close-quietly.ts';
import { errnoOf, fromErrno } from './errno.ts';
import type { Pin } from './platform.ts';
import { systemPath } from './system-name.ts';
import type { FileIdentity, OpenFile, RealPath } from './volume.ts';

const readLater = promisify(readAsync);

/** Wraps the descriptor of a regular file, in the state in which it was pinned; closing it closes the descriptor. */
export function createLocalFile(fd: number, { realPath, stat }: Pin, closeDescriptor = closeQuietly): OpenFile {
  let open = true;
  const close = (): void => {
    if (open) closeDescriptor(fd);
    open = false;
  };
  return {
    kind: 'file',
    realPath: realPath as RealPath,
    identity: identityOf(stat),
    size: Number(stat.size),
    mtimeMs: Number(stat.mtimeMs),
    mode: Number(stat.mode) & 0o7777,
    read(target, position) {
      if (target.length > AT_ONCE_BYTES) return readAll(fd, target, position, realPath);
      try {
        return readAllSync(fd, target, position);
      } catch (error) {
        throw fromErrno(error, 'read', realPath);
      }
    },
    descriptor: fd,
    currentIdentity() {
      try {
        return identityOf(fstatSync(fd, { bigint: true }));
      } catch (error) {
        throw fromErrno(error, 'read', realPath);
      }
    },
    close,
    [Symbol.dispose]: close,
  };
}

export function identityOf(stat: BigIntStats): FileIdentity {
  const { dev: device, ino: inode, size, mtimeNs, ctimeNs, birthtimeNs } = stat;
  return { device, inode, size, mtimeNs, ctimeNs, birthtimeNs };
}

/** The state of what is at a path, links not followed; null where nothing is, or where the system refuses to tell. */
export function identityAt(path: string): FileIdentity | null {
  try {
    const stat = lstatSync(systemPath(path), { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? null : identityOf(stat);
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}

/** Whether both tell of the same file and nobody changed it in between. */
export function isSameState(one: FileIdentity, other: FileIdentity): boolean {
  return (
    one.inode === other.inode &&
    one.device === other.device &&
    one.size === other.size &&
    one.mtimeNs === other.mtimeNs &&
    one.ctimeNs === other.ctimeNs
  );
}

function readAllSync(fd: number, target: Uint8Array, position: number): number {
  let done = 0;
  while (done < target.length) {
    const count = readSync(fd, target, done, target.length - done, position + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}

async function readAll(fd: number, target: Uint8Array, position: number, path: string): Promise<number> {
  try {
    let done = 0;
    while (done < target.length) {
      const { bytesRead } = await readLater(fd, target, done, target.length - done, position + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return done;
  } catch (error) {
    throw fromErrno(error, 'read', path);
  }
}
