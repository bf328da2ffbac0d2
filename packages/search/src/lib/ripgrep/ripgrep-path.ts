import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ownerOf } from '@dragoman/fs-core/internal/host';
import { assertDirectory, ToolError } from '@dragoman/fs-core/internal/kernel';

let program: string | undefined;

/**
 * The path of the binary that `@vscode/ripgrep` installs for this machine.
 * @throws ToolError `IO_ERROR` if that package has none for this machine
 */
export function ripgrepPath(): string {
  try {
    program ??= locateRipgrep(import.meta.url);
    return program;
  } catch (error) {
    throw new ToolError(
      { code: 'IO_ERROR', problem: 'ripgrep-missing' },
      'Cannot search: ripgrep is not installed for this platform',
      {
        cause: error,
      },
    );
  }
}

/**
 * The path that the package itself exports: it is an ES module, which a CommonJS bundle cannot load on every Node.
 * @param here the URL of the module that asks
 */
export function locateRipgrep(here: string): string {
  // The binary's package lies beside the real path of this one. Before Node 24 `resolve` may leave links in the path
  // where the last file whose state was read was a named pipe.
  const home = assertDirectory(dirname(resolveTrusted(here, '@vscode/ripgrep', here)));
  const { platform, arch } = process;
  const binary = platform === 'win32' ? 'rg.exe' : 'rg';
  return resolveTrusted(join(home, 'any.js'), `@vscode/ripgrep-${platform}-${arch}/bin/${binary}`, here);
}

/**
 * Resolves as Node does, which looks for a package that is missing in the `node_modules` of every directory above, in
 * `/tmp` too: one that another user made there is refused.
 */
function resolveTrusted(from: string, id: string, here: string): string {
  const { resolve } = createRequire(from);
  const folder = resolve.paths(id)?.find((candidate) => ownerOf(join(candidate, id)) !== null);
  const trusted = [process.geteuid?.(), 0, ownerOf(new URL(here))];
  if (folder !== undefined && !trusted.includes(ownerOf(folder) ?? undefined)) throw new Error(`${folder} is not ours`);
  return resolve(id);
}
