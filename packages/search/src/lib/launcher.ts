import { spawn } from 'node:child_process';

/** A program to run, by paths that any process of this user can open. */
export interface Launch {
  readonly program: string;
  readonly args: readonly string[];
  /** Where it starts. */
  readonly directory: string;
  /** The file that its output is added to. */
  readonly output: string;
  /** Told what it says on stderr, as it comes. */
  readonly onMessage: (chunk: Buffer) => void;
}

export interface Launched {
  /** The program's exit code; over 128 where a signal ended it, null where nobody knows what became of it. */
  readonly ended: Promise<number | null>;
  /** Ends the program at once; nothing where it has ended. */
  kill(): void;
}

type Launcher = (what: Launch) => Launched;

// An agent asks for several searches at once, or one right after the other.
const IDLE_MS = 1_000;

const idle: Launcher[] = [];
let works = process.platform === 'linux';
let lastMs = Number.NEGATIVE_INFINITY;

/**
 * Runs a program from a shell that waits a second for the next one. Node starts a process by a copy of its own
 * (fork(2)), whose memory's tables alone take a millisecond for every 50 MB; a shell is small. Null where there is no
 * such shell, and for the first program in a while, which would only take longer.
 */
export function launch(what: Launch): Launched | null {
  const isFollowing = performance.now() - lastMs < IDLE_MS;
  lastMs = performance.now();
  if (!works || !isFollowing) return null;
  const launcher = idle.pop() ?? startLauncher();
  return launcher === null ? null : launcher(what);
}

interface Run {
  readonly onMessage: Launch['onMessage'];
  readonly end: (code: number | null) => void;
}

interface KeepsAlive {
  ref(): void;
  unref(): void;
}

/** Node's types do not say that the streams to and from a process keep this one alive, and may be told not to. */
function keepsAlive(stream: object): stream is KeepsAlive {
  return 'ref' in stream && 'unref' in stream;
}

function startLauncher(): Launcher | null {
  // In a session of its own no key of a terminal reaches it.
  const shell = spawn('/bin/sh', [], { cwd: '/', env: {}, detached: true, stdio: ['pipe', 'ignore', 'pipe'] });
  shell.on('error', () => {
    works = false;
  });
  if (shell.pid === undefined) return null;
  const both: readonly object[] = [shell.stdin, shell.stderr];
  const streams = both.filter(keepsAlive);
  let current: Run | null = null;
  let isDismissed = false;
  let pause: NodeJS.Timeout | undefined;

  const finish = (code: number | null): void => {
    const run = current;
    current = null;
    for (const stream of streams) stream.unref();
    run?.end(code);
  };
  const leave = (): void => {
    const at = idle.indexOf(launcher);
    if (at >= 0) idle.splice(at, 1);
  };
  // It ends with its input, and so with this process.
  const dismiss = (): void => {
    isDismissed = true;
    leave();
    shell.stdin.end();
  };
  const launcher: Launcher = (what) => {
    clearTimeout(pause);
    let end: Run['end'] = () => undefined;
    const ended = new Promise<number | null>((resolve) => {
      end = resolve;
    });
    const run: Run = { onMessage: what.onMessage, end };
    current = run;
    for (const stream of streams) stream.ref();
    shell.stdin.write(scriptFor(what));
    return {
      ended,
      kill() {
        if (current !== run || isDismissed) return;
        shell.kill('SIGUSR1');
        dismiss();
      },
    };
  };

  shell.unref();
  shell.stdin.on('error', () => undefined);
  shell.stdin.write(PREPARE);
  shell.stderr.on(
    'data',
    statusReader(
      (chunk) => current?.onMessage(chunk),
      (code) => {
        finish(code);
        if (isDismissed) return;
        idle.push(launcher);
        pause = setTimeout(dismiss, IDLE_MS).unref();
      },
    ),
  );
  const lose = (): void => {
    // Somebody ends them here, or they find no way into what they are told.
    if (!isDismissed) works = false;
    leave();
    finish(null);
  };
  shell.on('close', lose);
  return launcher;
}

// However early the signal comes, the program is killed: `k` says so where it has yet to be started.
const PREPARE = "k=; p=; trap 'k=1; ${p:+kill -9 $p}' USR1\n";

/** Whoever kills ends the first `wait`; the second sees to it that nothing is left of the program. */
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

/** What a program says holds no NUL byte, since no name does. Behind one stands how it ended, on a line. */
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
