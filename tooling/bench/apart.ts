import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import process from 'node:process';

const LAST = availableParallelism() - 1;

let isApart = false;

/**
 * Keeps this process on the first processor, and the servers that it starts on the others, until disposed. Left alone,
 * Linux moves a client and its server together and apart again as it likes, and a short call takes two to three times
 * as long one way as the other. Where there is no taskset(1) or no second processor, nothing happens.
 */
export function keepApart(): Disposable {
  isApart = LAST > 0 && place(process.pid, '0');
  return {
    [Symbol.dispose]() {
      if (isApart) place(process.pid, `0-${LAST}`);
      isApart = false;
    },
  };
}

/** Moves a server that was just started to its own processors, where those are kept apart. */
export function placeServer(pid: number | undefined): void {
  if (isApart && pid !== undefined) place(pid, `1-${LAST}`);
}

function place(pid: number, processors: string): boolean {
  const { status } = spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', processors, String(pid)]);
  return status === 0;
}
