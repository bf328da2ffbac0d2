import { readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openLocalVolume } from '../local/local-volume.ts';
import type { Volume } from '../volume/volume.ts';
import { chdirPlatform, procPlatform } from './platform.ts';

const platforms = process.platform === 'linux' ? [procPlatform, chdirPlatform] : [chdirPlatform];

const put = (volume: Volume, path: string) => volume.update(path, () => [new TextEncoder().encode('x')]);

/** The code that opening answers with, or what was opened. */
async function answer(volume: Volume, path: string): Promise<string> {
  try {
    using opened = await volume.open(path);
    return opened.kind;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe.each(platforms)('the resolver ($strategy)', (platform) => {
  it('takes a root by the name of a link', async () => {
    await using tree = await openTree({ 'real/sub/file': 'hello', link: { link: 'real' } });
    const volume = openLocalVolume({ allow: [tree.path('link')], platform });
    expect(await answer(volume, tree.path('link/sub/file'))).toBe('file');
    expect(await answer(volume, tree.path('real/sub/file'))).toBe('file');
    await put(volume, tree.path('link/made'));
    expect(readdirSync(tree.path('real')).sort()).toEqual(['made', 'sub']);
  });

  it('takes several roots, one inside another, and links between them', async () => {
    await using tree = await openTree({
      'one/file': '',
      'one/inner/deep/file': '',
      'one/to-two': { link: '../two/file' },
      'two/file': '',
      'two/to-three': { link: '../three/file' },
      'three/file': '',
    });
    const allow = [tree.path('one'), tree.path('one/inner/deep'), tree.path('two')];
    const volume = openLocalVolume({ allow, deny: [tree.path('one/inner')], platform });
    expect(await answer(volume, tree.path('one/file'))).toBe('file');
    expect(await answer(volume, tree.path('one/to-two'))).toBe('file');
    expect(await answer(volume, tree.path('two/to-three'))).toBe('ACCESS_DENIED');
    // What is denied is denied whatever is allowed below it.
    expect(await answer(volume, tree.path('one/inner/deep/file'))).toBe('ACCESS_DENIED');
    expect(await answer(volume, tree.path('three/../two/file'))).toBe('file');
    expect(await answer(volume, tree.root)).toBe('ACCESS_DENIED');
  });

  it('does not make a root anew that was moved away, nor follow a link put in its place', async () => {
    await using outside = await openTree({ secret: 'secret' });
    await using tree = await openTree({ 'root/file': 'hello' });
    const volume = openLocalVolume({ allow: [tree.path('root')], platform });
    renameSync(tree.path('root'), tree.path('gone'));
    expect(await answer(volume, tree.path('root/file'))).toBe('NOT_FOUND');
    await expect(put(volume, tree.path('root/file'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(readdirSync(tree.root)).toEqual(['gone']);
    symlinkSync(outside.root, tree.path('root'));
    expect(await answer(volume, tree.path('root/secret'))).toBe('ACCESS_DENIED');
    await expect(put(volume, tree.path('root/new'))).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
    expect(readdirSync(outside.root)).toEqual(['secret']);
  });

  it('tells by no link that goes out and comes back what exists outside', async () => {
    await using outside = await openTree({ 'there/x': '' });
    await using tree = await openTree({ file: 'hello' });
    const back = `../../${tree.root.slice(1)}/file`;
    const up = outside.root
      .split('/')
      .slice(2)
      .map(() => '..')
      .join('/');
    symlinkSync(`${outside.root}/there/../${up}/${back}`, tree.path('there'));
    symlinkSync(`${outside.root}/none/../${up}/${back}`, tree.path('none'));
    const volume = openLocalVolume({ allow: [tree.root], platform });
    expect(await answer(volume, tree.path('there'))).toBe('ACCESS_DENIED');
    expect(await answer(volume, tree.path('none'))).toBe('ACCESS_DENIED');
  });

  it('holds a deny glob however it is written', async () => {
    await using tree = await openTree({
      'real/key': 'secret',
      link: { link: 'real' },
      '[a]/key': 'secret',
      '!b': 'secret',
      plain: '',
    });
    const denies = async (glob: string, name: string): Promise<boolean> => {
      const volume = openLocalVolume({ allow: [tree.root], deny: [glob], platform });
      expect(await answer(volume, tree.path('plain'))).toBe('file');
      return (await answer(volume, tree.path(name))) === 'ACCESS_DENIED';
    };
    expect(await denies(tree.path('link/key'), 'real/key')).toBe(true);
    expect(await denies(tree.path('real/'), 'real/key')).toBe(true);
    expect(await denies('real/', 'link/key')).toBe(true);
    expect(await denies('./key', 'real/key')).toBe(true);
    expect(await denies(tree.path('[a]/key'), '[a]/key')).toBe(true);
    expect(await denies(`{${tree.path('real')},${tree.path('other')}}`, 'real/key')).toBe(true);
    expect(await denies('{real,other}', 'real/key')).toBe(true);
    expect(await denies('!b', '!b')).toBe(true);
    expect(await denies('**/real/**', 'real')).toBe(true);
  });

  it('climbs no higher than the top of all directories', async () => {
    await using tree = await openTree({ file: '' });
    symlinkSync(`${'../'.repeat(50)}${tree.path('file')}`, tree.path('link'));
    expect(await answer(openLocalVolume({ allow: [tree.root], platform }), tree.path('link'))).toBe('file');
  });

  it('leaves a file outside as it was when a link to it is written', async () => {
    await using outside = await openTree({ secret: 'secret' });
    await using tree = await openTree({
      out: { link: outside.path('secret') },
      dangling: { link: outside.path('new') },
      missing: { link: 'no/such/directory/../../../../../x' },
    });
    const volume = openLocalVolume({ allow: [tree.root], platform });
    await expect(put(volume, tree.path('out'))).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
    await expect(put(volume, tree.path('dangling'))).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
    await expect(put(volume, tree.path('missing'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(readdirSync(outside.root)).toEqual(['secret']);
    expect(readFileSync(outside.path('secret'), 'utf8')).toBe('secret');
    expect(readdirSync(tree.root).sort()).toEqual(['dangling', 'missing', 'out']);
  });
});
