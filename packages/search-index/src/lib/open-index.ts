import { lockFile, openPrivateStore, type PrivateStore, type StoredFile } from '@dragoman/fs-core/internal/index-kit';
import { decodeName, orUndoLater } from '@dragoman/fs-core/internal/kernel';
import type { ReadSegment } from './gram-index.ts';
import { homeOf, type IndexKey, indexName } from './index-place.ts';
import { MANIFEST, type Manifest, readManifest, type Segment, type StoredPart } from './manifest.ts';
import { createTreeSweep, type TreeSweep } from './tree-sweep.ts';
import { type IndexedTree, tableBytes, tableIn, textAt } from './tree-table.ts';

export interface OpenIndex extends Disposable {
  readonly manifest: Manifest;
  readonly tree: IndexedTree;
  readonly sweep: TreeSweep;
  readonly segments: readonly OpenSegment[];
  /** The number of the directory at a path below the root, empty for the root; null if it is not indexed. */
  directoryAt(path: string): number | null;
  /** True if a directory at a path below the root was left out. */
  isExcluded(path: string): boolean;
}

export interface OpenSegment extends Pick<Segment, 'blocks' | 'firstColumn'> {
  readonly read: ReadSegment;
}

/** Opens an index after checking its digests; removes a damaged one. Null if there is none. */
export async function openStoredIndex(key: IndexKey): Promise<OpenIndex | null> {
  const [home, name] = [homeOf(key), indexName(key)];
  const state = home?.stateOf(MANIFEST) ?? null;
  if (home === null || name === null || state === null) return null;
  const store = openPrivateStore(key.place);
  store?.markUsed(name);
  const opened = await openIn(home);
  if (opened === null) await whileNobodyBuilds(home, () => home.stateOf(MANIFEST) === state && store?.remove(name));
  return opened;
}

async function openIn(home: PrivateStore): Promise<OpenIndex | null> {
  const manifest = readManifest(home);
  if (manifest === null) return null;
  const files: StoredFile[] = [];
  return await orUndoLater(
    () => closeAll(files),
    async () => {
      for (const part of [manifest.table, ...manifest.segments]) {
        const file = home.open(part.name);
        if (file !== null) files.push(file);
        if (file === null || !(await isAsWritten(file, part))) return closeAll(files);
      }
      return openIndex(manifest, files);
    },
  );
}

async function isAsWritten(file: StoredFile, { size, digest }: StoredPart): Promise<boolean> {
  return file.size === size && (await file.digest()) === digest;
}

function openIndex(manifest: Manifest, [table, ...files]: readonly StoredFile[]): OpenIndex {
  const { counts, excluded } = manifest.content;
  const memory = new SharedArrayBuffer(tableBytes(counts));
  table?.read(new Uint8Array(memory), 0);
  table?.[Symbol.dispose]();
  const tree = tableIn(memory, counts, Buffer.from(manifest.root).toString('latin1'));
  const paths = new Map<string, number>();
  for (let directory = 0; directory < counts.directories; directory++) {
    paths.set(decodeName(Buffer.from(textAt(tree.directories, tree.directoryEnds, directory))), directory);
  }
  const left = new Set(excluded);
  const sweep = createTreeSweep(tree);
  return {
    ...{ manifest, tree, sweep },
    segments: files.map(({ read }, at) => ({ ...(manifest.segments[at] as Segment), read })),
    directoryAt: (path) => paths.get(path) ?? null,
    isExcluded: (path) => left.has(path),
    [Symbol.dispose]() {
      sweep.close();
      closeAll(files);
    },
  };
}

function closeAll(files: readonly StoredFile[]): null {
  for (const file of files) file[Symbol.dispose]();
  return null;
}

/** Acts unless another process builds: it may just have replaced the index that was read. */
async function whileNobodyBuilds(home: PrivateStore, act: () => void): Promise<void> {
  try {
    using _ = await lockFile(`${home.path}/${MANIFEST}`, { waitMs: 0 });
    act();
  } catch {
    // The next search tries again.
  }
}
