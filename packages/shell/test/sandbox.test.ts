import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { expectsSandbox, livingProcesses, openTree, type TemporaryTree } from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShell, type Shell } from '../src/index.ts';

describe.runIf(expectsSandbox())('a sandboxed command', () => {
  const mark = randomUUID();
  let tree: TemporaryTree;
  let shell: Shell;

  beforeAll(async () => {
    tree = await openTree({
      'work/file.txt': 'ours\n',
      'work/.git/config': '[core]\n',
      'work/.env': 'PASSWORD=x\n',
      'work/keys/id': 'key\n',
      'outside.txt': 'theirs\n',
    });
    shell = await openShell({
      environment: { PATH: process.env.PATH, MARK: mark },
      sandbox: () => ({
        writable: [tree.path('work')],
        readOnly: [tree.path('work/.git')],
        hiddenFiles: [tree.path('work/.env')],
        hiddenDirectories: [tree.path('work/keys')],
      }),
    });
  });

  afterAll(async () => {
    await shell.close();
    expect(livingProcesses(mark)).toEqual([]);
    await tree[Symbol.asyncDispose]();
  });

  const run = (command: string) => shell.run(command, { directory: tree.path('work') });

  it('writes inside, moves, and tells how it ended', async () => {
    expect(await run('mkdir -p sub && cd sub && echo new > ../made.txt; exit 3')).toMatchObject({
      exitCode: 3,
      signal: null,
      directory: tree.path('work/sub'),
    });
    expect(readFileSync(tree.path('work/made.txt'), 'utf8')).toBe('new\n');
    expect(await run('kill -9 $$')).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  });

  it.each([
    ['writes to the system', 'echo x > /usr/dragoman-probe'],
    ['writes beside its tree', 'mkdir -p ../other && echo x > /var/dragoman-probe'],
    ['writes over a link to the outside', 'ln -sf /etc/hostname link && echo x > link'],
    ['writes under .git', 'echo x > .git/config'],
    ['makes a hook', 'mkdir .git/hooks'],
    ['moves .git away', 'mv .git moved'],
    ['reads a hidden file', 'cat .env'],
    ['reads a hidden directory', 'cat keys/id'],
    ['moves a hidden file to read it', 'mv .env shown && cat shown'],
    ['unmounts what hides', 'umount .env && cat .env'],
    ['makes the system writable', 'mount -o remount,rw,bind / && touch /usr/dragoman-probe'],
    [
      'does so in namespaces of its own',
      'unshare -Urm sh -c "mount -o remount,rw,bind / && touch /usr/dragoman-probe"',
    ],
    ['changes the kernel', 'echo x > /proc/sys/kernel/core_pattern'],
    ['signals the server', () => `kill -0 ${process.pid}`],
    ['sees the server', () => `grep -q . /proc/${process.pid}/environ`],
    ['makes a device', 'mknod device b 8 0'],
    ['reaches the network', 'exec 9<>/dev/tcp/127.0.0.1/9'],
    ['finds an interface', 'grep -v -e "|" -e lo: /proc/net/dev'],
    ['sees the files of others in /tmp', () => `cat ${tree.path('outside.txt')}`],
  ])('fails where it %s', async (_, command) => {
    const { exitCode, stdout } = await run(typeof command === 'string' ? command : command());
    expect(exitCode).not.toBe(0);
    expect(stdout.text).not.toMatch(/PASSWORD|key|theirs/);
    expect(['/usr/dragoman-probe', '/var/dragoman-probe'].filter((path) => existsSync(path))).toEqual([]);
  });

  it('ends with all it started, by force where it must', { timeout: 20_000 }, async () => {
    const stubborn = 'setsid bash -c "trap true TERM; sleep 1000; sleep 1000" & ';
    expect(await shell.run(`${stubborn} sleep 1000`, { directory: tree.path('work'), timeoutMs: 300 })).toMatchObject({
      ending: 'timeout',
    });
    expect(livingProcesses(mark)).toEqual([]);
  });

  it('leaves what it starts in the background running, until the session ends', async () => {
    const { backgroundPids } = await run('sleep 1000 &');
    expect(backgroundPids.length).toBeGreaterThan(0);
  });
});

describe('openShell', () => {
  it('refuses where commands cannot be confined', async () => {
    const sandbox = () => ({ writable: ['/no/such/tree'], readOnly: [], hiddenFiles: [], hiddenDirectories: [] });
    await expect(openShell({ environment: { PATH: process.env.PATH }, sandbox })).rejects.toMatchObject({
      code: 'COMMAND_REJECTED',
    });
  });
});
