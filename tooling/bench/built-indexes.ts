import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { PipeClient } from './pipe-client.ts';
import type { Scope } from './scenario.ts';
import { callTool, startDragoman } from './servers.ts';
import { sourceTree } from './source-trees.ts';

export type IndexedTree = 100_000 | 300_000;

// The bundle of this file lies one level deeper than its source.
const COMMAND_LINE = join(import.meta.dirname, '../../../apps/cli/dist/main.js');
// After this many slow searches, an index is used.
const SLOW_SEARCHES = 2;

const built = new Map<IndexedTree, string>();

/** The directory of the index of a tree; built once for all rows. */
export function builtIndex(tree: IndexedTree): string {
  const known = built.get(tree);
  if (known !== undefined) return known;
  const directory = `${sourceTree(tree)}-index`;
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  buildIndex(tree, directory);
  built.set(tree, directory);
  return directory;
}

export function buildIndex(tree: IndexedTree, directory: string): void {
  execFileSync(process.execPath, [COMMAND_LINE, 'index', 'build', sourceTree(tree), '--index', directory], {
    stdio: 'ignore',
  });
}

/** The bytes of all files below a directory. */
export function bytesBelow(directory: string): number {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const sizes = entries.map((entry) => (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** A server over a tree. @param index as of its option */
export function serverOver(scope: Scope, tree: IndexedTree, index: string): Promise<PipeClient> {
  const options = ['--index', index, '--max-response-size', '64MB'];
  return startDragoman({ ...scope, directory: sourceTree(tree) }, options);
}

/** Searches slowly, until an index is looked for. */
export async function searchSlowly(server: PipeClient): Promise<void> {
  for (let search = 0; search < SLOW_SEARCHES; search++) await callTool(server, 'grep', { pattern: '\\d{9}' });
}

/** A server over a tree that searches with the built index. */
export async function indexedServer(scope: Scope, tree: IndexedTree): Promise<PipeClient> {
  const server = await serverOver(scope, tree, builtIndex(tree));
  await searchSlowly(server);
  return server;
}
