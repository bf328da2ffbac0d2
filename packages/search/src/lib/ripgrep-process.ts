import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import { type OpenDirectory, openScratchFile, pathForOthers, type ScratchFile, ToolError } from '@dragoman/fs-core';
import { launch } from './launcher.ts';
import { createMessageReader, type Unsearched } from './ripgrep-messages.ts';
import { ripgrepPath } from './ripgrep-path.ts';

export interface RipgrepRun {
  readonly args: readonly string[];
  /** Where it runs; without one it is given what it is to search. */
  readonly directory?: Pick<OpenDirectory, 'descriptor' | 'launchPath'> | undefined;
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
  /** Not all was found: it had more to say than a file holds, or was lost. Through a pipe it finds the rest. */
  readonly isCut: boolean;
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
  const program = ripgrepPath();
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
  const messages = createMessageReader(onUnsearched);
  const { ended, kill, stdout } = start(program, run, scratch, (chunk) => messages.push(chunk));
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, timeLimitMs);
  signal?.addEventListener('abort', kill);
  try {
    const overflowed = scratch ? yield* follow(scratch, ended) : yield* piped(stdout);
    if (overflowed) kill();
    const exitCode = await ended;
    if (signal?.aborted) throw new ToolError('CANCELLED', 'Search was cancelled');
    const stderr = messages.end();
    const isLost = !timedOut && !EXIT_CODES.includes(exitCode);
    if (isLost && scratch === null) throw new Error(`ripgrep ended with ${exitCode ?? 'a signal'}`);
    return { timedOut, isCut: overflowed || messages.lacksRoom || isLost, stderr };
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw new ToolError('IO_ERROR', 'Cannot run ripgrep', {}, { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
    kill();
  }
}

// rg(1): something matched, nothing did, or not all went well.
const EXIT_CODES: readonly (number | null)[] = [0, 1, 2];

async function* piped(stdout: Readable | null): AsyncGenerator<Buffer, false> {
  for await (const chunk of stdout ?? []) yield chunk as Buffer;
  return false;
}

/** Looks now and then at what was written, instead of waking for each of a thousand lines; true if it is too much. */
async function* follow(scratch: ScratchFile, ended: Promise<unknown>): AsyncGenerator<Buffer, boolean> {
  let isOver = false;
  let wake = (): void => undefined;
  const end = (): void => {
    isOver = true;
    wake();
  };
  ended.then(end, end);
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

interface Started {
  /** Its exit code; null where a signal ended it, or nobody knows. */
  readonly ended: Promise<number | null>;
  readonly stdout: Readable | null;
  kill(): void;
}

function start(
  program: string,
  run: RipgrepRun,
  scratch: ScratchFile | null,
  onMessage: (chunk: Buffer) => void,
): Started {
  const [directory, output] = [run.directory, scratch].map((held) => held && pathForOthers(held.descriptor));
  const launched = directory && output ? launch({ program, args: run.args, directory, output, onMessage }) : null;
  return launched === null ? spawned(program, run, scratch, onMessage) : { ...launched, stdout: null };
}

function spawned(
  program: string,
  { args, directory, inherited = [] }: RipgrepRun,
  scratch: ScratchFile | null,
  onMessage: (chunk: Buffer) => void,
): Started {
  const child = spawn(program, args, {
    cwd: directory?.launchPath ?? '/',
    // No configuration file, no paths to anybody's home.
    env: {},
    stdio: ['ignore', scratch?.descriptor ?? 'pipe', 'pipe', ...inherited],
  });
  child.stderr?.on('data', onMessage);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('close', resolve).on('error', reject);
  });
  ended.catch(() => undefined);
  return { ended, stdout: child.stdout, kill: () => void child.kill('SIGKILL') };
}

/** The path at which ripgrep finds the inherited file number `index`. */
export function inheritedPath(index: number): string {
  return `${process.platform === 'linux' ? '/proc/self' : '/dev'}/fd/${index + 3}`;
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
