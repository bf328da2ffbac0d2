import { readFileSync } from 'node:fs';

/** Peak resident memory of a process of Linux in bytes, from proc_pid_status(5). */
export function peakMemory(pid: number | undefined): number {
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}
