import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { openScratchFile, type ScratchFile, ToolError } from '@dragoman/fs-core';
import { createMessageReader, type Unsearched } from './ripgrep-messages.ts';

export interface RipgrepRun {
  readonly args: readonly string[];
  readonly cwd: string;
  /** Descriptors of files that ripgrep is given; `inheritedPath` names each of them to it. */
  readonly inherited?: readonly number[];
  readonly timeLimitMs: number;
  readonly signal: AbortSignal | undefined;
  /** How the output comes. Default `pipe`; `file` where there may be much: it takes a tenth less processor time. */
  readonly channel?: 'pipe' | 'file';
  /** Told of each file and directory that could not be searched. */
  readonly onUnsearched?: (unsearched: Unsearched) => void;
}

/** How a run of ripgrep ended. */
export interface RipgrepEnd {
  readonly timedOut: boolean;
  /** It had more to say than a file is to hold, or has room for. */
  readonly overflowed: boolean;
  readonly exitCode: number | null;
  /** Why it gave up, if it did. */
  readonly stderr: string;
}

// What a file holds of the output stays there to the end.
const MOST_HELD_BYTES = 32 * 1024 * 1024;
const LOOK_MS = 4;

/**
 * Runs ripgrep and yields its output as it comes; the generator's value says how it ended. However the loop is left,
 * the process is gone afterwards. No more run at once than there are cores; the others wait their turn.
 */
export async function* runRipgrep(run: RipgrepRun): AsyncGenerator<Buffer, RipgrepEnd> {
  const program = await ripgrepPath();
  await takeTurn(run.signal);
  try {
    return yield* stream(program, run);
  } finally {
    leaveTurn();
  }
}

async function* stream(program: string, run: RipgrepRun): AsyncGenerator<Buffer, RipgrepEnd> {
  const { timeLimitMs, signal, onUnsearched = () => undefined } = run;
  using scratch = run.channel === 'file' ? openScratchFile(MOST_HELD_BYTES) : null;
  const child = start(program, run, scratch);
  const kill = (): void => void child.kill('SIGKILL');
  const closed = once(child, 'close');
  closed.catch(() => undefined);
  let timedOut = false;
  const messages = createMessageReader(onUnsearched);
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, timeLimitMs);
  signal?.addEventListener('abort', kill);
  child.stderr?.on('data', (chunk: Buffer) => messages.push(chunk));
  try {
    const overflowed = scratch ? yield* follow(scratch, closed) : yield* piped(child);
    if (overflowed) kill();
    const [exitCode] = (await closed) as [number | null];
    if (signal?.aborted) throw new ToolError('CANCELLED', 'Search was cancelled');
    const stderr = messages.end();
    return { timedOut, overflowed: overflowed || messages.lacksRoom, exitCode, stderr };
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw new ToolError('IO_ERROR', 'Cannot run ripgrep', {}, { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
    kill();
  }
}

async function* piped({ stdout }: ChildProcess): AsyncGenerator<Buffer, false> {
  for await (const chunk of stdout ?? []) yield chunk as Buffer;
  return false;
}

/** Looks now and then at what was written, instead of waking for each of a thousand lines; true if it is too much. */
async function* follow(scratch: ScratchFile, closed: Promise<unknown>): AsyncGenerator<Buffer, boolean> {
  let isOver = false;
  let wake = (): void => undefined;
  const end = (): void => {
    isOver = true;
    wake();
  };
  closed.then(end, end);
  const look = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  for (;;) {
    const isLast = isOver;
    if (!isLast) await look();
    const chunk = scratch.readOn();
    if (chunk.length > 0) yield chunk;
    if (scratch.size > MOST_HELD_BYTES) return true;
    if (isLast) return false;
  }
}

function start(program: string, { args, cwd, inherited = [] }: RipgrepRun, scratch: ScratchFile | null): ChildProcess {
  const output = scratch?.descriptor ?? 'pipe';
  // An empty environment: no configuration file, no paths to anybody's home.
  return spawn(program, args, { cwd, env: {}, stdio: ['ignore', output, 'pipe', ...inherited] });
}

/** The path at which ripgrep finds the inherited file number `index`. */
export function inheritedPath(index: number): string {
  return `${process.platform === 'linux' ? '/proc/self' : '/dev'}/fd/${index + 3}`;
}

let program: Promise<string> | undefined;

/** Imported late: the package throws where it has no binary for this machine. */
export async function ripgrepPath(): Promise<string> {
  program ??= import('@vscode/ripgrep').then(({ rgPath }) => rgPath);
  try {
    return await program;
  } catch (error) {
    throw new ToolError('IO_ERROR', 'Cannot search: ripgrep is not installed for this platform', {}, { cause: error });
  }
}

let running = 0;
const waiting = new Set<() => void>();

async function takeTurn(signal: AbortSignal | undefined): Promise<void> {
  while (running >= availableParallelism() && !signal?.aborted) await nextTurn(signal);
  if (signal?.aborted) {
    wakeOne();
    throw new ToolError('CANCELLED', 'Search was cancelled');
  }
  running += 1;
}

/** Waits for a run to end, or for the signal. */
function nextTurn(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      waiting.delete(wake);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    waiting.add(wake);
    signal?.addEventListener('abort', wake);
  });
}

function leaveTurn(): void {
  running -= 1;
  wakeOne();
}

function wakeOne(): void {
  const [first] = waiting;
  first?.();
}
