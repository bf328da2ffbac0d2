import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
  const directory = mkdtempSync(join(tmpdir(), 'dragoman-program-'));
  // A program may be run as another user.
  chmodSync(directory, 0o755);
  const env = { ...process.env, DRAGOMAN_TEST_ENTRIES: doors.join(delimiter) };
  execFileSync(rolldown, ['--config', config, '--dir', directory], { stdio: 'pipe', env });
  const main = join(directory, 'main.js');
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  writeFileSync(main, source);
  return {
    start: (args, options = {}) =>
      spawn(process.execPath, [main, ...args], { stdio: ['pipe', 'pipe', 'inherit'], ...options }),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
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
