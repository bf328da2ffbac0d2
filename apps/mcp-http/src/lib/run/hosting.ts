import { availableParallelism } from 'node:os';
import type { Options } from '@dragoman/dialects/internal/options';
import type { HttpOptions } from '../options/http-options.ts';
import { createSessionHost, type OpenSessionHost, type SessionHostParts } from '../sessions/session-host.ts';
import { createThreadPool, type ThreadPool } from '../threads/thread-pool.ts';
import { openVolumeCheck, type VolumeCheck } from './volume-check.ts';

/** The threads that hold sessions, and a check of their files. */
export interface Hosting {
  readonly openSessionHost: OpenSessionHost;
  /** Number of threads that hold sessions. */
  readonly workers: number;
  readonly answers: () => Promise<boolean>;
  /** Ends what sessions do not: what was opened to look at volumes, and threads. */
  close(): Promise<void>;
  /** Null where sessions are held in the first thread. */
  readonly pool: ThreadPool | null;
}

export interface HostingParts extends Omit<SessionHostParts, 'callTimeoutMs'> {
  readonly onStuck: () => void;
}

/** @throws Error for directories and stores that cannot be used */
export async function openHosting(options: HttpOptions, parts: HostingParts): Promise<Hosting> {
  const { shared, callTimeoutMs, secretFile } = options;
  const check = await openVolumeCheck(shared, parts.log);
  // A cluster may stall, and reading it holds up its thread.
  const count = options.workers ?? (check.isCluster ? Math.max(2, availableParallelism()) : 0);
  if (count === 0) {
    const openSessionHost: OpenSessionHost = (opening) => createSessionHost(opening, { ...parts, callTimeoutMs });
    return { openSessionHost, workers: 0, answers: check.answers, pool: null, close: check.close };
  }
  // A start without threads does not wait for what makes them.
  const { startThread } = await import('../threads/start-thread.ts');
  const start: Parameters<typeof createThreadPool>[0]['start'] = (events) =>
    startThread({ secretFile, callTimeoutMs }, events);
  const pool = createThreadPool({ ...parts, count, callTimeoutMs, start, now: Date.now });
  await pool.started;
  await check.close();
  const stores = await storesIn(shared);
  const answers = async (): Promise<boolean> => !pool.isStuck && ((await stores?.answers()) ?? true);
  const close = async (): Promise<void> => {
    await stores?.close();
    await pool.stop();
  };
  return { openSessionHost: pool.openSessionHost, workers: count, answers, pool, close };
}

/** Directories are asked for nothing in the first thread, which they could hold up. */
async function storesIn(options: Options): Promise<VolumeCheck | null> {
  return options.volumes.length === 0 ? null : await openVolumeCheck({ ...options, allow: [] });
}
