import { type Options, openSession } from '@dragoman/dialects/options';

const TIMEOUT_MS = 2000;

/** Whether what holds the files answers. */
export function createVolumeCheck(options: Options): () => Promise<boolean> {
  const { volume } = openSession({ ...options, shell: 'off', memoryDir: null });
  const ask = async (): Promise<boolean> => {
    await volume.prepare();
    for (const root of volume.roots) {
      using found = await volume.open(root, { for: 'names' });
      if (found.kind !== 'directory') return false;
    }
    return true;
  };
  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, TIMEOUT_MS, false);
    });
    const answered = await Promise.race([ask().catch(() => false), late]);
    clearTimeout(timer);
    return answered;
  };
}
