import type { Options } from '@dragoman/dialects/options';
import type { HttpOptions } from '../options/http-options.ts';
import { startThread } from '../threads/start-thread.ts';
import { createThreadPool } from '../threads/thread-pool.ts';
import type { Hosting, HostingParts } from './hosting.ts';
import { openVolumeCheck, type VolumeCheck } from './volume-check.ts';

export interface ThreadHostingParts extends HostingParts {
  /** How many threads. */
  readonly count: number;
}

/** Holds the sessions in threads of their own. @throws Error for stores that cannot be used */
export async function hostInThreads(options: HttpOptions, parts: ThreadHostingParts): Promise<Hosting> {
  const { shared, callTimeoutMs, secretFile } = options;
  const start: Parameters<typeof createThreadPool>[0]['start'] = (events) =>
    startThread({ secretFile, callTimeoutMs }, events);
  const pool = createThreadPool({ ...parts, callTimeoutMs, start, now: Date.now });
  await pool.started;
  const stores = await storesIn(shared);
  const answers = async (): Promise<boolean> => !pool.isStuck && ((await stores?.answers()) ?? true);
  const close = async (): Promise<void> => {
    await stores?.close();
    await pool.stop();
  };
  return { openWorkplace: pool.openWorkplace, workers: parts.count, answers, pool, close };
}

/** Directories are asked for nothing in the first thread, which they could hold up. */
async function storesIn(options: Options): Promise<VolumeCheck | null> {
  return options.volumes.length === 0 ? null : await openVolumeCheck({ ...options, allow: [] });
}
