import { type BoundedMap, createBoundedMap } from '../../state/bounded-map.ts';
import type { FileIdentity } from '../../volume/volume.ts';

import type { Sniffed } from './sniffed.ts';
import type { Encoding } from './text-format.ts';

/** What is known about one state of one file and takes long to find out again. */
export interface FileFacts {
  /** What the file's head shows. */
  sniffed?: Sniffed;
  /** The encoding, where the head does not settle it. */
  encoding?: Encoding;
  lines?: LineMap;
  /** By line number, the offsets of lines at which reads began or ended: the next read often begins there. */
  readonly places: BoundedMap<number, number>;
}

const MAX_FILES = 8;
const MAX_PLACES = 16;

/** The most recently used first. */
const files: { readonly identity: FileIdentity; readonly memory: FileFacts }[] = [];

/** Keyed by object: for files too recently modified to be cached by identity (`isSafeToCache`). */
const unshared = new WeakMap<FileIdentity, FileFacts>();

/** What was asked for last, since one read asks several times. */
let last: { readonly identity: FileIdentity; readonly memory: FileFacts } | undefined;

/** The memory of a file in this state. A few used most recently are kept; a file that changes gets a new one. */
export function fileFactsOf(identity: FileIdentity): FileFacts {
  if (last?.identity !== identity) last = { identity, memory: foundOrNew(identity) };
  return last.memory;
}

function foundOrNew(identity: FileIdentity): FileFacts {
  const known = unshared.get(identity);
  if (known !== undefined) return known;
  if (identity.isSafeToCache()) return sharedMemoryOf(identity);
  const memory = newMemory();
  unshared.set(identity, memory);
  return memory;
}

function sharedMemoryOf(identity: FileIdentity): FileFacts {
  const at = files.findIndex((file) => file.identity.isSameState(identity));
  const known = at < 0 ? undefined : files[at];
  if (at === 0 && known !== undefined) return known.memory;
  const file = known ?? { identity, memory: newMemory() };
  if (at > 0) files.splice(at, 1);
  files.unshift(file);
  if (files.length > MAX_FILES) files.pop();
  return file.memory;
}

function newMemory(): FileFacts {
  return { places: createBoundedMap(MAX_PLACES) };
}

export function rememberLineOffset({ places }: FileFacts, line: number, offset: number): void {
  if (places.get(line) !== offset) places.set(line, offset);
}

/** How many newlines lie before each block of a file, as far as it has been scanned. */
export interface LineMap {
  readonly fileSize: number;
  readonly blockSize: number;
  /** Newlines before block 0, 1, 2 …: one entry more than there are scanned blocks. */
  readonly before: number[];
}
