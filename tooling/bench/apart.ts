import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';

/** The processors that this process may use, by number: in a container they need not begin at 0. */
const [own = 0, ...others] = allowedProcessors();

let isApart = false;

/**
 * Keeps this process on one processor, and the servers that it starts on the others, until disposed. Left alone,
 * Linux moves a client and its server together and apart again as it likes, and a short call takes two to three times
 * as long one way as the other. Where there is no taskset(1) or no second processor, nothing happens.
 */
export function keepApart(): Disposable {
  isApart = others.length > 0 && place(process.pid, [own]);
  return {
    [Symbol.dispose]() {
      if (isApart) place(process.pid, [own, ...others]);
      isApart = false;
    },
  };
}

/** Moves a server that was just started to its own processors, where those are kept apart. */
export function placeServer(pid: number | undefined): void {
  if (isApart && pid !== undefined) place(pid, others);
}

function place(pid: number, processors: readonly number[]): boolean {
  const { status } = spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', processors.join(), String(pid)]);
  return status === 0;
}

/** As proc(5) lists them, `0-3,8`; none if there is no /proc. */
function allowedProcessors(): number[] {
  try {
    const [, list = ''] = /^Cpus_allowed_list:\s*(.*)$/m.exec(readFileSync('/proc/self/status', 'latin1')) ?? [];
    return list.split(',').flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    });
  } catch {
    return [];
  }
}
