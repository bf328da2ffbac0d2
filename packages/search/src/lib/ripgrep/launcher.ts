import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { childOf } from '@dragoman/fs-core/internal/host';

/** A program to run, by paths that any process of this user can open. */
export interface Launch {
  readonly program: string;
  readonly args: readonly string[];
  /** Its working directory. */
  readonly directory: string;
  /** The file that its stdout is appended to. */
  readonly output: string;
  /** Called with what it writes to stderr, as it comes. */
  readonly onMessage: (chunk: Buffer) => void;
}

export interface LaunchedProgram {
  /** The program's exit code; over 128 if a signal ended it, null if it is unknown. */
  readonly ended: Promise<number | null>;
  /** The program's process id; null if it does not run, or if the id is unknown. */
  pid(): number | null;
  /** Kills the program; does nothing if it has ended. */
  kill(): void;
}

// How long a shell waits for its next program: agents often search several times in quick succession.
const IDLE_MS = 1_000;

const idle: Launcher[] = [];
let works = process.platform === 'linux';
let lastMs = Number.NEGATIVE_INFINITY;

/**
 * Runs a program from a shell that waits a second for the next one. A shell is small: if Node itself starts a
 * process (fork(2)), copying the page tables takes a millisecond for every 50 MB of its memory.
 * @returns null if no such shell works, and for the first program in a while, which starting a shell would only delay
 */
export function launch(what: Launch): LaunchedProgram | null {
  const isFollowing = performance.now() - lastMs < IDLE_MS;
  lastMs = performance.now();
  if (!works || !isFollowing) return null;
  const launcher = idle.pop() ?? startLauncher();
  return launcher === null ? null : launcher.launch(what);
}

interface LaunchedRun {
  readonly onMessage: Launch['onMessage'];
  readonly end: (code: number | null) => void;
}

interface KeepsAlive {
  ref(): void;
  unref(): void;
}

/** Node's types lack these methods of a child's streams, which say whether the stream keeps this process alive. */
function keepsAlive(stream: object): stream is KeepsAlive {
  return 'ref' in stream && 'unref' in stream;
}

function startLauncher(): Launcher | null {
  // `detached` puts it in a session of its own, where Ctrl-C in a terminal does not reach it.
  const shell = spawn('/bin/sh', [], { cwd: '/', env: {}, detached: true, stdio: ['pipe', 'ignore', 'pipe'] });
  shell.on('error', () => {
    works = false;
  });
  return shell.pid === undefined ? null : new Launcher(shell, shell.pid);
}

/** A shell that runs one program at a time. */
class Launcher {
  readonly #shell: ChildProcessByStdio<Writable, null, Readable>;
  readonly #pid: number;
  readonly #streams: readonly KeepsAlive[];
  #current: LaunchedRun | null = null;
  #isDismissed = false;
  #pause: NodeJS.Timeout | undefined;

  constructor(shell: ChildProcessByStdio<Writable, null, Readable>, pid: number) {
    this.#shell = shell;
    this.#pid = pid;
    const both: readonly object[] = [shell.stdin, shell.stderr];
    this.#streams = both.filter(keepsAlive);
    shell.unref();
    shell.on('close', () => this.#lose());
    shell.stdin.on('error', () => undefined);
    shell.stdin.write(PREPARE);
    const onMessage = (chunk: Buffer): void => this.#current?.onMessage(chunk);
    shell.stderr.on(
      'data',
      statusReader(onMessage, (code) => this.#rest(code)),
    );
  }

  launch(what: Launch): LaunchedProgram {
    clearTimeout(this.#pause);
    let end: LaunchedRun['end'] = () => undefined;
    const ended = new Promise<number | null>((resolve) => {
      end = resolve;
    });
    const run: LaunchedRun = { onMessage: what.onMessage, end };
    this.#current = run;
    for (const stream of this.#streams) stream.ref();
    this.#shell.stdin.write(scriptFor(what));
    return {
      ended,
      pid: () => (this.#current === run ? childOf(this.#pid) : null),
      kill: () => this.#kill(run),
    };
  }

  #kill(run: LaunchedRun): void {
    if (this.#current !== run || this.#isDismissed) return;
    this.#shell.kill('SIGUSR1');
    this.#dismiss();
  }

  /** Waits for the next program, once one has ended. */
  #rest(code: number): void {
    this.#finish(code);
    if (this.#isDismissed) return;
    idle.push(this);
    this.#pause = setTimeout(() => this.#dismiss(), IDLE_MS).unref();
  }

  /** Closes the shell's input, with which it ends; so it also ends with this process. */
  #dismiss(): void {
    this.#isDismissed = true;
    this.#leave();
    this.#shell.stdin.end();
  }

  #lose(): void {
    // A shell that ends unasked was killed, or could not open the output or the directory: Node starts all later ones.
    if (!this.#isDismissed) works = false;
    this.#leave();
    this.#finish(null);
  }

  #leave(): void {
    const at = idle.indexOf(this);
    if (at >= 0) idle.splice(at, 1);
  }

  #finish(code: number | null): void {
    const run = this.#current;
    this.#current = null;
    for (const stream of this.#streams) stream.unref();
    run?.end(code);
  }
}

// SIGUSR1 kills the program `p`; if that has not started yet, `k` has it killed as soon as it has.
const PREPARE = "k=; p=; trap 'k=1; ${p:+kill -9 $p}' USR1\n";

/** SIGUSR1 interrupts the first `wait`; the second reaps the killed program, so that no zombie stays. */
function scriptFor({ program, args, directory, output }: Launch): string {
  const words = [program, ...args].map(quoted).join(' ');
  return [
    `exec 3>>${quoted(output)}; cd ${quoted(directory)} || exit`,
    `${words} </dev/null >&3 3>&- &`,
    "p=$!; exec 3>&-; cd /; ${k:+kill -9 $p}; wait $p; s=$?; ${k:+wait $p}; p=; printf '\\0%s\\n' $s >&2\n",
  ].join('\n');
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * Parses the shell's stderr: the program's messages, then a NUL byte and a line with its exit code. The messages contain
 * no NUL, since no file name does.
 */
function statusReader(onMessage: (chunk: Buffer) => void, onEnd: (code: number) => void): (chunk: Buffer) => void {
  let status: string | null = null;
  return (chunk) => {
    const at = status === null ? chunk.indexOf(0) : -1;
    if (status === null && at !== 0) onMessage(at < 0 ? chunk : chunk.subarray(0, at));
    if (status === null && at < 0) return;
    status = (status ?? '') + chunk.toString('latin1', at + 1);
    if (!status.endsWith('\n')) return;
    const code = Number.parseInt(status, 10);
    status = null;
    onEnd(code);
  };
}
