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
} from '@dragoman/fs-core';
import { entryStateOf } from '@dragoman/fs-core/index-kit';
import { createIgnoreReader, type IgnoreReader } from '../walk/ignore-files.ts';
import type { IgnoreScope } from '../walk/ignore-scope.ts';
import { createNotes } from '../walk/search-notes.ts';
import { type BlockWriter, createBlockWriter, type GramBlock, MOST_GRAMS } from './gram-blocks.ts';
import { createGramSet } from './grams.ts';
import { contentOf, createContentReader, type ReadContent } from './indexed-content.ts';
import { ALWAYS, createTreeRecorder, FOLDS, type TreeCounts, type TreeRecorder } from './tree-table.ts';

/** What an index holds besides its blocks and its table, both of which lie in the segment. */
export interface IndexContent {
  readonly blocks: readonly GramBlock[];
  readonly counts: TreeCounts;
  /** Where in the segment the table begins. */
  readonly tableAt: number;
  /** Directories that are not indexed, since ignore files exclude them or by their names; relative paths. */
  readonly excluded: readonly string[];
  /** Files that a search reads whatever it looks for. */
  readonly uncovered: number;
  /** Bytes of text that were read. */
  readonly textBytes: number;
}

export interface BuildOptions {
  readonly userExcludes: Uint8Array | null;
  /** Names of directories that are not indexed. */
  readonly skip: ReadonlySet<string>;
  /** Whether what changed last at this time, in milliseconds since the epoch, is on the disk by now. */
  readonly isAtRest: (ctimeMs: number) => boolean;
  /** Writes bytes after those before them, and returns where they begin. */
  readonly append: (bytes: Uint8Array) => number;
  readonly onProgress?: (files: number) => void;
  readonly signal?: AbortSignal | undefined;
}

interface Building {
  readonly options: BuildOptions;
  readonly reader: IgnoreReader;
  readonly recorder: TreeRecorder;
  readonly writer: BlockWriter;
  readonly read: ReadContent;
  readonly grams: ReturnType<typeof createGramSet>;
  readonly excluded: string[];
  uncovered: number;
  textBytes: number;
}

// After so long the walk lets other work of the process go on.
const TURN_MS = 10;

/** Reads a tree and writes the blocks and the table of its index. @throws ToolError `CANCELLED`, `IO_ERROR` */
export async function buildIndex(volume: Volume, root: OpenDirectory, options: BuildOptions): Promise<IndexContent> {
  const { userExcludes, append } = options;
  const building: Building = {
    options,
    reader: createIgnoreReader({ volume, mode: 'all', userExcludes, notes: createNotes() }),
    recorder: createTreeRecorder(),
    writer: createBlockWriter(append),
    read: createContentReader(),
    grams: createGramSet(MOST_GRAMS),
    ...{ excluded: [], uncovered: 0, textBytes: 0 },
  };
  let turnEnd = performance.now() + TURN_MS;
  for await (const _ of directoriesBelow(visitRoot(root), await building.reader.above(root), building)) {
    assertNotCancelled(options.signal);
    if (performance.now() < turnEnd) continue;
    options.onProgress?.(building.recorder.files);
    await yieldToEventLoop();
    turnEnd = performance.now() + TURN_MS;
  }
  const { blocks, columns } = building.writer.finish();
  const { bytes, counts } = building.recorder.finish(columns);
  const { excluded, uncovered, textBytes } = building;
  return { blocks, counts, tableAt: append(bytes), excluded, uncovered, textBytes };
}

/** Takes in a directory and all below it, in the order of the table. */
async function* directoriesBelow(visit: Visit, outer: IgnoreScope, building: Building): AsyncGenerator<void> {
  const { recorder, reader, options } = building;
  const seen = look(visit);
  const directory = recorder.beginDirectory(encodeName(visit.path), seen?.state ?? null);
  if (seen !== null) {
    const scope = reader.withinEntries(outer, seen.entries, visit);
    for (const { name, kind } of seen.entries) if (kind === 'file') await addFile(seen.opened, name, building);
    yield;
    for (const { name, kind } of seen.entries) {
      if (kind !== 'directory') continue;
      if (options.skip.has(name) || scope.excludes(name, true)) building.excluded.push(pathIn(visit, name));
      else {
        using inner = visit.enter(name);
        yield* directoriesBelow(inner, scope.enter(name), building);
      }
    }
  }
  recorder.endDirectory(directory);
}

/** What a directory holds, and its state if every later change will show in it; null if it cannot be listed. */
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

async function addFile(directory: OpenDirectory, name: string, building: Building): Promise<void> {
  const { recorder, writer, grams, read, options } = building;
  const content = await contentOf(directory, name, { read, isAtRest: options.isAtRest });
  const isKnown = content !== null && content.text !== null && grams.fill(content.text);
  const flags = (isKnown ? 0 : ALWAYS) | (content?.folds ? FOLDS : 0);
  const file = recorder.addFile(encodeName(name), content?.state ?? null, flags);
  if (isKnown) writer.add(file, grams);
  else building.uncovered += 1;
  building.textBytes += content?.text?.length ?? 0;
}

function pathIn({ path }: Visit, name: string): string {
  return path === '' ? name : `${path}/${name}`;
}
