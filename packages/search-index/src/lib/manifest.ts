import { type PrivateStore, sha256 } from '@dragoman/fs-core/internal/index-kit';
import type { GramBlock } from './gram-blocks.ts';
import type { TreeCounts } from './tree-table.ts';

/** The parts of an index, and the tree that it covers. */
export interface Manifest {
  readonly format: number;
  readonly root: string;
  readonly rules: string;
  /** Time when the index was last built or updated, in milliseconds since the epoch. */
  readonly builtMs: number;
  /** The grams of files, oldest segment first: each later one holds files that were changed or new when it was built. */
  readonly segments: readonly Segment[];
  /** The entries of the tree, and which file each column of all segments belongs to. */
  readonly table: StoredPart;
  readonly content: IndexContent;
}

/** A file of an index. It is never written again. */
export interface StoredPart {
  readonly name: string;
  readonly size: number;
  readonly digest: string;
}

export interface Segment extends StoredPart {
  /** The number of its first column among those of all segments. */
  readonly firstColumn: number;
  readonly blocks: readonly GramBlock[];
}

/** The directories that an index covers. */
export interface IndexContent {
  readonly counts: TreeCounts;
  /** Relative paths of directories that are not indexed, because of an ignore file or of their name. */
  readonly excluded: readonly string[];
}

/** Part of the key of an index, so that no program reads a format that it does not know. */
export const FORMAT = 4;
export const MANIFEST = 'manifest';
const MOST_BYTES = 64 * 1024 * 1024;

/** Null if it is missing, damaged, or of another format. */
export function readManifest(home: PrivateStore): Manifest | null {
  using file = home.open(MANIFEST);
  if (file === null || file.size > MOST_BYTES) return null;
  const bytes = file.bytes();
  const end = bytes.indexOf(0x0a);
  if (end < 0 || bytes.toString('latin1', 0, end) !== sha256(bytes.subarray(end + 1))) return null;
  const manifest = JSON.parse(bytes.toString('utf8', end + 1)) as Manifest;
  return manifest.format === FORMAT ? manifest : null;
}

/** Written under another name first, so that no process reads half of it. @throws the system's error */
export function writeManifest(home: PrivateStore, manifest: Manifest): void {
  const json = Buffer.from(JSON.stringify(manifest));
  using file = home.create(`${MANIFEST}.new`);
  file.append(Buffer.from(`${sha256(json)}\n`));
  file.append(json);
  home.rename(`${MANIFEST}.new`, MANIFEST);
}

/** Bytes of an index. */
export function sizeOf({ segments, table }: Manifest): number {
  return segments.reduce((sum, { size }) => sum + size, table.size);
}
