import { entryStateOf } from '@dragoman/fs-core/internal/index-kit';
import {
  assertNotCancelled,
  encodeName,
  isPathError,
  isSurelyBefore,
  type OpenDirectory,
  type Visit,
  type Volume,
  visitRoot,
  yieldToEventLoop,
} from '@dragoman/fs-core/internal/kernel';
import type { UserExcludes } from '@dragoman/search/internal/index-kit';
import {
  createIgnoreReader,
  createNotes,
  type IgnoreReader,
  type IgnoreScope,
} from '@dragoman/search/internal/index-kit';
import { type BlockWriter, createBlockWriter, type GramBlock, MOST_GRAMS } from './gram-blocks.ts';
import { createGramSet } from './grams.ts';
import { contentOf, createContentReader, type IndexedContent, isSame, type ReadContent } from './indexed-content.ts';
import type { KnownFile, KnownTree } from './known-tree.ts';
import type { IndexContent, Segment } from './manifest.ts';
import { ALWAYS, createTreeRecorder, FOLDS, NO_FILE, type TreeRecorder } from './tree-table.ts';

/** An index as it was built. Its blocks lie in a new segment. */
export interface BuiltIndex {
  /** Segments of the index before that are part of this one. */
  readonly kept: readonly Segment[];
  /** The number of the new segment's first column among those of all segments. */
  readonly firstColumn: number;
  readonly blocks: readonly GramBlock[];
  /** The index's table, as bytes. */
  readonly table: Uint8Array;
  readonly content: IndexContent;
  /** Files that were read for this index. */
  readonly taken: number;
  /** Columns of kept segments that belong to no file any more. */
  readonly dead: number;
  /** Directories whose state the index before did not have. */
  readonly relisted: number;
}

export interface BuildOptions {
  readonly userExcludes: UserExcludes | null;
  /** Names of directories that are not indexed. */
  readonly skip: ReadonlySet<string>;
  /** True if a change at this time, in milliseconds since the epoch, is on the disk by now. */
  readonly isAtRest: (ctimeMs: number) => boolean;
  /** Writes bytes after those before them, and returns where they begin. */
  readonly append: (bytes: Uint8Array) => number;
  /** The previous index: files that have not changed since are not read again. */
  readonly known?: KnownTree | null;
  readonly onProgress?: ((files: number) => void) | undefined;
  /** Called after some milliseconds of work, to let other work go on. */
  readonly pause?: ((workedMs: number) => Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface BuildContext {
  readonly options: BuildOptions;
  readonly reader: IgnoreReader;
  readonly recorder: TreeRecorder;
  readonly writer: BlockWriter;
  readonly read: ReadContent;
  readonly grams: ReturnType<typeof createGramSet>;
  readonly excluded: string[];
  /** The files of the columns of kept segments. */
  readonly owners: number[];
  readonly yieldIfDue: () => Promise<void>;
  taken: number;
  relisted: number;
}

/** Reads a tree and writes the blocks of its index. @throws ToolError `CANCELLED`, `IO_ERROR` */
export async function buildIndex(volume: Volume, root: OpenDirectory, options: BuildOptions): Promise<BuiltIndex> {
  const { userExcludes, append, known, signal } = options;
  const recorder = createTreeRecorder();
  const building: BuildContext = {
    ...{ options, recorder, excluded: [], taken: 0, relisted: 0 },
    reader: createIgnoreReader({ volume, mode: 'all', userExcludes, notes: createNotes(), signal }),
    writer: createBlockWriter(append),
    read: createContentReader(),
    grams: createGramSet(MOST_GRAMS),
    owners: new Array<number>(known?.columns ?? 0).fill(NO_FILE),
    yieldIfDue: yieldEverySlice(options, recorder),
  };
  await takeIn(visitRoot(root), await building.reader.above(root), building);
  const { excluded, taken, relisted, owners } = building;
  const { blocks, columns } = building.writer.finish();
  const { bytes: table, counts } = recorder.finish([...owners, ...columns]);
  const dead = owners.filter((file) => file === NO_FILE).length;
  const kept = known?.segments ?? [];
  return { kept, firstColumn: owners.length, blocks, table, content: { counts, excluded }, taken, dead, relisted };
}

// Longest time that the walk holds up other work of its thread.
const SLICE_MS = 10;

/** @throws ToolError `CANCELLED` */
function yieldEverySlice({ pause, onProgress, signal }: BuildOptions, recorder: TreeRecorder): () => Promise<void> {
  let startMs = performance.now();
  return async () => {
    const workedMs = performance.now() - startMs;
    if (workedMs < SLICE_MS) return;
    assertNotCancelled(signal);
    onProgress?.(recorder.files);
    await (pause?.(workedMs) ?? yieldToEventLoop());
    startMs = performance.now();
  };
}

/** Takes in a directory and all below it, in the order of the table. */
async function takeIn(visit: Visit, outer: IgnoreScope, building: BuildContext): Promise<void> {
  const { recorder, reader, options, excluded } = building;
  assertNotCancelled(options.signal);
  const seen = look(visit);
  const directory = recorder.beginDirectory(encodeName(visit.path), seen?.state ?? null);
  if (seen !== null) {
    if (seen.state !== null && !isSame(seen.state, options.known?.stateOf(visit.path))) building.relisted += 1;
    const scope = reader.withinEntries(outer, seen.entries, visit);
    const known = options.known?.filesIn(visit.path);
    for (const { name, kind } of seen.entries) {
      if (kind === 'file') await addFile({ directory: seen.opened, name, known: known?.get(name) ?? null }, building);
    }
    for (const { name, kind } of seen.entries) {
      if (kind !== 'directory') continue;
      await building.yieldIfDue();
      if (options.skip.has(name) || scope.excludes(name, true)) excluded.push(pathIn(visit, name));
      else {
        using inner = visit.enter(name);
        await takeIn(inner, scope.enter(name), building);
      }
    }
  }
  recorder.endDirectory(directory);
}

/** Entries of a directory, and its state if every later change will show in it; null if it cannot be listed. */
function look(visit: Visit) {
  try {
    const opened = visit.open();
    const state = entryStateOf(opened.identity);
    const isSettled = state !== null && isSurelyBefore(Number(state.ctimeNs / 1_000_000n), Date.now());
    return { opened, state: isSettled ? state : null, entries: opened.entries() };
  } catch (error) {
    if (!isPathError(error)) throw error;
    return null;
  }
}

interface ChildDirectory {
  readonly directory: OpenDirectory;
  readonly name: string;
  readonly known: KnownFile | null;
}

async function addFile({ directory, name, known }: ChildDirectory, building: BuildContext): Promise<void> {
  const { recorder, owners, read, options } = building;
  const content = await contentOf(directory, name, { read, isAtRest: options.isAtRest, known: known?.state });
  if (content !== 'unchanged') takeContent(name, content, building);
  else if (known !== null) {
    const file = recorder.addFile(encodeName(name), known.state, known.flags);
    if (known.column !== null) owners[known.column] = file;
  }
  await building.yieldIfDue();
}

function takeContent(name: string, content: IndexedContent | null, building: BuildContext): void {
  const { recorder, writer, grams } = building;
  const isCovered = content !== null && content.text !== null && grams.fill(content.text);
  const flags = (isCovered ? 0 : ALWAYS) | (content?.folds ? FOLDS : 0);
  const file = recorder.addFile(encodeName(name), content?.state ?? null, flags);
  if (!isCovered) return;
  writer.add(file, grams);
  building.taken += 1;
}

function pathIn({ path }: Visit, name: string): string {
  return path === '' ? name : `${path}/${name}`;
}
