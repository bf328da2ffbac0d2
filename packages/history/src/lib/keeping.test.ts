import { openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { versionOf } from '@dragoman/fs-core/internal/kernel';
import type { ContentKeeper } from '@dragoman/fs-core/internal/recorder';
import { openTree, type TemporaryTree, watchCalls, watchSyncs } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { type Recording, recordingIn } from '../../test/recording.ts';
import { openContents } from './contents.ts';
import { beginKeeping } from './keeping.ts';

const onLinux = it.runIf(process.platform === 'linux');

/** Keeps a file of a tree as the content of an operation; its digest is not known. */
async function keep(tree: TemporaryTree, keeping: ContentKeeper, name: string) {
  const path = tree.path(name);
  const { size } = statSync(path);
  return keeping.file({ descriptor: openSync(path, 'r'), size, mode: 0o644, version: async () => 'unread' }, null);
}

describe('Keeping', () => {
  onLinux('syncs what was there already, since whoever wrote it may have died before', async () => {
    await using tree = await openTree({ f: 'content', contents: null });
    const contents = openContents(tree.path('contents'));
    const first = beginKeeping(contents, 1000);
    const node = await keep(tree, first, 'f');
    using synced = watchSyncs();
    const second = beginKeeping(contents, 1000);
    await keep(tree, second, 'f');
    expect([first.grownBy, second.grownBy]).toEqual([7, 0]);
    await second.synced();
    expect(synced.paths.toSorted()).toEqual([contents.directory, join(contents.directory, node.version.slice(7))]);
  });

  onLinux('puts a damaged content in order, and on the disk', async () => {
    await using tree = await openTree({ f: 'content', contents: null });
    const contents = openContents(tree.path('contents'));
    const { version } = await keep(tree, beginKeeping(contents, 1000), 'f');
    const path = join(contents.directory, version.slice(7));
    writeFileSync(path, 'CONTENT');
    expect(contents.read(version.slice(7))).toBeNull();
    using synced = watchSyncs();
    const keeping = beginKeeping(contents, 1000);
    await keep(tree, keeping, 'f');
    await keeping.synced();
    expect(readFileSync(path, 'utf8')).toBe('content');
    expect(synced.paths).toContain(path);
  });

  it('has nothing to sync if nothing is kept', async () => {
    await using tree = await openTree({ f: 'content', contents: null });
    const keeping = beginKeeping(openContents(tree.path('none')), 3);
    expect(await keep(tree, keeping, 'f')).toMatchObject({ version: 'unread', isKept: false });
    await keeping.synced();
    expect(keeping.isWhole).toBe(true);
  });
});

/** Once the clock tells the state of the file from the next one. */
async function untilKnown({ volume }: Recording, path: string): Promise<void> {
  await expect
    .poll(async () => {
      using file = await volume.open(path);
      if (file.kind === 'file') await versionOf(file);
      return file.identity.isSafeToCache();
    })
    .toBe(true);
}

describe('an edit of a file whose content is known', () => {
  it('neither reads nor writes again the content that it replaces', async () => {
    await using tree = await openTree({ work: null });
    const recording = recordingIn(tree);
    const { place, write } = recording;
    await write('f', 'one');
    await untilKnown(recording, tree.path('work/f'));
    const [one = ''] = readdirSync(place.contents);
    const written: string[] = [];
    using _watch = watchCalls(['renameSync'], (_, [, to]) => void written.push(basename(String(to))));
    await write('f', 'two');
    expect(readdirSync(place.contents)).toHaveLength(2);
    expect(written).toHaveLength(2);
    expect(written).toContain('f');
    expect(written).not.toContain(one);
  });
});
