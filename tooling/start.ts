// Starts an app: says in one line if Node is too old for it, and has newer ones keep the code that V8 compiles.
import module from 'node:module';
import { codeCacheDirectory } from '../packages/fs-core/src/lib/paths/code-cache-directory.ts';

/** Version in the form `20.19`. */
declare const OLDEST_NODE: string;

assertNode(process.versions.node, OLDEST_NODE);
keepCompiledCode();
// The bundle lies beside this file only once it is built.
const app = './app.js';
void import(app);

/** Clients of the desktop find their own Node, which may be older than the one that a terminal finds. */
function assertNode(version: string, oldest: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = oldest.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  const sentence = `Node ${oldest} or newer is needed, and ${process.execPath} is ${version}`;
  process.stderr.write(`${sentence}. Name a newer one by its whole path where this program is configured.\n`);
  process.exit(2);
}

/** Node's own default is a directory that all users share, who could have anything run. */
function keepCompiledCode(): void {
  // The types are those of Node 20, which has no such function.
  const { enableCompileCache } = module as { readonly enableCompileCache?: (directory: string) => unknown };
  if (enableCompileCache === undefined) return;
  const directory = codeCacheDirectory();
  if (directory !== null) enableCompileCache(directory);
}
