import { execFileSync } from 'node:child_process';
import process from 'node:process';

/** Mounts a file system, for the caller to unmount; returns false and prints the reason where that is not possible. */
export function mounted(args: readonly string[]): boolean {
  try {
    execFileSync('mount', args, { stdio: 'pipe' });
    return true;
  } catch (error) {
    process.stderr.write(`skipped: mount ${args.join(' ')}: ${error instanceof Error ? error.message : ''}\n`);
    return false;
  }
}
