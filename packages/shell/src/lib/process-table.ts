import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { win32 } from 'node:path';
import type { Readable } from 'node:stream';
import type { Environment } from './clean-environment.ts';
import { MARK_VARIABLE, type Mark } from './command-mark.ts';
import { ON_WINDOWS } from './windows.ts';

/** Finds processes and ends them. */
export interface ProcessTable {
  /** Ids of the living members of the groups, in ascending order. */
  living(groups: Iterable<number>): Promise<number[]>;
  /** Asks all processes in the groups or with the mark to end, kills those left after the grace; settles when none is. */
  end(groups: Iterable<number>, mark: Mark, graceMs: number): Promise<void>;
  /** Starts a guardian, which ends all processes with the mark if this process dies before it has ended them. */
  guard(mark: Mark, graceMs: number): Guardian;
}

/** A process that outlives this one until it has ended what this one left behind. */
export interface Guardian {
  add(group: number): void;
  drop(group: number): void;
  /** Makes it end the groups it still knows and then itself; settles when it is gone. */
  close(): Promise<void>;
}

/** Works by scripts in the system's own shell. @param searchPath the `PATH` on which the system's tools are found */
export function createProcessTable(searchPath: () => string | undefined): ProcessTable {
  const start = (script: string, ...args: string[]) =>
    spawn('/bin/sh', ['-c', `${LIVING}\n${script}`, 'sh', ...args], {
      detached: true,
      // Free of the mark, so that the search never finds itself.
      env: { PATH: searchPath() },
      cwd: '/',
      stdio: ['pipe', 'pipe', 'ignore'],
    });

  return {
    async living(groups) {
      const found = await outputOf(start('living', [...groups].join('|')));
      return found
        .split('\n')
        .map(Number)
        .filter((pid) => pid > 0);
    },
    async end(groups, mark, graceMs) {
      await outputOf(start(END, [...groups].join('|'), ...endArguments(mark, graceMs)));
    },
    guard(mark, graceMs) {
      const guardian = start(GUARD, '', ...endArguments(mark, graceMs));
      const gone = outputOf(guardian);
      guardian.stdin.on('error', () => {});
      return {
        add: (group) => void guardian.stdin.write(`add ${group}\n`),
        drop: (group) => void guardian.stdin.write(`drop ${group}\n`),
        async close() {
          guardian.stdin.end();
          await gone;
        },
      };
    },
  };
}

/**
 * Ends processes with their descendants, as far as Windows still knows who started them: of one whose parent has ended,
 * it does not. No guardian waits for the end of this process.
 */
export function createWindowsProcessTable({ SYSTEMROOT = 'C:\\Windows' }: Environment): ProcessTable {
  const taskkill = win32.join(SYSTEMROOT, 'System32', 'taskkill.exe');
  const endTree = async (pid: number): Promise<void> => {
    const child = spawn(taskkill, ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    await once(child, 'close').catch(() => {});
    if (groupExists(pid)) process.kill(pid);
  };
  return {
    living: async () => [],
    end: async (groups) => void (await Promise.all([...groups].map(endTree))),
    guard: () => ({ add: () => undefined, drop: () => undefined, close: async () => undefined }),
  };
}

/** True if anything is in the group, ended but not awaited processes included. */
export function groupExists(group: number): boolean {
  try {
    process.kill(ON_WINDOWS ? group : -group, 0);
    return true;
  } catch (error) {
    return !ON_WINDOWS && error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function endArguments(mark: Mark, graceMs: number): string[] {
  return [mark.variable, mark.limits, String(Math.ceil(graceMs / 100))];
}

async function outputOf(child: ChildProcess & { readonly stdout: Readable }): Promise<string> {
  let output = '';
  child.stdout.setEncoding('latin1').on('data', (chunk: string) => {
    output += chunk;
  });
  await once(child, 'close').catch(() => {});
  return output;
}

// Processes that have ended and were not waited for (states Z and X) count as gone: if a container's first process
// does not await orphans, they stay forever. They keep their limits, but no environment.
const LIVING = String.raw`
groups=$1 variable=$2 limits=$3 tenths=$4
limited() { grep -lsE "^Max resident set +$limits" /proc/[0-9]*/limits; }
living() {
  if [ -r /proc/self/stat ]; then
    {
      [ -z "$groups" ] || grep -lsE "\) [^ZX] [0-9]+ ($groups) " /proc/[0-9]*/stat
      [ -z "$variable" ] || grep -lsF "${MARK_VARIABLE}=$variable" /proc/[0-9]*/environ
      [ -z "$limits" ] || grep -lsE "\) [^ZX] " /dev/null $(limited | sed 's/limits$/stat/')
    } | tr -dc '0-9\n' | sort -nu
  else
    ps -A -o pid= -o pgid= -o stat= | while read -r pid group state; do
      case "|$groups|$state" in *"|$group|"*Z*) ;; *"|$group|"*) echo "$pid" ;; esac
    done
  fi
}`;

const END = `
strike() {
  for group in $(echo "$groups" | tr '|' ' '); do kill -s "$1" -- "-$group"; done
  pids=$(living)
  [ -z "$pids" ] || kill -s "$1" $pids
}
strike TERM
if [ -n "$pids" ] || [ -n "$(living)" ]; then
  strike CONT
  while [ "$tenths" -gt 0 ] && [ -n "$(living)" ]; do sleep 0.1; tenths=$((tenths - 1)); done
  rounds=50
  while [ "$rounds" -gt 0 ] && [ -n "$(living)" ]; do strike KILL; sleep 0.01; rounds=$((rounds - 1)); done
fi`;

// Keeps track of the groups until its input ends, as it does when this process dies, however it dies.
const GUARD = `
trap '' HUP INT TERM
while read -r verb group; do
  if [ "$verb" = add ]; then
    groups="$groups $group"
  else
    rest=
    for other in $groups; do [ "$other" = "$group" ] || rest="$rest $other"; done
    groups=$rest
  fi
done
set -- $groups
IFS='|'; groups="$*"; unset IFS
${END}`;
