import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { readOptions } from '@dragoman/dialects/internal/options';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openWorkspace } from './workspace.ts';

type Words = Readonly<Record<string, readonly string[]>>;

/** A workspace by options, in the first directory of a tree, and what it says. */
async function opening(tree: TemporaryTree, words: Words = {}) {
  const said: string[] = [];
  const host = { environment: {}, currentDirectory: () => tree.path('one') };
  const options = readOptions(new Map(Object.entries(words)), host);
  const workspace = await openWorkspace(options, {
    log: (_, message) => void said.push(message),
    loadObjectVolumes: () => Promise.reject(new Error('Nobody names a store')),
    onFault: () => undefined,
  });
  const uris = (...names: string[]) => names.map((name) => pathToFileURL(tree.path(name)).href);
  const roots = (): readonly string[] => workspace.session.volume.roots;
  return { workspace, said, uris, roots, [Symbol.asyncDispose]: () => workspace.close() };
}

const DIRECTORIES = { 'one/in/f': '', two: null };

describe('a workspace', () => {
  it('follows the roots of its client where the user names nothing', async () => {
    await using tree = await openTree(DIRECTORIES);
    await using at = await opening(tree);
    const before = at.roots();
    await at.workspace.follow([]);
    expect([at.roots(), at.said]).toEqual([before, []]);
    await at.workspace.follow(at.uris('two'));
    expect(at.roots()).toEqual([realpathSync(tree.path('two'))]);
    expect(at.said).toEqual(['Allowed directories']);
    await at.workspace.follow(at.uris('two'));
    expect(at.said).toHaveLength(1);
  });

  it('passes over roots that are no directories of this machine', async () => {
    await using tree = await openTree(DIRECTORIES);
    await using at = await opening(tree);
    const before = at.roots();
    await at.workspace.follow(['https://example.org/', ...at.uris('none')]);
    expect(at.roots()).toEqual(before);
    expect(at.said).toEqual(['Root of the client passed over', 'Root of the client passed over']);
  });

  it('is narrowed by roots within what the user names, and never widened', async () => {
    await using tree = await openTree(DIRECTORIES);
    await using at = await opening(tree, { 'allow-dir': [tree.path('one')], roots: ['intersect'] });
    await at.workspace.follow(at.uris('two'));
    expect(at.roots()).toEqual([realpathSync(tree.path('one'))]);
    expect(at.said).toEqual(['Roots of the client outside of the allowed directories change nothing']);
    await at.workspace.follow(at.uris('one/in'));
    expect(at.roots()).toEqual([realpathSync(tree.path('one/in'))]);
    expect(at.said).toContain('Allowed directories narrowed to the roots of the client');
  });

  it('makes the tools of a dialect once, and tells of deny globs that match nothing', async () => {
    await using tree = await openTree(DIRECTORIES);
    await using at = await opening(tree, { deny: [tree.path('none/secret')] });
    expect(at.said).toEqual(['A deny glob matches nothing now, since what it begins with does not exist']);
    const [first, again, other] = await Promise.all([
      at.workspace.toolsetFor('editor'),
      at.workspace.toolsetFor('editor'),
      at.workspace.toolsetFor('gemini'),
    ]);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});
