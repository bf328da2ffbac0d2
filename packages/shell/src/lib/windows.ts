import { spawn } from 'node:child_process';
import { win32 } from 'node:path';
import type { Environment } from './clean-environment.ts';
import type { ProcessTable } from './process-table.ts';

// All that differs on Windows. There commands run in the bash that comes with Git for Windows.

export const ON_WINDOWS = process.platform === 'win32';

/**
 * Where the bash of Git for Windows may lie: in its usual places, beside a `git` on the `PATH`, and last on the `PATH`
 * itself. The `bash` of Windows is never meant: it runs Linux, which knows files by other names.
 * @param environment with names in upper case
 */
export function bashPlaces(environment: Environment): string[] {
  const { PROGRAMFILES, PROGRAMW6432, LOCALAPPDATA, PATH = '', SYSTEMROOT = 'C:\\Windows' } = environment;
  const user = LOCALAPPDATA === undefined ? undefined : win32.join(LOCALAPPDATA, 'Programs');
  const homes = [PROGRAMFILES, PROGRAMW6432, environment['PROGRAMFILES(X86)'], user]
    .filter((home) => home !== undefined)
    .map((home) => win32.join(home, 'Git'));
  const entries = PATH.split(';').filter((entry) => win32.isAbsolute(entry));
  const besideGit = entries.filter((entry) => /^(?:cmd|bin)$/i.test(win32.basename(entry))).map(win32.dirname);
  const others = entries.filter((entry) => !isBelow(SYSTEMROOT, entry) && !/\\WindowsApps\\?$/i.test(entry));
  const places = [
    ...[...homes, ...besideGit].map((home) => win32.join(home, 'bin', 'bash.exe')),
    ...others.map((entry) => win32.join(entry, 'bash.exe')),
  ];
  return [...new Set(places)];
}

function isBelow(directory: string, path: string): boolean {
  return `${win32.normalize(path)}\\`.toLowerCase().startsWith(`${win32.normalize(directory)}\\`.toLowerCase());
}

/**
 * Ends processes with their descendants, as far as Windows still knows who started them: of one whose parent has ended,
 * it does not. No guardian waits for the end of this process.
 */
export function createWindowsProcessTable({ SYSTEMROOT = 'C:\\Windows' }: Environment): ProcessTable {
  const taskkill = win32.join(SYSTEMROOT, 'System32', 'taskkill.exe');
  const endTree = async (pid: number): Promise<void> => {
    const child = spawn(taskkill, ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    await new Promise<void>((resolve) => child.once('error', () => resolve()).once('close', () => resolve()));
    if (processExists(pid)) process.kill(pid);
  };
  return {
    followers: async () => [],
    end: async ({ groups }) => void (await Promise.all([...groups].map(endTree))),
    guard: () => ({ add: () => undefined, drop: () => undefined, close: async () => undefined }),
  };
}

/** Whether a process runs. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A directory as bash reports it (`C:/work`), as Windows writes it; null for anything else. */
export function windowsDirectory(path: string): string | null {
  return /^[A-Za-z]:\//.test(path) ? win32.normalize(path) : null;
}
