import { dirname, isAbsolute, join } from 'node:path';
import { type GitPlace, readUserFile } from '@dragoman/fs-core/internal/host';
import { configPath, readGitConfig } from './git-config.ts';
import type { UserExcludes } from './git-place.ts';
import { MAX_IGNORE_FILE_BYTES } from './ignore-files.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that `readUserExcludes` asks for. */
const VARIABLES = [
  'USERPROFILE',
  'HOME',
  'XDG_CONFIG_HOME',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
] as const;

/**
 * Finds the ignore file of the user as git does: the one that `core.excludesFile` names in the configuration of the
 * system, the user or the repository, of which the last one holds, or else `$XDG_CONFIG_HOME/git/ignore`.
 */
export function readUserExcludes(environment: Environment): UserExcludes {
  // Git for Windows sets `HOME` for itself only.
  const { USERPROFILE = '', HOME: home = USERPROFILE, XDG_CONFIG_HOME: given = '' } = environment;
  const own = isAbsolute(given) ? given : isAbsolute(home) ? join(home, '.config') : null;
  return (repository) => {
    const context = { home, gitDirectory: repository?.directory ?? null };
    const files = [...filesOf(environment, home, own), ...filesIn(repository)];
    const settings = files.flatMap((file) => readGitConfig(file, context));
    const named = settings.findLast(({ key }) => key === 'core.excludesfile')?.value;
    if (named === undefined) return own === null ? null : read(join(own, 'git', 'ignore'));
    const isNamed = named.startsWith('~/') || isAbsolute(named) || (named !== '' && repository !== null);
    return isNamed ? read(configPath(named, context, dirname(repository?.directory ?? '/'))) : null;
  };
}

/** The variables that `readUserExcludes` asks for, and no other. */
export function excludesVariables(environment: Environment): Record<string, string | undefined> {
  return Object.fromEntries(VARIABLES.map((name) => [name, environment[name]]));
}

function filesOf(environment: Environment, home: string, own: string | null): string[] {
  const { GIT_CONFIG_GLOBAL: global, GIT_CONFIG_SYSTEM: system = '/etc/gitconfig' } = environment;
  const hasSystem = !/^(?:1|true|yes|on)$/i.test(environment.GIT_CONFIG_NOSYSTEM ?? '');
  const users = [
    ...(own === null ? [] : [join(own, 'git', 'config')]),
    ...(isAbsolute(home) ? [join(home, '.gitconfig')] : []),
  ];
  const all = [...(hasSystem ? [system] : []), ...(global === undefined ? users : [global])];
  return all.filter((path) => isAbsolute(path));
}

function filesIn(repository: GitPlace | null): string[] {
  if (repository === null) return [];
  return [join(repository.common, 'config'), join(repository.directory, 'config.worktree')];
}

function read(path: string): Buffer | null {
  return readUserFile(path, MAX_IGNORE_FILE_BYTES);
}
