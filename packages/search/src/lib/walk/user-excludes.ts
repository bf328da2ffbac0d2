import { isAbsolute, join } from 'node:path';
import { readUserFile } from '@dragoman/fs-core/internal/host';
import { MAX_IGNORE_FILE_BYTES } from './ignore-files.ts';

/**
 * Content of the ignore file that git applies in every repository of this user: the one that `core.excludesFile` names in
 * `~/.gitconfig` or `$XDG_CONFIG_HOME/git/config`, or else `$XDG_CONFIG_HOME/git/ignore`; null if there is none. The
 * configuration of a repository is not read.
 */
export function readUserExcludes(environment: Readonly<Record<string, string | undefined>>): Uint8Array | null {
  // Git for Windows sets `HOME` for itself only.
  const { USERPROFILE = '', HOME: home = USERPROFILE, XDG_CONFIG_HOME: given = '' } = environment;
  const configuration = isAbsolute(given) ? given : isAbsolute(home) ? join(home, '.config') : null;
  const configs = [isAbsolute(home) ? join(home, '.gitconfig') : null, inside(configuration, 'config')];
  const named = configs.map((path) => excludesFileIn(path, home)).find((path) => path !== null);
  return read(named ?? inside(configuration, 'ignore'));
}

/** The variables that `readUserExcludes` asks for, and no other. */
export function excludesVariables(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const { USERPROFILE, HOME, XDG_CONFIG_HOME } = environment;
  return { USERPROFILE, HOME, XDG_CONFIG_HOME };
}

function inside(configuration: string | null, name: string): string | null {
  return configuration === null ? null : join(configuration, 'git', name);
}

function excludesFileIn(path: string | null, home: string): string | null {
  const text = read(path)?.toString() ?? '';
  const core = /^\s*\[core\]([^[]*)/im.exec(text)?.[1] ?? '';
  const value = /^\s*excludesfile\s*=\s*"?(.*?)"?\s*$/im.exec(core)?.[1];
  if (value === undefined) return null;
  const expanded = value.startsWith('~/') ? join(home, value.slice(2)) : value;
  return isAbsolute(expanded) ? expanded : null;
}

function read(path: string | null): Buffer | null {
  return path === null ? null : readUserFile(path, MAX_IGNORE_FILE_BYTES);
}
