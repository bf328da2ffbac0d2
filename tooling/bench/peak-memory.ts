import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findProgram, programEnv } from './programs.ts';

/** Whether this system tells what memory and processor time a process takes, as Linux does in proc(5). */
export const HAS_PROC = existsSync('/proc/self/status');

/** The most memory that a living process had resident so far, in MB; null if there is no /proc. */
export function peakMemory(pid: number | undefined): number | null {
  if (!HAS_PROC) return null;
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
  return Number(kibibytes) / 1024;
}

/** The most memory in MB that a program has resident, from start to end; null where GNU time(1) is not installed. */
export function peakMemoryOfRun(command: string, args: readonly string[]): number | null {
  const time = findProgram('time');
  if (time === undefined) return null;
  const { status, stderr } = spawnSync(time, ['-f', '%M', command, ...args], {
    ...{ env: programEnv(), encoding: 'utf8' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return status === 0 ? Number(stderr.trim().split('\n').at(-1)) / 1024 : null;
}
