import { type BigIntStats, lstatSync } from 'node:fs';
import { orNull } from '../errors/best-effort.ts';
import { systemPath } from '../paths/byte-path.ts';
import type { FileIdentity, OwnStat } from '../volume/open-entry.ts';
import { isSafeToCache } from './timestamp-granularity.ts';

/** What stat(2) reports of one state of one file. */
interface StatFacts {
  readonly device: bigint;
  readonly inode: bigint;
  /** Bytes. */
  readonly size: number;
  // Nanoseconds since the epoch.
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  /** 0 or `ctimeNs` if the file system does not keep it. */
  readonly birthtimeNs: bigint;
}

/** The identity of a file of this machine, good for as long as the system's clocks are honest. */
export interface StatIdentity extends StatFacts, FileIdentity {}

export function statIdentity({ device, inode, size, mtimeNs, ctimeNs, birthtimeNs }: StatFacts): StatIdentity {
  const facts = { device, inode, size, mtimeNs, ctimeNs, birthtimeNs };
  return {
    ...facts,
    // With the birth time, since an inode may be reused for another file.
    get fileKey() {
      return `${device}:${inode}:${birthtimeNs}`;
    },
    get stateKey() {
      return `${device} ${inode} ${size} ${mtimeNs} ${ctimeNs}`;
    },
    isSameState: (other) => isStatIdentity(other) && isSameState(facts, other),
    isSafeToCache: () => isSafeToCache(facts),
  };
}

/** Whether a file is one of this machine. */
export function isStatIdentity(identity: FileIdentity): identity is StatIdentity {
  return 'inode' in identity;
}

function isSameState(one: StatFacts, other: StatFacts): boolean {
  return (
    one.inode === other.inode &&
    one.device === other.device &&
    one.size === other.size &&
    one.mtimeNs === other.mtimeNs &&
    one.ctimeNs === other.ctimeNs
  );
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
  return statIdentity({ device, inode, size: Number(stat.size), mtimeNs, ctimeNs, birthtimeNs });
}

/** The state of what is at a path, links not followed; null if nothing is, or if the system refuses to say. */
export function identityAt(path: string): StatIdentity | null {
  return orNull(() => {
    const stat = lstatSync(systemPath(path), { bigint: true, throwIfNoEntry: false });
    return stat && identityOf(stat);
  });
}
