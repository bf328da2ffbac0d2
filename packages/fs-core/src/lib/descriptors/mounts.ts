import { readFileSync } from 'node:fs';
import { orNull } from '../errors/best-effort.ts';
import { decodeName } from '../paths/byte-path.ts';

/** A mount: a part of a file system, and where it is seen. */
export interface Mount {
  readonly device: string;
  /** The path in the file system of what is mounted. */
  readonly source: string;
  readonly point: string;
  readonly isReadOnly: boolean;
}

/** The mounts that this process sees. */
export function ownMounts(): Mount[] {
  return mountsIn('/proc/self/mountinfo');
}

/** The mounts that another process sees; none if it has ended, or if the system does not say. */
export function mountsOf(pid: number): Mount[] {
  return mountsIn(`/proc/${pid}/mountinfo`);
}

/** proc_pid_mountinfo(5). */
function mountsIn(table: string): Mount[] {
  const lines = (orNull(() => readFileSync(table, 'latin1')) ?? '').split('\n').slice(0, -1);
  return lines.map((line) => {
    const [, , device = '', source = '', point = '', options = ''] = line.split(' ');
    const isReadOnly = options.split(',').includes('ro');
    return { device, source: unescaped(source), point: unescaped(point), isReadOnly };
  });
}

/** A field with its blanks and backslashes, which are written as octal numbers. */
function unescaped(field: string): string {
  const bytes = field.replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)));
  return decodeName(Buffer.from(bytes, 'latin1'));
}
