import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { demandDirectory, ToolError } from '@dragoman/fs-core';

let program: string | undefined;

/**
 * The path of the binary that `@vscode/ripgrep` installs for this machine.
 * @throws ToolError `IO_ERROR` where that package has none for this machine
 */
export function ripgrepPath(): string {
  try {
    program ??= locate();
    return program;
  } catch (error) {
    throw new ToolError('IO_ERROR', 'Cannot search: ripgrep is not installed for this platform', {}, { cause: error });
  }
}

/** The path that the package itself exports: it is an ES module, which a CommonJS bundle cannot load on every Node. */
function locate(): string {
  const { resolve } = createRequire(import.meta.url);
  // The binary's package lies beside the real path of this one. Before Node 24 `resolve` may leave links in the path
  // where the last file whose state was read was a named pipe.
  const home = demandDirectory(dirname(resolve('@vscode/ripgrep')));
  const { platform, arch } = process;
  const binary = platform === 'win32' ? 'rg.exe' : 'rg';
  return createRequire(join(home, 'any.js')).resolve(`@vscode/ripgrep-${platform}-${arch}/bin/${binary}`);
}
