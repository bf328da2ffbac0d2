import { randomBytes } from 'node:crypto';
import { readUserFile } from '@dragoman/fs-core/internal/host';

/** The variable by which all processes that a command starts inherit its mark. */
export const MARK_VARIABLE = 'DRAGOMAN_COMMAND';

/**
 * Identifies the processes of a session, or of one command in it, even after they left the process group. They inherit
 * it twice: in their environment, which they may clear, and on Linux as their limits on resident memory, which the
 * kernel has not enforced since 2.4.30 and which no process can raise again (getrlimit(2)).
 */
export interface Mark {
  /** Beginning of the variable's value; for a command all of it: hard and soft limit in KiB, for `MARKING_SCRIPT`. */
  readonly variable: string;
  /** Beginning of the limits, soft before hard, in bytes: an extended regular expression. */
  readonly limits: string;
}

// So high that a program which sizes its memory by the limit takes all there is.
const HIGHEST_KIB = 2 ** 52;
const MAX_LIMITS_BYTES = 64 * 1024;

/** A mark that no other session has, and those of its commands. */
export function createSessionMark() {
  const hard = below(hardLimitKiB());
  return {
    variable: `${hard}-`,
    limits: `[0-9]+ +${bytes(hard)} `,
    /** A mark that no other command has. */
    command(): Mark {
      const soft = below(hard);
      return { variable: `${hard}-${soft}`, limits: `${bytes(soft)} ` };
    },
  };
}

/** Makes a shell take the mark in its environment on as its limits. */
export const MARKING_SCRIPT = `[ ! -r /proc/self/limits ] || { ulimit -S -m "\${${MARK_VARIABLE}#*-}" && ulimit -H -m "\${${MARK_VARIABLE}%-*}"; } 2>/dev/null`;

/** Random, but at least half of `limit`: a session inside a command of another session still finds room. */
function below(limit: number): number {
  const half = Math.floor(limit / 2);
  return half + Math.floor((half * randomBytes(6).readUIntBE(0, 6)) / 2 ** 48);
}

function bytes(kibibytes: number): bigint {
  return BigInt(kibibytes) * 1024n;
}

function hardLimitKiB(): number {
  const limits = readUserFile('/proc/self/limits', MAX_LIMITS_BYTES)?.toString() ?? '';
  const [, hard] = /^Max resident set +\S+ +(\d+)/m.exec(limits) ?? [];
  return hard === undefined ? HIGHEST_KIB : Math.min(HIGHEST_KIB, Math.floor(Number(hard) / 1024));
}
