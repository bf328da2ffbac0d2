import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const rolldown = join(import.meta.dirname, '../../../node_modules/.bin/rolldown');
const config = join(import.meta.dirname, 'program.rolldown.mjs');

/** A program on the package as it is, for processes of their own. */
export interface Program extends Disposable {
  start(args: readonly string[], options?: { readonly uid?: number }): ChildProcess;
}

/**
 * @param doors the doors of a package, by their sources
 * @param source a module that takes what it needs from them: `./index.js` for `src/index.ts`
 */
export function createProgram(doors: readonly string[], source: string): Program {
  const main = join(bundleOf(doors.join(delimiter)), `${randomUUID()}.js`);
  writeFileSync(main, source);
  return {
    start: (args, options = {}) =>
      spawn(process.execPath, [main, ...args], { stdio: ['pipe', 'pipe', 'inherit'], ...options }),
    [Symbol.dispose]: () => rmSync(main, { force: true }),
  };
}

/** The directory of bundled doors, which all programs on them share in a run of the tests. */
function bundleOf(doors: string): string {
  const home = process.env.DRAGOMAN_TEST_PROGRAMS;
  if (home === undefined) throw new Error('The project of this test has no tooling/programs-home.ts');
  const directory = join(home, createHash('sha256').update(doors).digest('hex'));
  if (existsSync(directory)) return directory;
  const fresh = mkdtempSync(join(home, 'new-'));
  chmodSync(fresh, 0o755);
  const env = { ...process.env, DRAGOMAN_TEST_ENTRIES: doors };
  execFileSync(rolldown, ['--config', config, '--dir', fresh], { stdio: 'pipe', env });
  writeFileSync(join(fresh, 'package.json'), '{ "type": "module" }');
  try {
    renameSync(fresh, directory);
  } catch (error) {
    // Another worker was faster.
    if (!existsSync(directory)) throw error;
  }
  return directory;
}

/** Also if it has ended before. */
export async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  return new Promise((resolve) => child.once('exit', resolve));
}

/** Waits for the first thing that a program says. */
export async function spoken(child: ChildProcess): Promise<void> {
  const first = child.stdout === null ? [] : [once(child.stdout, 'data')];
  await Promise.race([...first, ended(child).then((code) => Promise.reject(new Error(`It ended with ${code}`)))]);
}
