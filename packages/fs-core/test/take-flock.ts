import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Takes the lock like the shell's package does. */
export async function takeFlock(descriptor: number): Promise<boolean> {
  const child = spawn('flock', ['-x', '-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', descriptor] });
  const [code] = await once(child, 'close');
  return code === 0;
}
