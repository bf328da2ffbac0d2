import { join } from 'node:path';
import { homeDirectory } from './home-directory.ts';
import { runtimeCandidates, runtimeDirectory } from './runtime-directory.ts';

/** Places for the files that this user's processes share, the best first. */
export function stateDirectories(): string[] {
  return [stateInHome(), runtimeDirectory()].filter((directory) => directory !== null);
}

/** Every place that `stateDirectories` of a process of this user may answer. */
export function possibleStateDirectories(): string[] {
  return [stateInHome(), ...runtimeCandidates()].filter((directory) => directory !== null);
}

function stateInHome(): string | null {
  const home = homeDirectory();
  return home === null ? null : join(home, '.local', 'state', 'dragoman');
}
