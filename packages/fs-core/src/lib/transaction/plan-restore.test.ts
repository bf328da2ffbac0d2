import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { openDescriptors, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { localContext } from '../local/local-context.ts';
import type { KeptNode } from './entry-change.ts';
import type { Restoration } from './plan-restore.ts';
import { transact } from './transact.ts';

const CONTENTS: Readonly<Record<string, string>> = { 'sha256:a': 'first', 'sha256:b': 'second' };

/** Files are known by a version that is as good as any. */
function bytesOf(version: string): Uint8Array {
  const content = CONTENTS[version];
  if (content === undefined) throw new Error(`No ${version}`);
  return Buffer.from(content);
}

const file = (version: string, mode: number): KeptNode => ({ kind: 'file', version, mode, size: 0, isKept: true });
const DIRECTORY: KeptNode = {
  kind: 'directory',
  mode: 0o750,
  entries: {
    f: file('sha256:a', 0o640),
    link: { kind: 'link', target: '../elsewhere' },
    inner: { kind: 'directory', mode: 0o700, entries: { g: file('sha256:b', 0o600) } },
    empty: { kind: 'directory', mode: 0o755 },
  },
};

const restoration = (path: string, node: KeptNode, precondition = async () => {}): Restoration => ({
  ...{ kind: 'restore', path, node, bytesOf, precondition },
});

describe.each([true, false])('what a journal has kept comes back (fsync: %s)', (fsync) => {
  const contextOf = (root: string) => localContext({ allow: [root], builtinDeny: false, fsync });

  it('as a directory with all that it held, in directories that are made for it', async () => {
    await using tree = await openTree({});
    const path = tree.path('made/for/it');
    const results = await transact(contextOf(tree.root), [restoration(path, DIRECTORY)], {});
    expect(results).toEqual([{ change: 'restore', realPath: path, synced: true }]);
    expect(readdirSync(path, { recursive: true }).sort()).toEqual(['empty', 'f', 'inner', 'inner/g', 'link']);
    expect([readFileSync(`${path}/f`, 'utf8'), readFileSync(`${path}/inner/g`, 'utf8')]).toEqual(['first', 'second']);
    expect(readlinkSync(`${path}/link`)).toBe('../elsewhere');
    const modes = ['', '/f', '/inner', '/inner/g', '/empty'].map((name) => lstatSync(path + name).mode & 0o777);
    expect(modes).toEqual([0o750, 0o640, 0o700, 0o600, 0o755]);
  });

  it('as a link or a file, in the place of what is there', async () => {
    await using tree = await openTree({ f: 'x', l: { link: 'f' } });
    const changes = [
      restoration(tree.path('f'), { kind: 'link', target: 'nowhere' }),
      restoration(tree.path('l'), file('sha256:a', 0o6640)),
    ];
    expect(await transact(contextOf(tree.root), changes, {})).toHaveLength(2);
    expect(readlinkSync(tree.path('f'))).toBe('nowhere');
    expect([readFileSync(tree.path('l'), 'utf8'), statSync(tree.path('l')).mode & 0o7777]).toEqual(['first', 0o640]);
    expect(readdirSync(tree.root).sort()).toEqual(['f', 'l']);
  });

  it.each<[string, KeptNode]>([
    ['a directory is there', file('sha256:a', 0o600)],
    ['a content is not kept', { kind: 'directory', mode: 0o700, entries: { f: file('sha256:c', 0o600) } }],
    [
      'it is no file',
      { kind: 'directory', mode: 0o700, entries: { f: file('sha256:a', 0o600), p: { kind: 'other' } } },
    ],
  ])('or leaves no trace if that cannot be: %s', async (why, node) => {
    await using tree = await openTree({ d: null });
    const path = why === 'a directory is there' ? tree.path('d') : tree.path('made/it');
    await expect(transact(contextOf(tree.root), [restoration(path, node)], {})).rejects.toThrow();
    expect(readdirSync(tree.root, { recursive: true })).toEqual(['d']);
    expect(openDescriptors().filter((each) => each.startsWith(tree.root))).toEqual([]);
  });

  it('but not where the name leads to something else by now', async () => {
    await using tree = await openTree({ f: 'by hand' });
    const refuse = async (): Promise<void> => Promise.reject(new Error('It has changed'));
    const change = restoration(tree.path('f'), { kind: 'link', target: 'nowhere' }, refuse);
    await expect(transact(contextOf(tree.root), [change], {})).rejects.toThrow('It has changed');
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('by hand');
    expect(readdirSync(tree.root)).toEqual(['f']);
  });

  it('or is only checked', async () => {
    await using tree = await openTree({});
    const path = tree.path('d');
    const [result] = await transact(contextOf(tree.root), [restoration(path, DIRECTORY)], { dryRun: true });
    expect(result).toEqual({ change: 'restore', realPath: path, synced: true });
    expect(existsSync(path)).toBe(false);
  });
});
