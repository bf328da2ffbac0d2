import { execFileSync } from 'node:child_process';
import { NODE } from './node-under-test.ts';

const NOBODY = 65_534;

/**
 * Somebody to whom modes apply, as options of a process: another user where the tests run as root, else whoever runs
 * them. Null, with the reason printed, where the system knows no such user, or lets none start Node.
 */
export function stranger(): { readonly uid: number } | null {
  const own = process.getuid?.();
  if (own === undefined) return null;
  const uid = own === 0 ? NOBODY : own;
  try {
    execFileSync(NODE, ['--version'], { uid, stdio: 'pipe' });
    return { uid };
  } catch {
    process.stderr.write(`skipped: no other user can start ${NODE} here\n`);
    return null;
  }
}
