import { chmodSync, lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_MODES } from '../descriptors/attributes.ts';
import { decodeName, systemPath } from '../paths/byte-path.ts';

/** Removes a directory of this user's with all in it, whatever modes a program has given that. @throws the system's error */
export function removeTree(path: string): void {
  const at = systemPath(path);
  if (lstatSync(at).isDirectory()) {
    chmodSync(at, PRIVATE_MODES.directory);
    for (const name of readdirSync(at, { encoding: 'buffer' })) removeTree(join(path, decodeName(name)));
    rmdirSync(at);
  } else unlinkSync(at);
}
