import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '@dragoman/fs-core/internal/index-kit';
import { mount, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { indexTree, updateIndex } from './indexed.ts';

import { expectRightLines, FILES, homeIn, killedIndexSuite, lacksLinux } from './killed-index.ts';

killedIndexSuite(24);

const FULL_SCAN = JSON.stringify({ text: 'search reads every file', reason: 'no index' });

describe.skipIf(lacksLinux)('a disk that is full', () => {
  it('leaves no index, and no search that fails', { timeout: 120_000 }, async (context) => {
    await using tree = await openTree({ ...FILES, disk: null });
    const [root, disk] = [tree.path('tree'), tree.path('disk')];
    using _ = mount(context, '-t', 'tmpfs', '-o', 'size=4k,mode=700', 'tmpfs', disk);
    await expect(indexTree(root, disk)).rejects.toThrow('ENOSPC');
    expect(await expectRightLines(root, disk)).toEqual([FULL_SCAN]);
    expect(readdirSync(homeIn(disk))).toEqual([]);
  });

  it('leaves the index that is there', { timeout: 120_000 }, async (context) => {
    await using tree = await openTree({ ...FILES, disk: null });
    const [root, disk] = [tree.path('tree'), tree.path('disk')];
    using _ = mount(context, '-t', 'tmpfs', '-o', 'size=64k,mode=700', 'tmpfs', disk);
    await indexTree(root, disk);
    const before = readdirSync(homeIn(disk));
    expect(() => writeFileSync(join(disk, 'filler'), new Uint8Array(64 * 1024))).toThrow('ENOSPC');
    writeFileSync(join(root, 'new'), 'needle\n');
    await expect(updateIndex(root, disk)).rejects.toThrow('ENOSPC');
    expect(readdirSync(homeIn(disk))).toEqual(before);
    expect(await expectRightLines(root, disk)).toEqual([expect.stringContaining('some files')]);
  });
});

const segmentIn = (home: string): string => join(home, 'segment-1');
const manifestIn = (home: string): string => join(home, 'manifest');

/** Puts another manifest in the place of one, with the digest that belongs to it. */
function rewrite(home: string, change: (json: string) => string): void {
  const text = readFileSync(manifestIn(home), 'utf8');
  const json = change(text.slice(text.indexOf('\n') + 1));
  writeFileSync(manifestIn(home), `${sha256(Buffer.from(json))}\n${json}`);
}

describe.skipIf(lacksLinux)('an index is not used if', () => {
  it.each<[string, (home: string, other: string) => void]>([
    ['its segment is that of another', (home, other) => cpSync(segmentIn(other), segmentIn(home))],
    ['its manifest is that of another', (home, other) => cpSync(manifestIn(other), manifestIn(home))],
    ['it is of another version', (home) => rewrite(home, (json) => json.replace('"format":', '"format":9'))],
    ['its manifest goes on', (home) => appendFileSync(manifestIn(home), ' ')],
    ['its segment goes on', (home) => appendFileSync(segmentIn(home), ' ')],
    ['its table is missing', (home) => rmSync(join(home, 'table-1'))],
    [
      'its directory is a link',
      (home) => {
        renameSync(home, `${home}.away`);
        execFileSync('ln', ['-s', `${home}.away`, home]);
      },
    ],
    [
      'its segment is a directory',
      (home) => {
        rmSync(segmentIn(home));
        mkdirSync(segmentIn(home));
      },
    ],
  ])('%s', async (_, damage) => {
    await using tree = await openTree({ ...FILES, 'other/a': 'another needle\n', others: null });
    const [root, directory] = [tree.path('tree'), tree.path('index')];
    await indexTree(root, directory);
    await indexTree(tree.path('other'), tree.path('others'));
    damage(homeIn(directory), homeIn(tree.path('others')));
    expect(await expectRightLines(root, directory)).toEqual([FULL_SCAN]);
  });

  it.skipIf(process.getuid?.() !== 0).each([segmentIn, manifestIn, (home: string) => home])(
    'it is owned by another user, or a part of it is',
    async (part) => {
      await using tree = await openTree(FILES);
      const [root, directory] = [tree.path('tree'), tree.path('index')];
      await indexTree(root, directory);
      chownSync(part(homeIn(directory)), 65_534, 65_534);
      expect(await expectRightLines(root, directory)).toEqual([FULL_SCAN]);
      expect(existsSync(tree.path('tree/a'))).toBe(true);
    },
  );
});
