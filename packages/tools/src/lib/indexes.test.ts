import { keepsTimes } from '@dragoman/fs-core/internal/index-kit';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createSession } from './create-session.ts';
import { buildIndexes, clearIndexes, examineIndexes } from './indexes.ts';
import { searchIndexOf } from './search-index-of.ts';

const NODES = { 'one/a': 'x\n', 'one/in/b': 'y\n', 'two/c': 'z\n', index: null };

describe('the indexes of a session', () => {
  it('are one for each tree that lies in no other', async () => {
    await using place = await openTree(NODES);
    const allow = [place.path('one'), place.path('one/in'), place.path('two')];
    const options = { workdir: place.path('one'), allow, index: place.path('index') };
    const works = keepsTimes(place.root);
    const seen: string[] = [];
    const built = await buildIndexes(options, { onProgress: (root) => void seen.push(root) });
    expect(built.map(({ root }) => root)).toEqual([place.path('one'), place.path('two')]);
    const indexes = [2, 1].map((files) => (works ? expect.objectContaining({ files }) : 'file-system'));
    expect(built.map(({ index }) => index)).toEqual(indexes);
    expect((await examineIndexes(options)).map(({ index }) => index)).toEqual(indexes);
    const others = await examineIndexes({ ...options, deny: ['**/a'] });
    expect(others.map(({ index }) => index)).toEqual(works ? ['none', 'none'] : ['file-system', 'file-system']);
    expect(await clearIndexes(options, place.path('two'))).toBe(works ? 1 : 0);
    expect(await clearIndexes(options)).toBe(works ? 1 : 0);
  });

  it('are none if it uses none', async () => {
    await using place = await openTree(NODES);
    const options = { workdir: place.path('two'), index: 'off' };
    const off = [{ root: place.path('two'), index: 'off' }];
    expect(await examineIndexes(options)).toEqual(off);
    expect(await buildIndexes(options)).toEqual(off);
    await using session = createSession(options);
    expect(session.index).toBeNull();
  });

  it('lie where the option says, which must be a directory', async () => {
    await using place = await openTree(NODES);
    const options = { workdir: place.path('two') };
    expect(searchIndexOf({ ...options, index: place.path('index') })).toMatchObject({ directory: place.path('index') });
    expect(() => createSession({ ...options, index: place.path('one/a') })).toThrow(/not a directory/);
    expect(() => createSession({ ...options, index: 'relative' })).toThrow(
      'index must be auto, off or an absolute path',
    );
  });
});
