import { readFileSync } from 'node:fs';
import { foldingObjection, openFoldingTree, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { chdirPlatform, procPlatform } from '../src/lib/descriptors/platform.ts';
import { openLocalVolume } from '../src/lib/local/local-volume.ts';
import { isCaseInsensitive } from '../src/lib/paths/case-sensitivity.ts';
import type { Volume } from '../src/lib/volume/volume.ts';

const platforms = process.platform === 'linux' ? [procPlatform, chdirPlatform] : [chdirPlatform];
const objection = foldingObjection();

describe.skipIf(objection !== null).each(platforms)(
  `on a file system that folds names ($strategy)${objection === null ? '' : `: ${objection}`}`,
  (platform) => {
    it('denies a file by every name that opens it', async () => {
      await using tree = await openFoldingTree({
        '.env': 'secret',
        'Café/file': 'secret',
        'STRASSE/x': 'secret',
        a: '',
      });
      const deny = ['**/.env', 'cafe\u0301', 'straße'];
      const volume = openLocalVolume({ allow: [tree.root], deny, platform });
      for (const name of ['.env', '.ENV', '.Env', 'café/file', 'CAFE\u0301/FILE', 'Strasse/x', 'straße/X', 'CAFÉ']) {
        expect([name, await codeOf(() => volume.open(tree.path(name)))]).toEqual([name, 'ACCESS_DENIED']);
        expect([name, await codeOf(() => put(volume, tree.path(name)))]).toEqual([name, 'ACCESS_DENIED']);
      }
      using root = await volume.open(tree.root);
      expect(root.kind === 'directory' && root.entries().map(({ name }) => name)).toEqual(['a']);
      expect(readFileSync(tree.path('.env'), 'utf8')).toBe('secret');
    });

    it('makes nothing by another spelling of a name that may not be written', async () => {
      await using tree = await openFoldingTree({ 'full/x': '', 'empty/': null });
      const volume = openLocalVolume({ allow: [tree.root], platform });
      for (const name of [
        'full/.GIT/hooks/run',
        'empty/.Git/config',
        'new/.gIT/config',
        '.GIT/x',
        '.AWS/Credentials',
      ]) {
        expect([name, await codeOf(() => put(volume, tree.path(name)))]).toEqual([name, 'ACCESS_DENIED']);
      }
      expect(await codeOf(() => put(volume, tree.path('new/Git/config')))).toBe('');
    });

    it('shows nothing from outside by any spelling of the way there', async () => {
      await using tree = await openFoldingTree({
        'work/a': '',
        'workshop/secret': 'secret',
        'work/out': { link: '../WORKSHOP' },
      });
      const volume = openLocalVolume({ allow: [tree.path('work')], platform });
      for (const name of ['WORKSHOP/secret', 'work/OUT/secret', 'WORK/../workshop/secret', 'work/out/Secret']) {
        expect([name, await codeOf(() => volume.open(tree.path(name)))]).toEqual([name, 'ACCESS_DENIED']);
      }
    });
  },
);

describe('isCaseInsensitive', () => {
  it.skipIf(process.platform !== 'linux')(
    'says no of a file system that does not, for what is there and what is not',
    async () => {
      await using tree = await openTree({ '.ENV': '', 'sub/x': '' });
      expect(isCaseInsensitive(tree.path('.ENV'))).toBe(false);
      expect(isCaseInsensitive(tree.path('.Env'))).toBe(false);
      expect(isCaseInsensitive(tree.path('sub/new/.Git/hooks'))).toBe(false);
    },
  );

  it('takes no chance where nothing tells', async () => {
    await using tree = await openTree({ '123/456': '' });
    expect(isCaseInsensitive(tree.path('123/.Git'))).toBe(true);
  });
});

async function codeOf(act: () => Promise<unknown>): Promise<string> {
  try {
    await act();
    return '';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const put = (volume: Volume, path: string) => volume.update(path, () => [new TextEncoder().encode('mine')]);
