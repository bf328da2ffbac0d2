import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives the run a directory in which its tests share what they bundle: see `createProgram` in packages/testing. */
export default function setUp(): () => void {
  const home = mkdtempSync(join(tmpdir(), 'dragoman-programs-'));
  // A program may be run as another user.
  chmodSync(home, 0o755);
  process.env.DRAGOMAN_TEST_PROGRAMS = home;
  return () => rmSync(home, { recursive: true, force: true });
}
