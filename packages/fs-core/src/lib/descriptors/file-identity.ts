import { type BigIntStats, lstatSync } from 'node:fs';
import { orNull } from '../errors/best-effort.ts';
import { type SystemPath, systemPath } from '../paths/byte-path.ts';
import type { FileIdentity, OwnStat } from '../volume/open-entry.ts';
import { isSafeToCache } from './timestamp-granularity.ts';

/** Fields of stat(2) that identify one state of one file. */
type StatFacts = Pick<StatIdentity, 'device' | 'inode' | 'size' | 'mtimeNs' | 'ctimeNs' | 'birthtimeNs'>;

/**
 * The identity of a file of this machine, good for as long as the system's clocks are honest. A class, because one is made
 * for each file that is opened: with accessors of its own, a call that reads a few lines would take a sixth longer.
 */
export class StatIdentity implements FileIdentity {
  // Only declared: as fields, they would be set twice.
  declare readonly device: bigint;
  declare readonly inode: bigint;
  /** Bytes. */
  declare readonly size: number;
  // Nanoseconds since the epoch.
  declare readonly mtimeNs: bigint;
  declare readonly ctimeNs: bigint;
  /** 0 or `ctimeNs` if the file system does not keep it. */
  declare readonly birthtimeNs: bigint;

  constructor({ device, inode, size, mtimeNs, ctimeNs, birthtimeNs }: StatFacts) {
    this.device = device;
    this.inode = inode;
    this.size = size;
    this.mtimeNs = mtimeNs;
    this.ctimeNs = ctimeNs;
    this.birthtimeNs = birthtimeNs;
  }

  /** Includes the birth time, since an inode may be reused for another file. */
  get fileKey(): string {
    return `${this.device}:${this.inode}:${this.birthtimeNs}`;
  }

  get stateKey(): string {
    return `${this.device} ${this.inode} ${this.size} ${this.mtimeNs} ${this.ctimeNs}`;
  }

  isSameState(other: FileIdentity): boolean {
    return (
      other instanceof StatIdentity &&
      this.inode === other.inode &&
      this.device === other.device &&
      this.size === other.size &&
      this.mtimeNs === other.mtimeNs &&
      this.ctimeNs === other.ctimeNs
    );
  }

  isSafeToCache(): boolean {
    return isSafeToCache(this);
  }
}

export function ownStatOf({ size, mode, birthtimeMs, mtimeMs, atimeMs }: BigIntStats): OwnStat {
  return {
    size: Number(size),
    mode: Number(mode) & 0o7777,
    createdMs: Number(birthtimeMs),
    modifiedMs: Number(mtimeMs),
    accessedMs: Number(atimeMs),
  };
}

export function identityOf(stat: BigIntStats): StatIdentity {
  const { dev: device, ino: inode, mtimeNs, ctimeNs, birthtimeNs } = stat;
  return new StatIdentity({ device, inode, size: Number(stat.size), mtimeNs, ctimeNs, birthtimeNs });
}

/** The state of what is at a path, links not followed; null if nothing is, or if the system refuses to say. */
export function identityAt(path: SystemPath): StatIdentity | null {
  return orNull(() => {
    const stat = lstatSync(systemPath(path), { bigint: true, throwIfNoEntry: false });
    return stat && identityOf(stat);
  });
}
