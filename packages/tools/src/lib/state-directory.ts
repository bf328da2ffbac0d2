import { isAbsolute, join } from 'node:path';
import { expandHome } from '@dragoman/fs-core/internal/kernel';

/** The directory of Dragoman's among those where this user's programs keep data that outlives them. */
export function stateDirectory(environment: Readonly<Record<string, string | undefined>>, name: string): string {
  const { XDG_STATE_HOME: state, LOCALAPPDATA: local } = environment;
  if (process.platform === 'win32' && local !== undefined) return join(local, 'dragoman', name);
  // A relative path counts as none, as the XDG Base Directory Specification has it.
  const base = state !== undefined && isAbsolute(state) ? state : expandHome('~/.local/state');
  return join(base, 'dragoman', name);
}
