import { type Options, openSession } from '@dragoman/dialects/internal/options';
import type { Log } from '@dragoman/fs-core';

/** Check of the volumes that hold the files. */
export interface VolumeCheck {
  /** True for a file system of several machines. */
  readonly isCluster: boolean;
  /** True if it answers within two seconds. */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 2000;

/** @param log is told of directories that are of no use @throws Error for directories and stores that cannot be used */
export async function openVolumeCheck(options: Options, log?: Log): Promise<VolumeCheck> {
  const loadObjectVolumes = () => import('@dragoman/object-volume');
  const session = await openSession(
    { ...options, shell: 'off', memoryDir: null, journal: false },
    { loadObjectVolumes, ...(log && { log }) },
  );
  const { volume } = session;
  const prepare = once(() => volume.prepare());
  const ask = async (): Promise<boolean> => {
    await prepare();
    for (const root of volume.roots) {
      using found = await volume.open(root, { for: 'content' });
      if (found.kind !== 'directory') return false;
    }
    return true;
  };
  return {
    isCluster: volume.traits.kind === 'cluster',
    async answers() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<boolean>((resolve) => {
        timer = setTimeout(resolve, TIMEOUT_MS, false);
      });
      const answered = await Promise.race([ask().catch(() => false), late]);
      clearTimeout(timer);
      return answered;
    },
    close: session.close,
  };
}

/** Does something until it has succeeded; those who come in the meantime wait for the same. */
function once(act: () => Promise<void>): () => Promise<void> {
  let acting: Promise<void> | undefined;
  return () => {
    acting ??= act().catch((error: unknown) => {
      acting = undefined;
      throw error;
    });
    return acting;
  };
}
