import { type Options, openSession } from '@dragoman/dialects/options';

const TIMEOUT_MS = 2000;

/** Looks at what holds the files. */
export interface VolumeCheck extends AsyncDisposable {
  /** Whether it answers. */
  answers(): Promise<boolean>;
}

export async function createVolumeCheck(options: Options): Promise<VolumeCheck> {
  const loadObjectVolumes = () => import('@dragoman/object-volume');
  const session = await openSession({ ...options, shell: 'off', memoryDir: null }, { loadObjectVolumes });
  const { volume } = session;
  const ask = async (): Promise<boolean> => {
    await volume.prepare();
    for (const root of volume.roots) {
      using found = await volume.open(root, { for: 'content' });
      if (found.kind !== 'directory') return false;
    }
    return true;
  };
  return {
    async answers() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<boolean>((resolve) => {
        timer = setTimeout(resolve, TIMEOUT_MS, false);
      });
      const answered = await Promise.race([ask().catch(() => false), late]);
      clearTimeout(timer);
      return answered;
    },
    [Symbol.asyncDispose]: () => session.close(),
  };
}
