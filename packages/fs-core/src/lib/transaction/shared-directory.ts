import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EntryPath, Pin, Platform } from '../descriptors/platform.ts';
import { syncNames } from '../descriptors/sync.ts';
import { afterwards, attempt, nullOn } from '../errors/best-effort.ts';
import { systemError } from '../errors/errno.ts';
import { ToolError } from '../errors/tool-error.ts';
import { OWN_DIRECTORY } from '../paths/own-directory.ts';

/** Directories in `.dragoman` that all machines find that share a tree. */
export type SharedName = 'locks' | 'transactions';

/**
 * Pins a directory of `.dragoman` in a tree, which is made if it is missing. Each directory on the way is entered by
 * descriptor, so that no link leads out of the tree.
 * @throws ToolError `NOT_DIRECTORY` if something else has one of the names, and the system's errors
 */
export function makeSharedDirectory(platform: Platform, root: string, name: SharedName): Pin {
  return entered(platform, root, (top) => {
    const own = makeDirectory(platform, top, { name: OWN_DIRECTORY });
    using _ = afterwards(() => platform.release(own));
    return makeDirectory(platform, own, { name, before: forgetInVersionControl });
  });
}

/** Finds the directory like `makeSharedDirectory`, but gives null if there is none. */
export function findSharedDirectory(platform: Platform, root: string, name: SharedName): Pin | null {
  return nullOn('ENOENT', () =>
    entered(platform, root, (top) => {
      const own = pinDirectory(platform, top, OWN_DIRECTORY);
      using _ = afterwards(() => platform.release(own));
      return pinDirectory(platform, own, name);
    }),
  );
}

function entered<T>(platform: Platform, root: string, act: (top: Pin) => T): T {
  const top = platform.pin === null ? platform.pinRoot(root) : platform.pin(root);
  using _ = afterwards(() => platform.release(top));
  // Something else has been put in the place of the root.
  if (top.realPath !== root) throw systemError('ENOENT', `ENOENT: the tree is gone, open '${root}'`);
  return act(top);
}

// Users who share a tree share what is in it. As in /tmp, none can remove another's.
const DIRECTORY_MODE = 0o1777;

interface NewDirectory {
  readonly name: string;
  /** Called in its parent before it is made. */
  readonly before?: (at: EntryPath) => void;
}

function makeDirectory(platform: Platform, parent: Pin, { name, before }: NewDirectory): Pin {
  const isMade = platform.within(parent, (at) => {
    if (existsSync(at(name))) return false;
    before?.(at);
    const made = nullOn('EEXIST', () => mkdirSync(at(name), DIRECTORY_MODE));
    // Once for each directory: what is synced in it later must not be lost with its own name.
    if (made !== null) attempt(() => syncNames(at('.')));
    return made !== null;
  });
  const pin = pinDirectory(platform, parent, name);
  if (isMade) attempt(() => platform.within(pin, (at) => chmodSync(at('.'), DIRECTORY_MODE)));
  return pin;
}

/** Made first, so that version control never sees what comes later. */
function forgetInVersionControl(at: EntryPath): void {
  attempt(() => writeFileSync(at('.gitignore'), '*\n', { flag: 'wx' }));
}

function pinDirectory(platform: Platform, parent: Pin, name: string): Pin {
  const pin = platform.pinEntry(parent, name);
  if (pin.stat.isDirectory()) return pin;
  platform.release(pin);
  const path = join(parent.realPath, name);
  throw new ToolError({ code: 'NOT_DIRECTORY', path, kind: 'file' }, `Cannot use "${path}": it is no directory`);
}
