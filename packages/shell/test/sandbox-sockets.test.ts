import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { expectsSandbox, openTree, type TemporaryTree } from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShell, type Shell } from '../src/internal/shell.ts';

// Prints "reached" if somebody answers at the path.
const CLIENT = `require('net').connect(process.argv[1]).on('error', (e) => console.log(e.code)).on('data', (d) => console.log(String(d)))`;

describe.runIf(expectsSandbox())('the sockets of other programs', () => {
  const listeners: Server[] = [];
  let tree: TemporaryTree;
  let shell: Shell;

  async function listen(path: string): Promise<void> {
    const listener = createServer((socket) => socket.end('reached'));
    listeners.push(listener);
    await once(listener.listen(path), 'listening');
  }

  beforeAll(async () => {
    // Not where the sandbox has a directory of its own.
    tree = await openTree({ work: null, 'home/.ssh': null, 'a b': null, agents: null }, '/var/tmp');
    shell = await openShell({
      environment: { PATH: process.env.PATH, SSH_AUTH_SOCK: tree.path('agents/renamed') },
      sandbox: async () => ({
        writable: [tree.path('work')],
        readOnly: [],
        fixed: [],
        hiddenFiles: [],
        hiddenDirectories: [],
      }),
    });
  });

  afterAll(async () => {
    await shell.close();
    for (const listener of listeners) listener.close();
    await tree[Symbol.asyncDispose]();
  });

  const reach = async (path: string) => {
    const command = `'${process.execPath}' -e "${CLIENT}" '${path}'; echo $SSH_AUTH_SOCK`;
    return (await shell.run(command, { directory: tree.path('work') })).stdout.text;
  };

  it.each(['docker.sock', 'work/server.sock', 'a b/café\\040.sock'])('are not reached at %s', async (name) => {
    const path = tree.path(name);
    await listen(path);
    expect(await reach(path)).toMatch(/^E\w+\n\n$/);
  });

  it('are not reached where a variable named one', async () => {
    await listen(tree.path('agents/bound'));
    renameSync(tree.path('agents/bound'), tree.path('agents/renamed'));
    expect(await reach(tree.path('agents/renamed'))).toMatch(/^E\w+\n\n$/);
  });

  it('are reached if a sandboxed command made them in its tree', async () => {
    const server = `require('net').createServer((s) => s.end('reached')).listen('own.sock')`;
    await shell.start(`'${process.execPath}' -e "${server}"`, { directory: tree.path('work') });
    await expect.poll(() => reach(tree.path('work/own.sock')), { timeout: 20_000 }).toMatch(/^reached/);
  });
});
