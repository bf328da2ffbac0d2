import { spawn } from 'node:child_process';
import { once } from 'node:events';

const PLACES = '/usr/bin:/bin:/usr/local/bin';
// flock(1): what it ends with if another process has the lock.
const BUSY = 1;

/**
 * Takes flock(2), exclusively and without waiting, for the open file of a descriptor: Node has no call for it. The lock
 * is that of the open file, so a child that inherits the descriptor takes it and may end.
 * @returns false if another process has the lock, null if this system has no program for it
 */
export async function takeFlock(descriptor: number): Promise<boolean | null> {
  const child = spawn('/bin/sh', ['-c', 'exec flock -x -n 3'], {
    env: { PATH: PLACES, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'ignore', descriptor],
  });
  const [code] = await once(child, 'close');
  return code === 0 ? true : code === BUSY ? false : null;
}
