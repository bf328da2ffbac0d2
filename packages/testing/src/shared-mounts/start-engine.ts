import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { SharedMounts } from './shared-mounts.ts';

/** A file system of several machines that can be run here, and what its servers and its mounts need. */
const ENGINES = {
  MooseFS: { script: 'moosefs', programs: ['mfsmaster', 'mfschunkserver', 'mfsmount'] },
  CephFS: { script: 'cephfs', programs: ['ceph-mon', 'ceph-osd', 'ceph-mds', 'ceph-fuse', 'ceph', 'monmaptool'] },
} as const;

export type EngineName = keyof typeof ENGINES;

const SCRIPT = join(import.meta.dirname, 'engine.sh');
const COMMON = ['unshare', 'flock', 'ip', 'umount'];

// Not in /tmp, which may be in memory: what is stored takes room.
const HOMES = '/var/tmp/dragoman-engine-';

/**
 * Starts a file system with two mounts. It ends with this process, however that ends.
 * @throws Error that says what this machine lacks
 */
export async function startEngine(name: EngineName): Promise<SharedMounts> {
  const engine = ENGINES[name];
  const reason = whyNot([...COMMON, ...engine.programs]);
  if (reason !== null) throw new Error(reason);
  sweep();
  const home = mkdtempSync(HOMES);
  const words = ['--net', '--pid', '--fork', '--kill-child', '--', 'bash', SCRIPT, engine.script, home];
  const child = spawn('unshare', words, { stdio: ['pipe', 'pipe', 'ignore'] });
  const order = orders(child);
  if ((await order(null)) !== 'ready') {
    remove(home);
    throw new Error(`${name} does not start here`);
  }
  return {
    one: join(home, 'one'),
    two: join(home, 'two'),
    engine: {
      async pause() {
        await order('pause');
      },
      async resume() {
        await order('resume');
      },
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
      remove(home);
    },
  };
}

/** The reason why an engine cannot run here; null if it can. */
function whyNot(programs: readonly string[]): string | null {
  if (process.getuid?.() !== 0) return 'Only root can mount it';
  const missing = programs.filter((name) => spawnSync('which', [name]).status !== 0);
  if (missing.length > 0) return `Not installed: ${missing.join(', ')}`;
  try {
    accessSync('/dev/fuse');
    return null;
  } catch {
    return 'There is no /dev/fuse';
  }
}

/** Makes a function that gives the script an order, and waits for its answer; undefined if it has ended. */
function orders({ stdin, stdout }: ChildProcessByStdio<Writable, Readable, null>) {
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return async (order: string | null): Promise<string | undefined> => {
    if (order !== null) stdin.write(`${order}\n`);
    const { value, done } = await lines.next();
    return done ? undefined : value;
  };
}

/** Removes what is left of runs that were killed: the lock of each is free. */
function sweep(): void {
  const parent = dirname(HOMES);
  for (const name of readdirSync(parent).filter((each) => each.startsWith(basename(HOMES)))) {
    const alive = join(parent, name, 'alive');
    if (existsSync(alive) && spawnSync('flock', ['--nonblock', alive, 'true']).status === 0) remove(join(parent, name));
  }
}

/** Mounts whose server was killed are still there, and lead nowhere. */
function remove(home: string): void {
  for (const mount of ['one', 'two']) spawnSync('umount', ['--lazy', join(home, mount)]);
  rmSync(home, { recursive: true, force: true });
}
