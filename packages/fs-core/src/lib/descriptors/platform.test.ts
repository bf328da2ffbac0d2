import { closeSync, linkSync, openSync, unlinkSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { chdirPlatform, type Pin, procPlatform } from './platform.ts';

describe.runIf(process.platform === 'linux')('procPlatform', () => {
  const pin = (path: string): Pin => procPlatform.pin?.(path) ?? procPlatform.pinRoot(path);

  it('takes a name that ends as those of deleted files do', async () => {
    await using tree = await openTree({ 'file (deleted)': '' });
    const file = pin(tree.path('file (deleted)'));
    procPlatform.release(file);
    expect(file.realPath).toBe(tree.path('file (deleted)'));
  });

  it('pins no file whose name is gone, though the file has another', async () => {
    await using tree = await openTree({ file: '', 'file (deleted)': '' });
    const fd = openSync(tree.path('file'), 'r');
    try {
      linkSync(tree.path('file'), tree.path('other'));
      unlinkSync(tree.path('file'));
      expect(() => pin(`/proc/self/fd/${fd}`)).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    } finally {
      closeSync(fd);
    }
  });
});

describe('chdirPlatform', () => {
  it('steps back from the directory that it entered, whatever happens there', async () => {
    await using tree = await openTree({ dir: null });
    const before = process.cwd();
    const root = chdirPlatform.pinRoot(tree.root);
    chdirPlatform.within(root, () => expect(process.cwd()).toBe(root.realPath));
    expect(() => chdirPlatform.within(root, () => expect.fail('within'))).toThrow('within');
    expect(process.cwd()).toBe(before);
  });
});
