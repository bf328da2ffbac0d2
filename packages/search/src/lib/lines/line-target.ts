import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import {
  decodeName,
  type LocalTree,
  type OpenDirectory,
  type OpenFile,
  type Volume,
} from '@dragoman/fs-core/internal/kernel';
import { type HeldFiles, heldFile } from '../ripgrep/held-file.ts';
import type { Target } from '../ripgrep/ripgrep-arguments.ts';
import { createResultFilter } from '../walk/result-filter.ts';
import type { SearchNotes } from '../walk/search-notes.ts';
import type { FindLinesRequest } from './line-search.ts';

// Below this many files, one ripgrep thread is faster: a second one costs 2 ms, a file of 4 KB takes 8 µs. If there are
// only two processors, one of them reads the results at the same time.
const FEW_FILES = availableParallelism() > 2 ? 300 : 800;
const FEW_BYTES = 4 * 1024 * 1024;

// A search of files that another machine serves mostly waits: threads help beyond the number of processors, measured up
// to this many.
const WAITING_THREADS = 16;

/** Paths for ripgrep to search, and the meaning of the paths that it prints. */
export interface LineTarget extends Disposable {
  /** The directory that ripgrep runs in. */
  readonly directory?: LocalTree;
  /** The searched file. */
  readonly held?: HeldFiles;
  readonly target: Target;
  /** Turns a path that ripgrep prints into a `FoundFile.path`. */
  nameOf(path: Buffer): string;
  /** True if the file with this `FoundFile.path` may be reported. */
  allows(path: string): Promise<boolean>;
  /** True if ignore files let a search enter the directory with this path below the searched one. */
  enters?(path: string): Promise<boolean>;
  /** A target that lies over the searched directory, and is searched first. Disposed with this. */
  readonly over?: Omit<LineTarget, 'over'>;
}

/** A search of the lines of a file, or of the files below a directory. */
export interface TargetSearch {
  readonly volume: Volume;
  readonly searched: OpenDirectory | OpenFile;
  readonly request: FindLinesRequest;
  readonly notes: SearchNotes;
}

export async function openLineTarget({ volume, searched, request, notes }: TargetSearch): Promise<LineTarget> {
  if (searched.kind === 'file') {
    const name = basename(searched.realPath);
    const tree = await searched.localTree(request.signal);
    const held = heldFile(tree.descriptor);
    const target = { paths: held.paths, isSmall: true, leaveOut: [] };
    return {
      held,
      target,
      nameOf: () => name,
      allows: async () => true,
      [Symbol.dispose]: () => tree[Symbol.dispose](),
    };
  }
  const { ignoreFiles, entersIgnored, userExcludes, skip, globsBeatIgnoreFiles = true } = request;
  const globs = globsBeatIgnoreFiles ? (request.globs ?? []) : [];
  const rules = { ignoreFiles, entersIgnored, userExcludes, skip, globs, signal: request.signal };
  const filter = await createResultFilter({ volume, directory: searched, ...rules, notes });
  const { extent } = filter;
  const isSmall = extent !== null && extent.files <= FEW_FILES && extent.bytes <= FEW_BYTES;
  const tree = await searched.localTree(request.signal);
  notes.tooLarge += tree.missing;
  const target = { paths: ['./'], isSmall, ...threadsOn(volume), leaveOut: [...skip, ...filter.prunes] };
  // ripgrep's paths begin with `./`, as the path that it is given.
  const nameOf = (path: Buffer) => decodeName(path.subarray(2));
  const { over } = tree;
  const allows = (path: string) => filter.allows(path);
  const shared = { target, nameOf, [Symbol.dispose]: () => tree[Symbol.dispose]() };
  if (over === undefined) return { ...shared, directory: tree, allows, enters: filter.enters };
  return {
    ...shared,
    directory: tree,
    allows: async (path) => !over.hides(path) && (await allows(path)),
    over: { ...shared, directory: over, allows },
  };
}

function threadsOn({ traits }: Volume): Pick<Target, 'threads'> {
  return traits.kind === 'cluster' ? { threads: WAITING_THREADS } : {};
}
