import { Worker } from 'node:worker_threads';

/**
 * The entries of a tree: directories from the top down, each before all that lies in it, and their files in the same
 * order. Everything lies in shared memory.
 */
export interface TreeTable {
  /** The absolute path of the tree; bytes, as Latin-1. */
  readonly root: string;
  /** Relative paths in bytes, one after the other. */
  readonly directories: Uint8Array;
  readonly directoryEnds: Uint32Array;
  /** The first file of each directory, and the number of files. */
  readonly firstFiles: Uint32Array;
  /** Names of the files in bytes, one after the other. */
  readonly names: Uint8Array;
  readonly nameEnds: Uint32Array;
  /** Device, inode, size and ctime in nanoseconds of each directory, then of each file. Without an inode: unknown. */
  readonly states: BigUint64Array;
}

/** Entries that differ from a table, or are unknown to it. */
export interface TreeChanges {
  readonly directories: readonly number[];
  readonly files: readonly number[];
}

export interface TreeSweep {
  /**
   * Looks at the directories `[from, to)` and their files, all of them after the call.
   * @throws Error if a thread does not work
   */
  look(from: number, to: number): Promise<TreeChanges>;
  close(): void;
}

const THREADS = 2;
// Threads wait so long for the next search.
const IDLE_MS = 60_000;
const YOUNG_GENERATION_MB = 2;
// A tree is looked at in so many slices, of so many directories at least: several shares for each thread.
const MOST_SLICES = 8;
const LEAST_DIRECTORIES = 64;

/** Compares a table with the disk whenever it is asked; its threads start at the first call, and end when it is not used. */
export function createTreeSweep(table: TreeTable): TreeSweep {
  let threads: readonly SweepThread[] = [];
  let idle: NodeJS.Timeout | undefined;
  const close = (): void => {
    for (const thread of threads) thread.end();
    threads = [];
  };
  const sweep = async (from: number, to: number): Promise<TreeChanges> => {
    clearTimeout(idle);
    if (threads.length === 0) threads = Array.from({ length: THREADS }, () => startThread(table));
    const cursor = new Int32Array(new SharedArrayBuffer(4));
    cursor[0] = from;
    try {
      return joined(await Promise.all(threads.map((thread) => thread.look({ to, cursor }))));
    } catch (error) {
      close();
      throw error;
    } finally {
      idle = setTimeout(close, IDLE_MS).unref();
    }
  };
  return { look: inSlices(table.directoryEnds.length, sweep), close };
}

function joined(parts: readonly TreeChanges[]): TreeChanges {
  return { directories: parts.flatMap((part) => part.directories), files: parts.flatMap((part) => part.files) };
}

/** Somebody who waits for slices that nobody has looked at since it asked. */
interface Asker extends SweepWaiter {
  readonly from: number;
  readonly to: number;
  readonly missing: Set<number>;
  readonly found: TreeChanges[];
}

/**
 * Looks at one slice of a tree after the other, and from the last goes on with the first. Who asks meanwhile joins, and
 * waits for one round, whatever others wait for.
 */
function inSlices(count: number, sweep: TreeSweep['look']): TreeSweep['look'] {
  const slices = Math.max(1, Math.min(MOST_SLICES, Math.floor(count / LEAST_DIRECTORIES)));
  const startOf = (slice: number): number => Math.floor((slice * count) / slices);
  const askers = new Set<Asker>();
  let turn = Promise.resolve();

  async function lookAt(slice: number): Promise<void> {
    const waiting = [...askers].filter(({ missing }) => missing.has(slice));
    if (waiting.length === 0) return;
    const from = Math.max(startOf(slice), Math.min(...waiting.map((asker) => asker.from)));
    const to = Math.min(startOf(slice + 1), Math.max(...waiting.map((asker) => asker.to)));
    const changes = await sweep(from, to);
    for (const asker of waiting) {
      asker.found.push(changes);
      asker.missing.delete(slice);
      if (asker.missing.size === 0 && askers.delete(asker)) asker.resolve(joined(asker.found));
    }
  }

  async function goRound(): Promise<void> {
    try {
      for (let slice = 0; askers.size > 0; slice = (slice + 1) % slices) await lookAt(slice);
    } catch (error) {
      for (const { reject } of askers) reject(error as Error);
      askers.clear();
    }
  }

  return (from, to) => {
    const all = Array.from({ length: slices }, (_, slice) => slice);
    const missing = new Set(all.filter((slice) => startOf(slice) < to && startOf(slice + 1) > from));
    if (missing.size === 0) return Promise.resolve(joined([]));
    return new Promise((resolve, reject) => {
      const isFirst = askers.size === 0;
      askers.add({ from, to, missing, found: [], resolve, reject });
      if (isFirst) turn = turn.then(goRound);
    });
  };
}

interface SweepThread {
  look(task: { readonly to: number; readonly cursor: Int32Array }): Promise<TreeChanges>;
  end(): void;
}

interface SweepWaiter {
  readonly resolve: (changes: TreeChanges) => void;
  readonly reject: (error: Error) => void;
}

function startThread(table: TreeTable): SweepThread {
  const worker = new Worker(new URL('./tree-sweep-worker.js', import.meta.url), {
    workerData: table,
    env: {},
    execArgv: [],
    // Its output is dropped: the process's stdout may carry a protocol.
    stdout: true,
    stderr: true,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  const waiting = new Map<number, SweepWaiter>();
  const fail = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  let asked = 0;
  worker.on('message', ({ id, ...changes }: TreeChanges & { readonly id: number }) => {
    waiting.get(id)?.resolve(changes);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The thread has ended')));
  worker.unref();
  return {
    look(task) {
      asked += 1;
      worker.ref();
      return new Promise((resolve, reject) => {
        waiting.set(asked, { resolve, reject });
        worker.postMessage({ id: asked, ...task });
      });
    },
    end: () => void worker.terminate(),
  };
}
