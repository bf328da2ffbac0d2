import { join } from 'node:path';
import { homeDirectory } from './home-directory.ts';
import { runtimeDirectory } from './runtime-directory.ts';

/** Where what this user's processes share may be kept, the best place first. */
export function stateDirectories(): string[] {
  const home = homeDirectory();
  const state = home === null ? null : join(home, '.local', 'state', 'dragoman');
  return [state, runtimeDirectory()].filter((directory) => directory !== null);
}
