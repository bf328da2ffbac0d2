import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { ownSearchPath } from './own-search-path.ts';

describe.skipIf(process.platform === 'win32')('ownSearchPath', () => {
  it.each([
    ['/usr/bin:/bin', ['/project'], '/usr/bin:/bin'],
    ['/project/node_modules/.bin:/usr/bin', ['/project'], '/usr/bin'],
    ['/projects/bin:/project:/usr/bin', ['/project'], '/projects/bin:/usr/bin'],
    ['/usr/lib/../../project/bin:/usr/bin', ['/project'], '/usr/bin'],
    ['.:./node_modules/.bin::/usr/bin:', [], '/usr/bin'],
    ['/project/bin', ['/project'], '/usr/bin:/bin'],
    ['', [], '/usr/bin:/bin'],
    [undefined, [], '/usr/bin:/bin'],
    ['bin:/usr/local/bin:/usr/bin', ['/'], '/usr/local/bin:/usr/bin'],
  ])('of %s, where commands write to %j, is %s', (searchPath, writable, own) => {
    expect(ownSearchPath(searchPath, writable)).toBe(own);
  });

  it('leaves out links from and to where commands write', async () => {
    await using tree = await openTree({
      'work/bin': null,
      'work/link': { link: '../tools' },
      tools: null,
      link: { link: 'work/bin' },
    });
    const entries = ['work/link', 'link', 'tools'].map((name) => tree.path(name));
    expect(ownSearchPath(entries.join(':'), [tree.path('work')])).toBe(tree.path('tools'));
  });
});
