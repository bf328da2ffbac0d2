import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const SCRIPT = join(import.meta.dirname, 's3-up.sh');
const PROGRAMS = ['ceph', 'ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'monmaptool', 'ceph-authtool'];

/** An S3 store of this machine. */
export interface Gateway extends AsyncDisposable {
  readonly endpoint: string;
}

/** Starts Ceph's gateway. @throws Error that says what this machine lacks */
export async function startGateway(script = SCRIPT): Promise<Gateway> {
  if (process.getuid?.() !== 0) throw new Error('Only root can start Ceph');
  const missing = PROGRAMS.filter((name) => spawnSync('which', [name]).status !== 0);
  if (missing.length > 0) throw new Error(`Not installed: ${missing.join(', ')}`);
  // Not in /tmp, which may be in memory: the objects take room.
  const home = mkdtempSync('/var/tmp/dragoman-s3-');
  const ports = await freePorts(3);
  const child = spawn('bash', [script, home, ...ports.map(String)], { stdio: ['pipe', 'pipe', 'ignore'] });
  const dispose = async (): Promise<void> => {
    child.stdin.end();
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(home, { recursive: true, force: true });
  };
  const { done } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  if (done) {
    await dispose();
    throw new Error('Ceph does not start here');
  }
  return { endpoint: `http://127.0.0.1:${ports[0]}`, [Symbol.asyncDispose]: dispose };
}

/** Ports that nobody listens on; held at once, so that they differ. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
