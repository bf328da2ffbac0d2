import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errnoOf } from '../errors/errno.ts';
import { isTempFileName, OWNER_PATTERN } from './temp-file-name.ts';

/** State of the process that owns a lock; `unknown` for one of another machine or container. */
export type Liveness = 'alive' | 'dead' | 'unknown';

const OWNER = new RegExp(`^${OWNER_PATTERN}$`);

let own: string | undefined;

/** Identifies this process as the owner of locks and temporary files; in a worker thread, that thread. */
export function currentOwner(): string {
  if (own === undefined) {
    const id = ownId();
    own = `${id}-${lifeOf(id)?.start ?? '0'}-${processSpace()}`;
  }
  return own;
}

/**
 * A worker thread may be ended in the midst of a write, and its process live on. To Linux each thread is a process: it
 * has an id and a start time, and the first thread's id is that of the whole process.
 */
function ownId(): number {
  try {
    // proc(5): `<process>/task/<thread>`.
    return Number(/\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1] ?? process.pid);
  } catch {
    return process.pid;
  }
}

/** The process id of an owner; null if the text names none. */
export function processIdIn(owner: string): number | null {
  const [, pid] = OWNER.exec(owner) ?? [];
  return pid === undefined ? null : Number(pid);
}

/** The start time tells the owner from a later process with the same id. */
export function livenessOf(owner: string): Liveness {
  const [, pid, start, where] = OWNER.exec(owner) ?? [];
  if (pid === undefined || where !== processSpace()) return 'unknown';
  if (!exists(Number(pid))) return 'dead';
  const life = lifeOf(Number(pid));
  if (life === null) return 'alive';
  return life.isOver || (start !== '0' && life.start !== start) ? 'dead' : 'alive';
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) === 'EPERM';
  }
}

/**
 * True if a name is that of a temporary file of this machine. One of the same form that came with a tree, or that another
 * machine left, is a file like others: else a repository could hide files by their names.
 */
export function isOwnTempFileName(name: string): boolean {
  return isTempFileName(name) && name.includes(`-${processSpace()}-`);
}

interface Life {
  /**
   * True if it has ended, but its parent has not waited for it yet, which in a container without an init never happens.
   */
  readonly isOver: boolean;
  /** Clock ticks since the system's start. */
  readonly start: string;
}

/** Fields 3 and 22 of proc(5)'s `stat`; null if the system does not tell. */
function lifeOf(pid: number): Life | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the command's name, which may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { isOver: /^[ZX]$/.test(fields[0] ?? ''), start: fields[19] ?? '0' };
  } catch {
    return null;
  }
}

let known: string | undefined;

/** Tells machines and containers that share a file system apart: a process id of one means nothing in another. */
function processSpace(): string {
  known ??= sha256(`${hostname()} ${pidNamespace()}`).slice(0, 8);
  return known;
}

/** Loads `node:crypto`, a tenth of a command's start, only when called: each read imports this file. */
function sha256(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex');
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
