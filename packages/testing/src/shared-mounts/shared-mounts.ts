import { mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A directory that two machines have at once, each by a mount of its own. */
export interface SharedMounts extends AsyncDisposable {
  readonly one: string;
  readonly two: string;
  /** Null where it is not ours to stop. */
  readonly engine: Engine | null;
}

/** All that serves a file system. */
export interface Engine {
  /** Lets whoever asks for a file from now on wait. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

/**
 * A new directory below a path that two machines have mounted, each at another place; it is removed in the end.
 * @param mounts both places, `/mnt/a:/mnt/b`
 */
export function givenMounts(mounts: string): SharedMounts {
  const [one = '', two = ''] = mounts.split(':');
  const made = mkdtempSync(join(one, 'dragoman-test-'));
  return {
    one: made,
    two: join(two, basename(made)),
    engine: null,
    [Symbol.asyncDispose]: async () => rmSync(made, { recursive: true, force: true }),
  };
}

/**
 * Command that makes a process one of another machine: a host name, processes, and memory of its own, where its locks
 * lie.
 */
export function machine(name: string): string[] {
  const enter = `hostname ${name} && mount -t proc proc /proc && mount -t tmpfs tmpfs /dev/shm && exec "$@"`;
  return ['unshare', '--mount', '--uts', '--pid', '--fork', '--kill-child', 'bash', '-c', enter, 'machine'];
}
