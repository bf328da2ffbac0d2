import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/** Gives the run a directory in which its tests share what they bundle: see `createProgram` in packages/testing. */
export default function setUp(project: TestProject): () => void {
  const home = mkdtempSync(join(tmpdir(), 'dragoman-programs-'));
  // A program may be run as another user.
  chmodSync(home, 0o755);
  process.env.DRAGOMAN_TEST_PROGRAMS = home;
  // Sources have changed, of which bundles were made.
  project.onTestsRerun(async () => {
    for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true });
  });
  return () => rmSync(home, { recursive: true, force: true });
}
