import { chmodSync } from 'node:fs';
import { openTree, serve, stranger } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const user = stranger();

// Apart from other searches, since only a process of its own can be another user's.
describe.skipIf(user === null)('a search by a user who may not read all', () => {
  it('counts what may not be read', async () => {
    await using tree = await openTree({
      'a.txt': 'needle',
      'b.txt': 'needle',
      'dir/c.txt': 'needle',
      '.env': 'needle',
    });
    chmodSync(tree.root, 0o755);
    for (const name of ['b.txt', 'dir', '.env']) chmodSync(tree.path(name), 0);
    await using server = await serve('editor', tree, { args: ['--deny', '.env'], ...user });
    for (const [tool, pattern, unreadable] of [
      ['glob', '**/*.txt', 1],
      ['grep', 'needle', 2],
    ] as const) {
      const result = await server.call(tool, { pattern });
      expect(result.text.split('\n').sort()).toEqual(tool === 'glob' ? ['a.txt', 'b.txt'] : ['a.txt']);
      expect(result).toMatchObject({ outcome: { unreadable }, isError: false });
    }
  });

  it('counts the searched directory itself', async () => {
    await using tree = await openTree({ 'closed/a.txt': 'needle' });
    chmodSync(tree.root, 0o755);
    chmodSync(tree.path('closed'), 0o111);
    await using server = await serve('editor', tree, { ...user });
    expect(await server.call('grep', { pattern: 'needle', path: 'closed' })).toMatchObject({
      content: [{ text: 'No matches found' }],
      outcome: { unreadable: 1 },
    });
  });
});
