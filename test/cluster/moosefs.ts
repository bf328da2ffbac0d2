import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const SCRIPT = join(import.meta.dirname, 'mfs-up.sh');
const PROGRAMS = ['mfsmaster', 'mfschunkserver', 'mfsmount', 'unshare', 'flock'];

/** Why MooseFS cannot be started here; null if it may be. */
function whyNot(): string | null {
  if (process.getuid?.() !== 0) return 'Only root can mount MooseFS';
  const missing = PROGRAMS.filter((name) => spawnSync('which', [name]).status !== 0);
  if (missing.length > 0) return `Not installed: ${missing.join(', ')}`;
  try {
    accessSync('/dev/fuse');
    return null;
  } catch {
    return 'There is no /dev/fuse';
  }
}

/** A file system that two machines share. */
export interface Cluster extends AsyncDisposable {
  /** The places at which each machine has it. */
  readonly one: string;
  readonly two: string;
  /** Ids of the processes that serve it: stopping them stops the file system. */
  readonly engine: readonly number[];
}

/** @throws Error that says what this machine lacks */
export async function startMooseFs(): Promise<Cluster> {
  const reason = whyNot();
  if (reason !== null) throw new Error(reason);
  // Not in /tmp, which may be in memory: the chunks take room.
  const home = mkdtempSync('/var/tmp/dragoman-mfs-');
  const child = spawn('unshare', ['--net', '--', 'bash', SCRIPT, home], { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value = '', done } = await lines.next();
  if (done) throw new Error('MooseFS does not start here');
  return {
    one: join(home, 'one'),
    two: join(home, 'two'),
    engine: value.trim().split(' ').map(Number),
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** What makes a process one of another machine: a host name, processes, and memory of its own, where its locks lie. */
export function machine(name: string): string[] {
  const enter = `hostname ${name} && mount -t proc proc /proc && mount -t tmpfs tmpfs /dev/shm && exec "$@"`;
  return ['unshare', '--mount', '--uts', '--pid', '--fork', '--kill-child', 'bash', '-c', enter, 'machine'];
}
