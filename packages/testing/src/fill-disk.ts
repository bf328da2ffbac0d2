import { statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Leaves so many bytes and inodes of a disk. Returns the files that take the rest. */
export function fillDisk(disk: string, bytes: number, inodes: number): readonly string[] {
  const { ffree } = statfsSync(disk);
  const names = Array.from({ length: Math.max(1, ffree - inodes) }, (_, number) => join(disk, `.fill-${number}`));
  const made = names.slice(0, ffree);
  for (const name of made) writeFileSync(name, '');
  const { bavail, bsize } = statfsSync(disk);
  const [first] = made;
  if (first !== undefined) writeFileSync(first, new Uint8Array(Math.max(0, bavail * bsize - bytes)));
  return made;
}
