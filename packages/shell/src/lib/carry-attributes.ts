import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { ownDescriptors } from '@dragoman/fs-core/internal/host';

let waiting: AttributeShell | null = null;

/**
 * Copies what Node has no calls for, extended attributes and the access list, from one open file to another. Changes
 * the target's times only if there is something to copy.
 * @returns false if some of it could not be copied, null if this system has no program for it
 */
export async function carryAttributes(from: number, to: number): Promise<boolean | null> {
  if (process.platform !== 'linux') return null;
  try {
    waiting ??= new AttributeShell();
    const { own } = waiting;
    const answer = await waiting.ask(`${own}/${from} ${own}/${to}`);
    return meaningOf(answer === null || answer === UNSEEN ? await askAlone(from, to) : answer);
  } catch {
    return null;
  }
}

/** Asks a shell of its own, which inherits the descriptors. */
async function askAlone(from: number, to: number): Promise<string | null> {
  const shell = new AttributeShell([from, to]);
  const answer = await shell.ask('/proc/self/fd/3 /proc/self/fd/4');
  shell.dismiss();
  return answer;
}

function meaningOf(answer: string | null): boolean | null {
  if (answer === KEPT) return true;
  return answer === FAILED || answer === UNSEEN ? false : null;
}

const [KEPT, FAILED, UNSEEN] = ['0', '9', '2'];

// The shell answers with a digit. Only GNU cp has these options. It copies an access list together with the mode, which
// it always sets. A system may hide the descriptors of this process from others: they then find no file at that path.
const SCRIPT = `
  carry() { cp --attributes-only --preserve="$1" "$from" "$to" || fail; }
  fail() { cp --version >/dev/null && echo ${FAILED} || echo 1; false; }
  while read -r from to; do
    if ! [ -e "$from" -a -e "$to" ]; then echo ${UNSEEN}; continue; fi
    carry xattr || continue
    case $(ls -Lld "$from") in
      ??????????+*) carry mode || continue ;;
    esac
    echo ${KEPT}
  done`;

// Agents often edit several files within a minute, each for the first time.
const IDLE_MS = 60_000;
const TIME_LIMIT_MS = 10_000;

/**
 * A shell that copies attributes between two files, which a line of its input names. It is small, whereas fork(2) of Node
 * itself copies the page tables of all its memory. It ends when its input does, and so with this process.
 */
class AttributeShell {
  /** The directory in which it finds the descriptors of this process. */
  readonly own = ownDescriptors();
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #handles: readonly Handle[];
  readonly #asked: ((answer: string | null) => void)[] = [];
  #idle: NodeJS.Timeout | undefined;

  /**
   * @param descriptors that it inherits, from 3 on
   * @throws Error if it cannot be started
   */
  constructor(descriptors: readonly number[] = []) {
    const child = spawnShell(descriptors);
    child.on('error', () => undefined);
    if (child.pid === undefined) throw new Error('No shell starts');
    child.on('close', () => this.#lose());
    child.stdin.on('error', () => undefined);
    child.stdout.on('data', (digits) => this.#take(String(digits)));
    const all: readonly object[] = [child, child.stdin, child.stdout];
    this.#child = child;
    this.#handles = all.filter(keepsAlive);
  }

  /** Resolves with the shell's answer; null if the shell has ended. */
  async ask(line: string): Promise<string | null> {
    clearTimeout(this.#idle);
    for (const handle of this.#handles) handle.ref();
    const limit = setTimeout(() => this.#kill(), TIME_LIMIT_MS);
    const answer = await new Promise<string | null>((resolve) => {
      this.#asked.push(resolve);
      this.#child.stdin.write(`${line}\n`);
    });
    clearTimeout(limit);
    return answer;
  }

  /** Closes the shell's input, after which it ends. */
  dismiss(): void {
    if (waiting === this) waiting = null;
    clearTimeout(this.#idle);
    this.#child.stdin.end();
  }

  #take(digits: string): void {
    for (const answer of digits.replaceAll('\n', '')) this.#asked.shift()?.(answer);
    if (this.#asked.length === 0) this.#rest();
  }

  #rest(): void {
    for (const handle of this.#handles) handle.unref();
    this.#idle = setTimeout(() => this.dismiss(), IDLE_MS).unref();
  }

  #lose(): void {
    this.dismiss();
    for (const answer of this.#asked.splice(0)) answer(null);
  }

  /** Kills the shell and all it started: a program that went on would find other files behind the same descriptors. */
  #kill(): void {
    try {
      process.kill(-(this.#child.pid as number), 'SIGKILL');
    } catch {
      // The shell has ended.
    }
  }
}

function spawnShell(descriptors: readonly number[]): ChildProcessByStdio<Writable, Readable, null> {
  return spawn('/bin/sh', ['-c', SCRIPT], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    // In a session of its own, so that Ctrl-C in a terminal does not reach the shell.
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore', ...descriptors],
  }) as ChildProcessByStdio<Writable, Readable, null>;
}

interface Handle {
  ref(): void;
  unref(): void;
}

/** Node's types lack these methods of a child's streams, which say whether one keeps this process alive. */
function keepsAlive(handle: object): handle is Handle {
  return 'ref' in handle && 'unref' in handle;
}
