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
// In which ripgrep looks for a NUL byte before it searches.
const HEAD_BYTES = 64 * 1024;

/** Reads files one after the other into the same memory. */
export function createContentReader(): ReadContent {
  let memory = new Uint8Array(HEAD_BYTES);
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
    if (bytes === null || isMarkedUtf16(bytes)) return { state, text: null, folds: false };
    const nul = bytes.subarray(0, HEAD_BYTES).indexOf(0);
    const text = nul < 0 ? bytes : bytes.subarray(0, nul);
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

function isMarkedUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** The long s and the Kelvin sign. */
const FOLDING = ['\u017f', '\u212a'].map((character) => Buffer.from(character));

function includes({ buffer, byteOffset, length }: Uint8Array, sought: Buffer): boolean {
  return Buffer.from(buffer, byteOffset, length).includes(sought);
}
