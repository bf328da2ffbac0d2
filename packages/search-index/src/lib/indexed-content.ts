import { isUtf8 } from 'node:buffer';
import { type EntryState, entryStateOf } from '@dragoman/fs-core/internal/index-kit';
import { isPathError, type OpenDirectory, type OpenFile } from '@dragoman/fs-core/internal/kernel';

/** Facts about a file that the index needs. */
export interface IndexedContent {
  readonly state: EntryState;
  /**
   * Bytes for ripgrep to search, in memory that the next file takes; null if they are not the file's bytes as they are.
   */
  readonly text: Uint8Array | null;
  /** True if it holds a character that matches an ASCII letter if case is ignored. */
  readonly folds: boolean;
}

/** The bytes of an open file; null if they are too many. */
export type ReadContent = (file: OpenFile) => Promise<Uint8Array | null>;

export interface ContentOptions {
  readonly read: ReadContent;
  /** True if a change at this time, in milliseconds since the epoch, is on the disk by now. */
  readonly isAtRest: (ctimeMs: number) => boolean;
  /** A state of the file in which it need not be read. */
  readonly known?: EntryState | undefined;
}

const MOST_BYTES = 64 * 1024 * 1024;
// By which every reader judges whether a file with a NUL byte is text.
const HEAD_BYTES = 4100;

/** Reads files one after the other into the same memory. */
export function createContentReader(): ReadContent {
  let memory = new Uint8Array(64 * 1024);
  return async (file) => {
    if (file.size > MOST_BYTES) return null;
    if (file.size > memory.length) memory = new Uint8Array(Math.min(MOST_BYTES, 2 * file.size));
    const bytes = memory.subarray(0, file.size);
    return bytes.subarray(0, await file.read(bytes, 0));
  };
}

/** Null if the file cannot be read, was changed while it was read, or may change without notice. */
export async function contentOf(
  directory: OpenDirectory,
  name: string,
  { read, isAtRest, known }: ContentOptions,
): Promise<IndexedContent | 'unchanged' | null> {
  try {
    using file = directory.openFile(name);
    const state = entryStateOf(file.identity);
    if (state !== null && isSame(state, known)) return 'unchanged';
    if (state === null || !isAtRest(Number(state.ctimeNs / 1_000_000n))) return null;
    const bytes = await read(file);
    if (!file.identity.isSameState(await file.currentIdentity())) return null;
    if (bytes === null || isDecoded(bytes)) return { state, text: null, folds: false };
    const text = bytes.includes(0) ? NOTHING : bytes;
    return { state, text, folds: FOLDING.some((character) => includes(text, character)) };
  } catch (error) {
    if (!isPathError(error)) throw error;
    return null;
  }
}

/** True if an entry is still in its known state. */
export function isSame(one: EntryState, other: EntryState | null | undefined): boolean {
  if (other === null || other === undefined) return false;
  const isSameFile = one.device === other.device && one.inode === other.inode;
  return isSameFile && one.size === other.size && one.ctimeNs === other.ctimeNs;
}

const NOTHING = new Uint8Array();

/** True if what a search finds may be other bytes than the file's: text in another encoding, or text with NUL bytes. */
function isDecoded(bytes: Uint8Array): boolean {
  const nul = bytes.indexOf(0);
  if (nul < 0) return !isUtf8(bytes);
  return nul >= HEAD_BYTES || !holdsNulUnit(bytes.subarray(0, HEAD_BYTES));
}

/** True if the bytes, read as UTF-16, hold a NUL, as no text does. */
function holdsNulUnit(bytes: Uint8Array): boolean {
  for (let at = 0; at + 1 < bytes.length; at += 2) if (bytes[at] === 0 && bytes[at + 1] === 0) return true;
  return false;
}

/** The long s and the Kelvin sign. */
const FOLDING = ['\u017f', '\u212a'].map((character) => Buffer.from(character));

function includes({ buffer, byteOffset, length }: Uint8Array, sought: Buffer): boolean {
  return Buffer.from(buffer, byteOffset, length).includes(sought);
}
