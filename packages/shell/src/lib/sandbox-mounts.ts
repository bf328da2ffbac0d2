import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { type Mount, mountsOf, ownMounts } from '@dragoman/fs-core/internal/host';
import { contains, ToolError } from '@dragoman/fs-core/internal/kernel';
import { REPORT_DESCRIPTOR } from './command-script.ts';
import { KEPT_OF_RUN, type SandboxPolicy } from './sandbox.ts';

/** The first descriptor after those that every command gets. */
const INFO_DESCRIPTOR = 5;
const BLOCK_DESCRIPTOR = 6;
const SYNC_DESCRIPTOR = 7;

/**
 * The arguments of bubblewrap by which a program waits in its sandbox until `admit` lets it start, and by which the end of
 * the sandbox is seen.
 */
export const ADMISSION_ARGUMENTS = [
  ...['--info-fd', `${INFO_DESCRIPTOR}`, '--block-fd', `${BLOCK_DESCRIPTOR}`],
  ...['--sync-fd', `${SYNC_DESCRIPTOR}`],
];

// Bubblewrap needs some milliseconds.
const MAX_SETUP_MS = 20_000;
const POLL_MS = 1;
const ENDING_MS = 2000;

/** The most attempts to set up a sandbox, of which one fails if something in the trees, or a socket, goes away meanwhile. */
export const SETUP_TRIES = 4;

export interface Admission {
  readonly policy: SandboxPolicy;
  /** A sandbox that could not be set up is left to say why. */
  readonly isLastTry: boolean;
}

/**
 * Lets the program of a sandbox start if its mounts are those that were asked for. Bubblewrap finds them by their paths, and
 * another command may put a link in the place of a directory meanwhile.
 * @throws ToolError `IO_ERROR`
 */
export async function admit(child: ChildProcess, { policy, isLastTry }: Admission): Promise<void> {
  const pipes: readonly unknown[] = child.stdio;
  const [report, block] = [REPORT_DESCRIPTOR, BLOCK_DESCRIPTOR].map((descriptor) => pipes[descriptor] as Writable);
  for (const pipe of [report, block]) pipe?.on('error', () => {});
  const info = await text(pipes[INFO_DESCRIPTOR] as Readable).catch(() => '');
  const [, pid] = /"child-pid": *(\d+)/.exec(info) ?? [];
  if (pid !== undefined && (await isMounted(Number(pid), policy))) {
    // Bubblewrap also goes on if its pipe ends because this process has died. The script of the command does not.
    report?.write('\n');
    block?.end('\n');
    return;
  }
  // One that has ended by itself says why; any other must not start its program.
  if (!isLastTry || !(await hasEnded(child))) throw failed('the sandbox could not be set up');
}

/** Settles when no process of a sandbox is left: its first one holds the pipe, which no other has. */
export async function endOfSandbox({ stdio }: Pick<ChildProcess, 'stdio'>): Promise<void> {
  const pipes: readonly unknown[] = stdio;
  const pipe = pipes[SYNC_DESCRIPTOR] as Readable;
  await once(pipe.resume(), 'close').catch(() => {});
}

/** True if a process ends without being told to. */
async function hasEnded(child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return true;
  return await once(child, 'exit', { signal: AbortSignal.timeout(ENDING_MS) }).then(
    () => true,
    () => false,
  );
}

/** Waits until the sandbox is set up; false if it has ended before. @throws ToolError `IO_ERROR` */
async function isMounted(pid: number, policy: SandboxPolicy): Promise<boolean> {
  const own = ownMounts();
  for (const deadline = performance.now() + MAX_SETUP_MS; performance.now() < deadline; ) {
    const mounts = mountsOf(pid);
    if (mounts.length === 0) return false;
    if (mounts.some((mount) => isLastOfSetup(mount, own))) {
      if (areConfined(mounts, own, policy)) return true;
      throw failed('a directory was replaced while the sandbox was set up: run the command again');
    }
    await delay(POLL_MS);
  }
  throw failed('the sandbox was not set up in time');
}

/** True for the last thing that bubblewrap is asked to do: to make its own `/proc` read-only. */
function isLastOfSetup({ point, isReadOnly, device }: Mount, own: readonly Mount[]): boolean {
  return point === '/proc' && isReadOnly && isFresh(device, own);
}

/** True if each mount shows at its place what this process has there, and is writable in the policy's trees only. */
function areConfined(mounts: readonly Mount[], own: readonly Mount[], policy: SandboxPolicy): boolean {
  const writable = [...policy.writable, ...(policy.git?.opened ?? []).map(({ directory }) => directory)];
  const known = (mount: Mount) => own.filter((other) => isSame(other, mount)).length;
  return mounts.every((mount) => {
    const { device, source, point, isReadOnly } = mount;
    if (isFresh(device, own) || source === '/null' || [...SYSTEM, ...KEPT_OF_RUN].some((path) => contains(path, point)))
      return true;
    const isOntoItself = own.some(
      (other) =>
        other.device === device &&
        contains(other.point, point) &&
        source === join(other.source, point.slice(other.point.length)),
    );
    if (isOntoItself && (isReadOnly || writable.some((tree) => contains(tree, point)))) return true;
    // Bubblewrap leaves mounts alone that its user cannot reach.
    return mounts.filter((other) => isSame(other, mount)).length <= known(mount);
  });
}

const SYSTEM = ['/dev', '/proc'];

/** True for a file system that was made for the sandbox. */
function isFresh(device: string, own: readonly Mount[]): boolean {
  return !own.some((mount) => mount.device === device);
}

function isSame(one: Mount, other: Mount): boolean {
  return one.device === other.device && one.source === other.source && one.point === other.point;
}

function failed(reason: string): ToolError {
  return new ToolError({ code: 'IO_ERROR', problem: 'command-start', reason }, `Start command: ${reason}`);
}
