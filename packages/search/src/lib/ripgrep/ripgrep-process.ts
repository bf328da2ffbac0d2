import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import { openScratchFile, type ScratchFile, touchesSpecialFile } from '@dragoman/fs-core/internal/host';
import {
  assertNotCancelled,
  type LocalTree,
  pathForOthers,
  ToolError,
  yieldToEventLoop,
} from '@dragoman/fs-core/internal/kernel';
import type { HeldFiles } from './held-file.ts';
import { launch } from './launcher.ts';
import { createMessageReader, type UnsearchedPath } from './ripgrep-messages.ts';
import { ripgrepPath } from './ripgrep-path.ts';

export interface RipgrepRun {
  readonly args: readonly string[];
  /** The directory it runs in. Default `/`, for a run that searches only held files or none. */
  readonly directory?: Pick<LocalTree, 'descriptor' | 'launchPath'> | undefined;
  /** Files that ripgrep inherits open. */
  readonly held?: HeldFiles | undefined;
  /** A text that it reads from stdin, through a pipe. */
  readonly input?: string | Uint8Array;
  readonly timeLimitMs: number;
  readonly signal: AbortSignal | undefined;
  /** Channel of the output. Default `pipe`; much output takes a tenth less processor time through a `file`. */
  readonly channel?: 'pipe' | 'file';
  /** Called for each file and directory that could not be searched. */
  readonly onUnsearched?: (unsearched: UnsearchedPath) => void;
  /** Called for each file that is left out because it holds a NUL byte, if the arguments have `--debug`. */
  readonly onBinary?: ((path: string) => void) | undefined;
}

/** End of a run of ripgrep. */
export interface RipgrepEnd {
  readonly timedOut: boolean;
  /** True if output is missing: the file had no room for it, or ripgrep was lost. A run through a pipe gives all. */
  readonly isCut: boolean;
  /** The reason why it gave up; empty if it did not. */
  readonly stderr: string;
}

/** An exit status, or the signal that ended a process; null if neither is known. */
type EndStatus = number | NodeJS.Signals | null;

// Maximum size of the output file.
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024;
const LOOK_INTERVAL_MS = 4;
// ripgrep may have written megabytes since, of which the first lines may be enough.
const MOST_READ_BYTES = 256 * 1024;
// Most searches end sooner, and are never checked.
const WATCH_INTERVAL_MS = 250;

/**
 * Runs ripgrep and yields its output as it comes; the generator returns how the run ended. However the loop is left, the
 * process is killed. No more run at once than there are cores; the others wait their turn.
 * @throws ToolError `PERMISSION_DENIED` (the directory may not be entered), `CANCELLED`, `IO_ERROR`
 */
export async function* runRipgrep(run: RipgrepRun): AsyncGenerator<Buffer, RipgrepEnd> {
  const program = ripgrepPath();
  await takeSlot(run.signal);
  try {
    return yield* stream(program, run);
  } finally {
    freeSlot();
  }
}

async function* stream(program: string, run: RipgrepRun): AsyncGenerator<Buffer, RipgrepEnd> {
  const { timeLimitMs, signal, onUnsearched = () => undefined } = run;
  using scratch = run.channel === 'file' ? openScratchFile(MAX_OUTPUT_BYTES) : null;
  const messages = createMessageReader(onUnsearched, run.onBinary);
  const { ended, pid, kill, stdout } = start({ ...run, program, scratch, onMessage: (chunk) => messages.push(chunk) });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, timeLimitMs);
  // ripgrep opens by path: if a file was just exchanged for a pipe or a device, it would wait or read forever.
  const watch = setInterval(() => {
    const running = pid();
    if (running === null || !touchesSpecialFile(running)) return;
    // A run into a file counts as lost when it is killed, and the search runs again through a pipe.
    timedOut ||= scratch === null;
    kill();
  }, WATCH_INTERVAL_MS);
  signal?.addEventListener('abort', kill);
  try {
    const overflowed = scratch ? yield* follow(scratch, ended) : yield* piped(stdout);
    if (overflowed) kill();
    const status = await ended;
    assertNotCancelled(signal);
    const stderr = messages.end();
    const isLost = !timedOut && !EXIT_STATUSES.includes(status);
    if (isLost && scratch === null) throw endedBadly(program, status, stderr);
    return { timedOut, isCut: overflowed || messages.lacksRoom || isLost, stderr };
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolError(
      { code: 'IO_ERROR', problem: 'ripgrep-start', path: program, reason },
      `Cannot run ripgrep: ${reason}`,
      { cause: error },
    );
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal?.removeEventListener('abort', kill);
    kill();
  }
}

