import { spawn } from 'node:child_process';

const TIME_LIMIT_MS = 120_000;

/** Writes back what is not on the disk yet of the file system at a path (syncfs(2)); false where that does not work. */
export function syncTree(path: string, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('sync', ['-f', path], {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      stdio: 'ignore',
      timeout: TIME_LIMIT_MS,
      ...(signal && { signal }),
    });
    child.on('error', () => resolve(false)).on('close', (code) => resolve(code === 0));
  });
}
