import { fstatSync } from 'node:fs';
import { fileFactsOf } from './file-facts.ts';
import type { LocalFile } from './local-file.ts';
import { isSafeToCache } from './timestamp-granularity.ts';

/**
 * Copies extended attributes and access lists between two descriptors: false if some could not be copied, null if
 * nothing is known of them. Changes the target only if there is something to copy.
 */
export type CarryAttributes = (from: number, to: number) => Promise<boolean | null>;

/** Fate of the old file's attributes: it had `none`, all were `kept`, some were `lost`, or it is `unknown`. */
type AttributeFate = 'none' | 'kept' | 'lost' | 'unknown';

/** Gives a new file the attributes of the one it replaces that Node has no calls for. */
export async function carriedTo(
  fd: number,
  old: LocalFile | null,
  carry: CarryAttributes | undefined,
): Promise<AttributeFate> {
  if (old === null || fileFactsOf(old.identity).hasNoXattrs) return 'none';
  return carry === undefined ? 'unknown' : carryOver(fd, old, carry);
}

async function carryOver(fd: number, old: LocalFile, carry: CarryAttributes): Promise<AttributeFate> {
  const before = fstatSync(fd, { bigint: true });
  const done = await carry(old.descriptor, fd);
  if (done === null) return 'unknown';
  if (!done) return 'lost';
  // Setting one changes the state.
  const isSame = fstatSync(fd, { bigint: true }).ctimeNs === before.ctimeNs;
  return isSame && isSafeToCache({ device: before.dev, ctimeNs: before.ctimeNs }) ? 'none' : 'kept';
}
