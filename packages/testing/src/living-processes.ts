import { readdirSync, readFileSync } from 'node:fs';

/** Ids of the processes whose variables or arguments contain `mark`, except those that only wait to be reaped. */
export function livingProcesses(mark: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && !/\) [ZX] /.test(read(`/proc/${pid}/stat`)) && holds(pid, mark));
}

function holds(pid: number, mark: string): boolean {
  return read(`/proc/${pid}/environ`).includes(mark) || read(`/proc/${pid}/cmdline`).includes(mark);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** True if a process runs; one that has ended and waits to be collected does not. */
export function runs(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
