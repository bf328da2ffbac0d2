import { readdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  attempt,
  currentOwner,
  livenessOf,
  OWNER_PATTERN,
  orNull,
  readPlainFile,
  uniqueSuffix,
} from '@dragoman/fs-core/internal/own-files';
import type { Entry } from './entry.ts';

const SUFFIX = '.pin';
const PIN = new RegExp(`^(${OWNER_PATTERN})-[0-9a-f]{12}\\${SUFFIX}$`);

/**
 * Keeps what an entry relies on from being evicted until disposed: for an operation whose record lies in a tree that
 * several machines share, where nobody who evicts looks.
 */
export function pinContents(records: string, entry: Entry): Disposable {
  const path = join(records, `${currentOwner()}-${uniqueSuffix()}${SUFFIX}`);
  writeFileSync(path, JSON.stringify(entry), { flag: 'wx', mode: 0o600 });
  return { [Symbol.dispose]: () => void attempt(() => unlinkSync(path)) };
}

/** True if a process that pinned its contents has written the entry. */
export function isPinned(records: string, entry: Entry): boolean {
  const text = JSON.stringify(entry);
  return readdirSync(records).some((name) => PIN.test(name) && readPlainFile(join(records, name))?.toString() === text);
}

// By then, whoever opens the tree has finished what the process left there.
const STALE_MS = 60 * 60 * 1000;

/** Removes pins whose processes ended long ago. */
export function removeStalePins(records: string): void {
  for (const name of readdirSync(records)) {
    const owner = PIN.exec(name)?.[1];
    if (owner === undefined || livenessOf(owner) === 'alive') continue;
    const path = join(records, name);
    const age = Date.now() - (orNull(() => statSync(path).mtimeMs) ?? Date.now());
    if (age > STALE_MS) attempt(() => unlinkSync(path));
  }
}