// rg(1): matches, no match, an error. Anything else means that ripgrep was lost.
const EXIT_STATUSES: readonly EndStatus[] = [0, 1, 2];

/** The error for a ripgrep that does not work here, with the first line of what it said. */
function endedBadly(program: string, status: EndStatus, stderr: string): ToolError {
  const end = typeof status === 'number' ? `ended with status ${status}` : `was ended by ${status ?? 'a signal'}`;
  const said = stderr.split('\n', 1)[0]?.trim();
  const message = `Cannot run ripgrep: "${program}" ${end}${said ? `: ${said}` : ''}`;
  return new ToolError(
    { code: 'IO_ERROR', problem: 'ripgrep-end', path: program, status, ...(said && { said }) },
    message,
  );
}

async function* piped(stdout: Readable | null): AsyncGenerator<Buffer, false> {
  for await (const chunk of stdout ?? []) yield chunk as Buffer;
  return false;
}

/** Reads on at intervals, which costs less than waking for every line; returns true if the file grows too large. */
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
      const timer = setTimeout(resolve, LOOK_INTERVAL_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  for (let hasMore = false; ; ) {
    const isLast = isOver;
    if (hasMore) await yieldToEventLoop();
    else if (!isLast) await look();
    const chunk = scratch.readOn(MOST_READ_BYTES);
    hasMore = chunk.length === MOST_READ_BYTES;
    if (chunk.length > 0) yield chunk;
    if (scratch.size > MAX_OUTPUT_BYTES) return true;
    if (isLast && !hasMore) return false;
  }
}

interface StartedRun {
  readonly ended: Promise<EndStatus>;
  readonly stdout: Readable | null;
  /** Its process id; null if it does not run, or if the id is unknown. */
  pid(): number | null;
  kill(): void;
}

interface Start extends RipgrepRun {
  readonly program: string;
  /** The file that it writes to; null for a pipe. */
  readonly scratch: ScratchFile | null;
  readonly onMessage: (chunk: Buffer) => void;
}

function start(run: Start): StartedRun {
  const { program, args, scratch, onMessage } = run;
  const cwd = run.directory?.launchPath ?? '/';
  const [directory, output] = [run.directory, scratch].map((held) => held && pathForOthers(held.descriptor));
  const launched = directory && output ? launch({ program, args, directory, output, onMessage }) : null;
  return launched === null ? spawned(run, cwd) : { ...launched, stdout: null };
}

function spawned({ program, args, held, input, scratch, onMessage }: Start, cwd: string): StartedRun {
  const stdin = input === undefined ? (held?.input ?? 'ignore') : 'pipe';
  const child = spawn(program, args, {
    cwd,
    // It names no configuration file and no home directory.
    env: {},
    stdio: [stdin, scratch?.descriptor ?? 'pipe', 'pipe', ...(held?.inherited ?? [])],
  });
  child.stderr?.on('data', onMessage);
  // It may end before it has read all.
  child.stdin?.on('error', () => undefined).end(input);
  const ended = new Promise<EndStatus>((resolve, reject) => {
    child.on('close', (code, signal) => resolve(code ?? signal)).on('error', reject);
  });
  ended.catch(() => undefined);
  const pid = () => (child.exitCode === null && child.signalCode === null ? (child.pid ?? null) : null);
  return { ended, stdout: child.stdout, pid, kill: () => void child.kill('SIGKILL') };
}

let running = 0;
const waiting = new Set<() => void>();

async function takeSlot(signal: AbortSignal | undefined): Promise<void> {
  while (running >= availableParallelism() && !signal?.aborted) await nextSlot(signal);
  if (signal?.aborted) {
    // Its slot may have come free at the same time.
    wakeOne();
    assertNotCancelled(signal);
  }
  running += 1;
}

/** Waits for a run to end, or for the signal. */
function nextSlot(signal: AbortSignal | undefined): Promise<void> {
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

function freeSlot(): void {
  running -= 1;
  wakeOne();
}

function wakeOne(): void {
  const [first] = waiting;
  first?.();
}
