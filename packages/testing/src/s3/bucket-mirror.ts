import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { ObjectStore } from '../../../object-volume/src/index.ts';

/** Objects of a store beside a tree on the disk, for tests that plant and look at files there. Links are left out. */
export interface BucketMirror {
  /** Puts and removes what has changed on the disk since the last time. */
  load(): Promise<void>;
  /** Brings to the disk what has changed in the store since the last time. */
  store(): Promise<void>;
}

interface MirroredObject {
  readonly etag: string;
  /** Identifies one state of the file on the disk; empty for a directory. */
  readonly state: string;
}

/** @param prefix of the keys, with a slash at its end */
export function bucketMirrorOf(root: string, { store, prefix }: { store: ObjectStore; prefix: string }): BucketMirror {
  const mirrored = new Map<string, MirroredObject>();

  const upload = async (key: string): Promise<void> => {
    const state = stateOf(join(root, key));
    const known = mirrored.get(key);
    if (known?.state === state) return;
    const bytes = key.endsWith('/') ? new Uint8Array() : readFileSync(join(root, key));
    const etag = await store.put(prefix + key, bytes, known?.etag ?? null, { metadata: {} });
    if (etag === null) throw new Error(`Somebody else has written ${key}`);
    mirrored.set(key, { etag, state });
  };

  const timeOf = (key: string): bigint => lstatSync(join(root, key), { bigint: true }).mtimeNs;
  const byTime = (one: string, other: string): number => Number(timeOf(one) - timeOf(other));

  const download = async (key: string, etag: string): Promise<void> => {
    const path = join(root, key);
    if (key.endsWith('/')) mkdirSync(path, { recursive: true });
    else {
      const got = await store.get(prefix + key, { only: etag });
      if (got === null || typeof got === 'string') throw new Error(`Somebody else has written ${key}`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, got.bytes);
    }
    mirrored.set(key, { etag, state: stateOf(path) });
  };

  return {
    async load() {
      const keys = keysBelow(root);
      for (const [key, { etag }] of mirrored) {
        if (keys.has(key)) continue;
        await store.delete(prefix + key, etag);
        mirrored.delete(key);
      }
      // One after the other, so that they have the same order by time as on the disk.
      for (const key of [...keys].sort(byTime)) await upload(key);
    },
    async store() {
      const now = new Map<string, string>();
      for await (const { objects } of store.list(prefix, { depth: 'all' }))
        for (const { key, etag } of objects) now.set(key.slice(prefix.length), etag);
      for (const key of mirrored.keys()) {
        if (now.has(key)) continue;
        rmSync(join(root, key), { recursive: true, force: true });
        mirrored.delete(key);
      }
      for (const [key, etag] of now) if (mirrored.get(key)?.etag !== etag) await download(key, etag);
    },
  };
}

/** Keys of the files below a directory, and with a slash at the end those of empty directories. */
function keysBelow(root: string): Set<string> {
  const keys = new Set<string>();
  const visit = (directory: string): void => {
    const entries = readdirSync(join(root, directory), { withFileTypes: true });
    if (entries.length === 0 && directory !== '') keys.add(`${directory}/`);
    for (const entry of entries) {
      const path = directory === '' ? entry.name : `${directory}/${entry.name}`;
      if (entry.isFile()) keys.add(path);
      else if (entry.isDirectory()) visit(path);
    }
  };
  visit('');
  return keys;
}

function stateOf(path: string): string {
  if (path.endsWith(sep)) return '';
  const { ino, size, mtimeNs, ctimeNs } = lstatSync(path, { bigint: true });
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}
