import { win32 } from 'node:path';
import type { Environment } from './clean-environment.ts';

// All that differs on Windows. There commands run in the bash that comes with Git for Windows.

export const ON_WINDOWS = process.platform === 'win32';

/**
 * Paths where the bash of Git for Windows may lie, by variables with names in upper case. The `bash` of Windows is
 * never meant: it runs Linux, which knows files by other names.
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
  const candidates = [
    ...[...homes, ...besideGit].map((home) => win32.join(home, 'bin', 'bash.exe')),
    ...others.map((entry) => win32.join(entry, 'bash.exe')),
  ];
  return [...new Set(candidates)];
}

function isBelow(directory: string, path: string): boolean {
  return `${win32.normalize(path)}\\`.toLowerCase().startsWith(`${win32.normalize(directory)}\\`.toLowerCase());
}

/** A directory as bash reports it (`C:/work`), as Windows writes it; null for anything else. */
export function windowsDirectory(path: string): string | null {
  return /^[A-Za-z]:\//.test(path) ? win32.normalize(path) : null;
}
