import { availableParallelism } from 'node:os';
import type { HttpOptions } from '../options/http-options.ts';
import { createWorkplace, type OpenWorkplace, type WorkplaceParts } from '../sessions/workplace.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import { openVolumeCheck } from './volume-check.ts';

/** Where sessions are held, and whether their files answer. */
export interface Hosting {
  readonly openWorkplace: OpenWorkplace;
  /** How many threads hold sessions. */
  readonly workers: number;
  readonly answers: () => Promise<boolean>;
  /** Ends what sessions do not: what was opened to look at volumes, and threads. */
  close(): Promise<void>;
  /** Null where sessions are held in the first thread. */
  readonly pool: ThreadPool | null;
}

export interface HostingParts extends Omit<WorkplaceParts, 'callTimeoutMs'> {
  readonly onStuck: () => void;
}

/** @throws Error for directories and stores that cannot be used */
export async function openHosting(options: HttpOptions, parts: HostingParts): Promise<Hosting> {
  const { shared, callTimeoutMs } = options;
  const check = await openVolumeCheck(shared);
  // A cluster may stall, and reading it holds up its thread.
  const count = options.workers ?? (check.isCluster ? Math.max(2, availableParallelism()) : 0);
  if (count === 0) {
    const openWorkplace: OpenWorkplace = (opening) => createWorkplace(opening, { ...parts, callTimeoutMs });
    return { openWorkplace, workers: 0, answers: check.answers, pool: null, close: check.close };
  }
  await check.close();
  // A start without threads does not wait for what makes them.
  const { hostInThreads } = await import('./thread-hosting.ts');
  return hostInThreads(options, { ...parts, count });
}
