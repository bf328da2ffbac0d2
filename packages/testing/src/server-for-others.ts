import { chmodSync, cpSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const require = createRequire(join(import.meta.dirname, '../../../apps/mcp-stdio/package.json'));
const built = join(import.meta.dirname, '../../../apps/mcp-stdio/dist');

let copy: string | undefined;

/**
 * Returns the path of the built server for a process that runs as another user: the server itself or, if a directory on
 * the way to it is closed to others, a copy in the directory for temporary files.
 */
export function serverForOthers(): string {
  if (isOpenToAll(built)) return join(built, 'main.js');
  copy ??= copyOfServer();
  return copy;
}

/** True if other users may read a directory and enter it, whatever is above it included. */
export function isOpenToAll(path: string): boolean {
  const parent = dirname(path);
  return (statSync(path).mode & 0o005) === 0o005 && (parent === path || isOpenToAll(parent));
}

/** Copies the server with ripgrep, which is a package of its own beside it. */
function copyOfServer(): string {
  const home = mkdtempSync(join(tmpdir(), 'dragoman-server-'));
  chmodSync(home, 0o755);
  process.once('exit', () => rmSync(home, { recursive: true, force: true }));
  const packages = join(home, 'node_modules/@vscode');
  const ripgrep = dirname(dirname(require.resolve('@vscode/ripgrep')));
  const program = `ripgrep-${process.platform}-${process.arch}`;
  const places = [
    [built, join(home, 'dist')],
    [ripgrep, join(packages, 'ripgrep')],
    [realpathSync(join(ripgrep, '..', program)), join(packages, program)],
  ] as const;
  for (const [from, to] of places) cpSync(from, to, { recursive: true, dereference: true });
  return join(home, 'dist/main.js');
}
