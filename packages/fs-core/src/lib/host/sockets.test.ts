import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { createServer } from 'node:net';
import { openTree } from '@dragoman/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { reachableSockets } from './sockets.ts';

describe.runIf(process.platform === 'linux')('reachableSockets', () => {
  it('finds those that are bound, those in known places, and those it is told of', async () => {
    await using tree = await openTree({ '.ssh': null, file: '', link: { link: 'told' } });
    vi.stubEnv('HOME', tree.root);
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const name of ['bound', 'a', 'b', 'c']) {
      const server = createServer();
      onTestFinished(() => void server.close());
      await once(server.listen(tree.path(name)), 'listening');
    }
    // As ssh(1) does for connections that are shared.
    renameSync(tree.path('a'), tree.path('.ssh/shared'));
    renameSync(tree.path('b'), tree.path('told'));
    const found = reachableSockets([tree.path('link'), tree.path('file'), tree.path('nothing')]);
    const below = found.filter((path) => path.startsWith(tree.root)).sort();
    expect(below).toEqual(['.ssh/shared', 'bound', 'c', 'told'].map((name) => tree.path(name)));
  });
});
