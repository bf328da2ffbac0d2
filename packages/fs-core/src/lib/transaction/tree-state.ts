import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Pin, Platform } from '../descriptors/platform.ts';
import { afterwards } from '../errors/best-effort.ts';
import { isTempFileName } from '../lock/temp-file-name.ts';
import { yieldToEventLoop } from '../volume/yield-to-event-loop.ts';
import { fingerprintOf } from './fingerprint.ts';
import { namesIn } from './remove-entry.ts';

/** The state of a directory that holds nothing. */
export const EMPTY_TREE = createHash('sha256').digest('hex');

// Other calls have their turn after so many directories.
const AT_ONCE = 50;

/**
 * Identifies the contents of a directory, as long as nobody makes, changes or removes any of them. Walks by
 * descriptors.
 * @param onEntry called with each path below the directory, before it is looked at
 */
export async function treeState(
  platform: Platform,
  pin: Pin,
  onEntry: (path: string) => void = () => undefined,
): Promise<string> {
  const hash = createHash('sha256');
  let visited = 0;
  const visit = async (directory: Pin, below: string): Promise<void> => {
    visited += 1;
    if (visited % AT_ONCE === 0) await yieldToEventLoop();
    for (const name of namesIn(platform, directory).sort()) {
      if (isTempFileName(name)) continue;
      const path = join(below, name);
      onEntry(path);
      const entry = platform.pinEntry(directory, name);
      using _ = afterwards(() => platform.release(entry));
      hash.update(JSON.stringify([path, fingerprintOf(entry.stat)]));
      if (entry.stat.isDirectory()) await visit(entry, path);
    }
  };
  await visit(pin, '');
  return hash.digest('hex');
}
