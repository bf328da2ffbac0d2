import { type BigIntStats, lstatSync } from 'node:fs';
import { errnoOf } from '../errors/errno.ts';
import { systemPath } from '../paths/byte-path.ts';
import type { FileIdentity } from '../volume/volume.ts';

export function identityOf(stat: BigIntStats): FileIdentity {
  const { dev: device, ino: inode, size, mtimeNs, ctimeNs, birthtimeNs } = stat;
  return { device, inode, size, mtimeNs, ctimeNs, birthtimeNs };
}

/** The state of what is at a path, links not followed; null if nothing is, or if the system refuses to tell. */
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
