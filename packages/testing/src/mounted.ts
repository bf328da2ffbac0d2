import { execFileSync } from 'node:child_process';
import process from 'node:process';

/** Mounts; false, with the reason printed, where this machine lets nobody. Whoever mounted unmounts. */
export function mounted(args: readonly string[]): boolean {
  try {
    execFileSync('mount', args, { stdio: 'pipe' });
    return true;
  } catch (error) {
    process.stderr.write(`skipped: mount ${args.join(' ')}: ${error instanceof Error ? error.message : ''}\n`);
    return false;
  }
}
