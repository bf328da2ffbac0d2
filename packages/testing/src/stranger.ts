import { execFileSync } from 'node:child_process';

const NOBODY = 65_534;

/**
 * Somebody to whom modes apply, as options of a process: another user where the tests run as root, else whoever runs
 * them. Null, with the reason printed, where the system knows no such user, or lets none start the program.
 * @param program a JavaScript file that such a user is to run; by default any
 */
export function stranger(program?: string): { readonly uid: number } | null {
  const own = process.getuid?.();
  if (own === undefined) return null;
  const uid = own === 0 ? NOBODY : own;
  try {
    execFileSync(process.execPath, program === undefined ? ['--version'] : ['--check', program], {
      uid,
      stdio: 'pipe',
    });
    return { uid };
  } catch {
    process.stderr.write(`skipped: no other user can start ${program ?? process.execPath} here\n`);
    return null;
  }
}
