import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mount, openTree, passTick, testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type OpenDirectory, openLocalVolume } from '../src/index.ts';

interface Change {
  /** Kind of the entry that gets the name; or another action. */
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

interface Setting {
  /** Directory for the trees; by default the system's directory of temporary files. */
  readonly home?: string;
  /** True if there is time between changes, or at least the volume thinks so. */
  readonly isSlow: boolean;
}

/** Changes a directory, and holds what is remembered of it against what is there. */
async function isNeverStale({ home, isSlow }: Setting): Promise<void> {
  if (isSlow) vi.setSystemTime(Date.now() + 3_600_000);
  const changes = fc.array(change, { minLength: 1, maxLength: 30 });
  const property = fc.asyncProperty(changes, async (all) => {
    await using tree = await openTree({ 'd/a': '', 'd.other/b': '', beside: null }, home);
    const volume = openLocalVolume({ allow: [tree.root] });
    // A first write tells the volume what times are worth on the device.
    await volume.update(tree.path('probe'), () => [new Uint8Array(1)]);
    using root = await volume.open(tree.root);
    if (root.kind !== 'directory') throw new TypeError('Not a directory');
    for (const each of all) {
      if (isSlow) passTick(tree.path('beside/probe'));
      apply(tree.path('d'), each);
      const known = root.knownEntries('d');
      if (known !== null) expect(described(known)).toEqual(truth(tree.path('d')));
      expect(read(root)).toEqual(truth(tree.path('d')));
      if (isSlow) expect(described(root.knownEntries('d') ?? [])).toEqual(truth(tree.path('d')));
    }
  });
  await fc.assert(property, { numRuns: testRounds(15) });
}

describe.each([
  ['fast', false],
  ['slow', true],
])('what a volume remembers of directories that change %s', (_, isSlow) => {
  afterEach(() => void vi.useRealTimers());

  it('is never stale', { timeout: 120_000 }, () => isNeverStale({ isSlow }));

  it('is never stale in memory either, where times are coarser', { timeout: 120_000 }, async (context) => {
    await using tree = await openTree({ memory: null });
    const memory = tree.path('memory');
    using _memory = mount(context, '-t', 'tmpfs', 'tmpfs', memory);
    await isNeverStale({ home: memory, isSlow });
  });
});
