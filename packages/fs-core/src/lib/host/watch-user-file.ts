import { unwatchFile, watchFile } from 'node:fs';

// Mounts of container platforms and network file systems report no changes, so the file is looked at.
const INTERVAL_MS = 2000;

/** Calls back some time after a file was changed, replaced, made or removed. Keeps no process alive. */
export function watchUserFile(path: string, onChange: () => void): Disposable {
  watchFile(path, { interval: INTERVAL_MS, persistent: false }, onChange);
  return {
    [Symbol.dispose]: () => unwatchFile(path, onChange),
  };
}
