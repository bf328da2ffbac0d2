import type { LocalTree, OpenDirectory, OpenFile } from '@dragoman/fs-core/internal/kernel';
import { type HeldFiles, heldFiles } from '../ripgrep/held-file.ts';
import { type LineQuery, ripgrepArguments } from '../ripgrep/ripgrep-arguments.ts';
import { createCountReader, createLineReader, type ProposedFile } from '../ripgrep/ripgrep-output.ts';
import { runRipgrep } from '../ripgrep/ripgrep-process.ts';
import { confirmLines } from './confirm-lines.ts';

/** Match counts by path; null if one could not be found out, and absent if nothing matches. */
export type Counts = Map<string, number | null>;

/** A file that ripgrep found, and how much matched then. */
export interface OpenedMatch {
  readonly file: OpenFile;
  readonly count: number;
}

interface Recount {
  readonly searched: OpenDirectory;
  /** Opened files by path below the searched directory. */
  readonly opened: ReadonlyMap<string, OpenedMatch>;
  readonly query: LineQuery;
  readonly signal: AbortSignal | undefined;
}

const TIME_LIMIT_MS = 20_000;

/** Counts what matches in open files, whatever their names lead to by now. */
export async function countAgain(recount: Recount, counts: Counts): Promise<void> {
  const trees: LocalTree[] = [];
  try {
    for (const { file } of recount.opened.values()) trees.push(await file.localTree(recount.signal));
    const held = heldFiles(trees.map(({ descriptor }) => descriptor));
    await (held === null ? countLines(recount, counts) : countHeld(recount, held, counts));
  } finally {
    for (const tree of trees) tree[Symbol.dispose]();
  }
}

async function countHeld({ opened, query, signal }: Recount, held: HeldFiles, counts: Counts): Promise<void> {
  const names = new Map([...opened.keys()].map((path, index) => [held.paths[index], path]));
  const args = ripgrepArguments({ ...query, result: 'counts' }, { paths: held.paths, isSmall: false, leaveOut: [] });
  const reader = createCountReader();
  const set = (path: string, count: number | null): void => {
    const name = names.get(path);
    if (name !== undefined) counts.set(name, count);
  };
  const onUnsearched = ({ path }: { readonly path: string }): void => set(path, null);
  for await (const chunk of runRipgrep({ args, held, timeLimitMs: TIME_LIMIT_MS, signal, onUnsearched })) {
    for (const { path, count } of reader.push(chunk)) set(path.toString(), count);
  }
}

// Lines of one file that are held and read again; of a file with more, the others count as ripgrep found them.
const MAX_LINES = 10_000;

/**
 * Counts lines on systems on which ripgrep must open the files by path once more: each line that it finds is read
 * again. A file in which it finds nothing now may be another than the open one.
 */
export async function countLines({ searched, opened, query, signal }: Recount, counts: Counts): Promise<void> {
  const paths = [...opened.keys()].map((path) => `./${path}`);
  const args = ripgrepArguments({ ...query, result: 'lines' }, { paths, isSmall: false, leaveOut: [] });
  using directory = await searched.localTree(signal);
  const { encoding, onlyMatching } = query;
  for (const path of opened.keys()) counts.set(path, null);
  const confirm = async ({ path: printed, count, lines }: ProposedFile): Promise<void> => {
    const path = printed.subarray(2).toString();
    const match = opened.get(path);
    if (match === undefined) return;
    const confirmed = await confirmLines(match.file, lines, { encoding, onlyMatching });
    // What ripgrep counts in a multiline search are matches, which may share a line.
    if (confirmed.length === lines.length) counts.set(path, query.multiline ? match.count : count);
  };
  for (const tree of [directory, ...(directory.over === undefined ? [] : [directory.over])]) {
    const reader = createLineReader({ ...query, maxLines: MAX_LINES, seenTo: () => 0 });
    for await (const chunk of runRipgrep({ args, directory: tree, timeLimitMs: TIME_LIMIT_MS, signal })) {
      for (const file of reader.push(chunk)) await confirm(file);
    }
    for (const file of reader.end()) await confirm(file);
  }
}
