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

/** What differs from a table, or is unknown to it. */
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

/** Compares a table with the disk whenever it is asked; its threads start at the first call, and end when it is not used. */
export function createTreeSweep(table: TreeTable): TreeSweep {
  let threads: readonly SweepThread[] = [];
  let idle: NodeJS.Timeout | undefined;
  let running = 0;
  const close = (): void => {
    for (const thread of threads) thread.end();
    threads = [];
  };
  const sweep = async (from: number, to: number): Promise<TreeChanges> => {
    clearTimeout(idle);
    if (threads.length === 0) threads = Array.from({ length: THREADS }, () => startThread(table));
    running += 1;
    const cursor = new Int32Array(new SharedArrayBuffer(4));
    cursor[0] = from;
    try {
      const parts = await Promise.all(threads.map((thread) => thread.look({ to, cursor })));
      return { directories: parts.flatMap((part) => part.directories), files: parts.flatMap((part) => part.files) };
    } catch (error) {
      close();
      throw error;
    } finally {
      running -= 1;
      if (running === 0) idle = setTimeout(close, IDLE_MS).unref();
    }
  };
  return { look: inShares(sweep), close };
}

/** One sweep at a time: those who ask while one runs share the next. */
function inShares(sweep: TreeSweep['look']): TreeSweep['look'] {
  let last: Promise<unknown> = Promise.resolve();
  let next: { from: number; to: number; readonly changes: Promise<TreeChanges> } | null = null;
  return (from, to) => {
    if (next !== null) {
      next.from = Math.min(next.from, from);
      next.to = Math.max(next.to, to);
      return next.changes;
    }
    const begin = (): Promise<TreeChanges> => {
      next = null;
      return sweep(turn.from, turn.to);
    };
    const turn = { from, to, changes: last.then(begin) };
    last = turn.changes.catch(() => undefined);
    next = turn;
    return turn.changes;
  };
}

interface SweepThread {
  look(task: { readonly to: number; readonly cursor: Int32Array }): Promise<TreeChanges>;
  end(): void;
}

interface Waiting {
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
  const waiting = new Map<number, Waiting>();
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
