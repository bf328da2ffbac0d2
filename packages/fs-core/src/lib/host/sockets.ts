import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ownMounts } from '../descriptors/mounts.ts';
import { orNull } from '../errors/best-effort.ts';
import { decodeName, systemPath } from '../paths/byte-path.ts';
import { homeDirectory } from '../paths/home-directory.ts';

/** Directories of a home in which agents, containers and editors keep sockets, some renamed once they are bound. */
const IN_HOMES = [
  '.',
  '.ssh',
  '.gnupg',
  '.1password',
  '.docker/run',
  '.docker/desktop',
  '.colima',
  '.colima/default',
  '.rd',
  '.orbstack/run',
  '.local/share/containers/podman/machine',
  '.config/Code',
];

/**
 * The sockets on which programs can be reached by a path, as far as this machine tells: those that processes of this
 * network namespace are bound to, those that are mounted by themselves, `candidates`, and those in known places of homes.
 * Absolute paths, links resolved.
 */
export function reachableSockets(candidates: readonly string[]): string[] {
  const home = homeDirectory();
  const known = home === null ? [] : IN_HOMES.flatMap((name) => entriesOf(join(home, name)));
  const found = new Set<string>();
  for (const path of [...boundPaths(), ...ownMounts().map(({ point }) => point), ...candidates, ...known]) {
    const real = orNull(() => decodeName(realpathSync.native(systemPath(path), 'buffer')));
    if (real !== null && orNull(() => lstatSync(systemPath(real)))?.isSocket()) found.add(real);
  }
  return [...found];
}

/** proc_net_unix(5): seven columns, and the path as it was given to bind(2), if there is one. */
function boundPaths(): string[] {
  const lines = orNull(() => readFileSync('/proc/net/unix', 'latin1')) ?? '';
  return [...lines.matchAll(/^(?:\S+ +){6} *\S+ (\/.*)$/gm)].map(([, path = '']) =>
    decodeName(Buffer.from(path, 'latin1')),
  );
}

function entriesOf(directory: string): string[] {
  const entries = orNull(() => readdirSync(directory, { withFileTypes: true })) ?? [];
  return entries.filter((entry) => entry.isSocket()).map(({ name }) => join(directory, name));
}
