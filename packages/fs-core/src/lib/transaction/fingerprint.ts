import type { BigIntStats } from 'node:fs';
import type { Target } from '../descriptors/resolve-target.ts';

/** Identifies a file or directory under any name: numbers in decimal. */
export interface Fingerprint {
  readonly inode: string;
  /** Bytes and nanoseconds; null for a directory, which changes with what is made in it. */
  readonly size: string | null;
  readonly mtimeNs: string | null;
}

/** Identifies the entry that a step replaces, so that recovery can tell whether the step ran. */
export interface ExpectedEntry extends Fingerprint {
  /** Content of a directory that is removed, as `treeState` has it; null for anything else. */
  readonly holds: string | null;
}

export function fingerprintOf(stat: BigIntStats): Fingerprint {
  const [size, mtimeNs] = stat.isDirectory() ? [null, null] : [String(stat.size), String(stat.mtimeNs)];
  return { inode: String(stat.ino), size, mtimeNs };
}

export function isSame(one: Fingerprint, other: Fingerprint): boolean {
  return one.inode === other.inode && one.size === other.size && one.mtimeNs === other.mtimeNs;
}

/** Identifies the entry that a target replaces; null if its name is free. */
export function expectedAt({ existing }: Pick<Target, 'existing'>): ExpectedEntry | null {
  return existing === null ? null : { ...fingerprintOf(existing.stat), holds: null };
}
