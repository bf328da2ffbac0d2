import { isSettled } from '../settled.ts';
import type { FileIdentity } from '../volume.ts';
import type { LineMap } from './line-map.ts';
import type { Encoding } from './text-format.ts';

/** What was learnt about one state of one file and is dear to learn again. */
export interface FileMemory {
  /** The encoding, where the head could not tell. */
  encoding?: Encoding;
  lines?: LineMap;
  /** Where the last read of lines ended, and the next one may begin. */
  bookmark?: { readonly line: number; readonly offset: number };
}

const MAX_FILES = 8;
const files = new Map<string, FileMemory>();

/** The memory of a file in this state, the most recently asked of a few; it ends when the file changes. */
export function memoryOf(identity: FileIdentity): FileMemory {
  if (!isSettled(identity)) return {};
  const { device, inode, size, mtimeNs, ctimeNs } = identity;
  const key = `${device}:${inode}:${size}:${mtimeNs}:${ctimeNs}`;
  const memory = files.get(key) ?? {};
  files.delete(key);
  files.set(key, memory);
  const [oldest] = files.keys();
  if (files.size > MAX_FILES && oldest !== undefined) files.delete(oldest);
  return memory;
}
