import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * True if a process that should only read files waits to open a named pipe, or has opened a pipe or a device, because a
 * path no longer led to the file that was there before. False if the system does not say.
 */
export function touchesSpecialFile(pid: number): boolean {
  return threadsOf(pid).some(waitsForWriter) || descriptorsOf(pid).some(isNoFile);
}

/** The first running child of a process; null if there is none, or if the system does not say. */
export function childOf(pid: number): number | null {
  const [child = ''] = textOf(`/proc/${pid}/task/${pid}/children`).split(' ');
  return child === '' ? null : Number(child);
}

/**
 * The directory in which other processes find the descriptors of this one. The `/proc` here may count processes
 * otherwise than the system.
 */
export function ownDescriptors(): string {
  return `/proc/${linkOf('/proc/self')}/fd`;
}

const threadsOf = (pid: number): string[] => pathsIn(`/proc/${pid}/task`);

/** The files that a process opened itself; one that this process has open under the same number was inherited. */
const descriptorsOf = (pid: number): string[] =>
  pathsIn(`/proc/${pid}/fd`).filter((path) => {
    const number = basename(path);
    return Number(number) > 2 && linkOf(path) !== linkOf(`/proc/self/fd/${number}`);
  });

// The functions of the kernel (fs/pipe.c) in which open(2) sleeps until a process opens the other end.
const waitsForWriter = (thread: string): boolean => /^(?:wait_for_partner|fifo_open)$/.test(textOf(`${thread}/wchan`));

const isNoFile = (path: string): boolean =>
  orElse(false, () => {
    const stat = statSync(path);
    return !stat.isFile() && !stat.isDirectory();
  });

const pathsIn = (directory: string): string[] =>
  orElse([], () => readdirSync(directory).map((name) => `${directory}/${name}`));

const textOf = (path: string): string => orElse('', () => readFileSync(path, 'latin1'));

const linkOf = (path: string): string => orElse('', () => readlinkSync(path));

/** A process may end, and close what it has open, at any moment. */
function orElse<T>(otherwise: T, ask: () => T): T {
  try {
    return ask();
  } catch {
    return otherwise;
  }
}
