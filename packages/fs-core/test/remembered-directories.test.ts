import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OpenDirectory, openLocalVolume, type Volume } from '../src/index.ts';

interface Change {
  /** What is to have the name; or what else is done. */
  readonly what: 'file' | 'directory' | 'link' | 'nothing' | 'swap' | 'write';
  readonly name: string;
  readonly other: string;
}

const name = fc.constantFrom('a', 'b', 'c');
const what = fc.constantFrom<Change['what']>('file', 'directory', 'link', 'nothing', 'swap', 'write');
const change: fc.Arbitrary<Change> = fc.record({ what, name, other: name });

/** Changes the directory at `path`, or exchanges it for another. */
function apply(path: string, { what, name: one, other }: Change): void {
  const place = `${path}/${one}`;
  if (what === 'swap') {
    renameSync(path, `${path}.swap`);
    renameSync(`${path}.other`, path);
    renameSync(`${path}.swap`, `${path}.other`);
    return;
  }
  if (what === 'write') {
    writeFileSync(`${path}/${one}.txt`, other);
    return;
  }
  rmSync(place, { recursive: true, force: true });
  if (what === 'file') writeFileSync(place, '');
  if (what === 'directory') mkdirSync(place);
  if (what === 'link') symlinkSync(other, place);
}

function read(root: OpenDirectory): string[] {
  using directory = root.openDirectory('d');
  return described(directory.entries());
}

function described(entries: ReturnType<OpenDirectory['entries']>): string[] {
  return entries.map((entry) => `${entry.kind} ${entry.name}`).sort();
}

function truth(path: string): string[] {
  const entries = readdirSync(path, { withFileTypes: true });
  return entries
    .map((entry) => `${entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : 'link'} ${entry.name}`)
    .sort();
}

async function isNeverStale(open: (root: string) => Promise<Volume>): Promise<void> {
  const changes = fc.array(change, { minLength: 1, maxLength: 30 });
  const property = fc.asyncProperty(changes, async (all) => {
    await using tree = await openTree({ 'd/a': '', 'd.other/b': '' });
    using root = await (await open(tree.root)).open(tree.root);
    if (root.kind !== 'directory') throw new TypeError('Not a directory');
    for (const each of all) {
      apply(tree.path('d'), each);
      const known = root.knownEntries('d');
      if (known !== null) expect(described(known)).toEqual(truth(tree.path('d')));
      expect(read(root)).toEqual(truth(tree.path('d')));
    }
  });
  await fc.assert(property, { numRuns: 200 });
}

describe('what a volume remembers of directories', () => {
  it('is never stale where changes come as fast as they can', { timeout: 120_000 }, async () => {
    await isNeverStale(async (root) => openLocalVolume({ allow: [root] }));
  });

  it('is never stale where the volume has learned what times are worth', { timeout: 120_000 }, async () => {
    await isNeverStale(async (root) => {
      const volume = openLocalVolume({ allow: [root] });
      await volume.update(`${root}/probe`, () => [new Uint8Array(1)]);
      return volume;
    });
  });
});
