import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CommandTraces } from '@dragoman/fs-core/internal/kernel';
import { createProgram, expectsSandbox, livingProcesses, openTree, type TemporaryTree } from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShell, type Shell } from '../src/internal/shell.ts';

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
      sandbox: async () => ({
        writable: [tree.path('work')],
        readOnly: [tree.path('work/.git')],
        fixed: [],
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

describe.runIf(expectsSandbox())('a sandbox in which a link took the place of a directory', () => {
  it('runs no command', async () => {
    await using tree = await openTree({ work: null, 'outside/file': 'theirs\n' }, '/var/tmp');
    let fixed: readonly string[] = [];
    await using shell = await openShell({
      environment: { PATH: process.env.PATH },
      sandbox: async () => ({
        writable: [tree.path('work')],
        readOnly: [],
        fixed,
        hiddenFiles: [],
        hiddenDirectories: [],
      }),
    });
    const command = 'echo ours > ../outside/file; echo ours > link/file; touch ran';
    const run = () => shell.run(command, { directory: tree.path('work') });
    // As if another command had made it since the policy was.
    fixed = [tree.path('work/link')];
    symlinkSync('../outside', tree.path('work/link'));
    await expect(run()).rejects.toMatchObject({ code: 'IO_ERROR', details: { problem: 'command-start' } });
    rmSync(tree.path('work/link'));
    // Where bubblewrap works there is no such path, so that it fails by itself.
    symlinkSync(tree.path('outside'), tree.path('work/link'));
    expect(await run()).toMatchObject({ exitCode: 1 });
    expect(readFileSync(tree.path('outside/file'), 'utf8')).toBe('theirs\n');
    expect(existsSync(tree.path('work/ran'))).toBe(false);
  });

  it('does not start if its call is cancelled while it is found out what it may touch', async () => {
    await using tree = await openTree({ work: null }, '/var/tmp');
    const calling = new AbortController();
    const policy = { writable: [tree.path('work')], readOnly: [], fixed: [], hiddenFiles: [], hiddenDirectories: [] };
    await using shell = await openShell({
      environment: { PATH: process.env.PATH },
      sandbox: async (use) => {
        if (use === 'command') calling.abort();
        return policy;
      },
    });
    const run = shell.run('echo > ran', { directory: tree.path('work'), signal: calling.signal });
    await expect(run).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(existsSync(tree.path('work/ran'))).toBe(false);
  });

  it('is set up again if something went away meanwhile', async () => {
    await using tree = await openTree({ work: null }, '/var/tmp');
    const gone = [tree.path('gone'), tree.path('gone2')];
    await using shell = await openShell({
      environment: { PATH: process.env.PATH },
      sandbox: async () => {
        const hiddenFiles = gone.splice(0, 1).filter(() => gone.length === 0);
        return { writable: [tree.path('work')], readOnly: [], fixed: [], hiddenFiles, hiddenDirectories: [] };
      },
    });
    expect(await shell.run('echo works', { directory: tree.path('work') })).toMatchObject({
      stdout: { text: 'works\n' },
    });
  });
});

describe.runIf(expectsSandbox())('the time limit of a sandboxed command', () => {
  const traces: CommandTraces = { planted: ['/tree/.git'], cleared: [], more: 0 };
  const openSearching = () =>
    openShell({
      environment: { PATH: process.env.PATH },
      sandbox: async () => ({ writable: [], readOnly: [], fixed: [], hiddenFiles: [], hiddenDirectories: [] }),
      traces: { look: () => delay(3000), take: () => traces },
    });

  it('does not concern the search for what it left', async () => {
    await using shell = await openSearching();
    const ended = { ending: 'exit', exitCode: 0, traces };
    expect(await shell.run('true', { directory: '/', timeoutMs: 2000 })).toMatchObject(ended);
    const { id } = await shell.start('true', { directory: '/', timeoutMs: 2000 });
    await expect.poll(() => shell.task(id).end, { timeout: 10_000 }).toMatchObject(ended);
  });
});

describe.runIf(expectsSandbox())('a sandbox whose server dies before it is judged', () => {
  it('runs no command', async () => {
    await using tree = await openTree({ work: null }, '/var/tmp');
    using program = createProgram([join(import.meta.dirname, '../src/internal/shell.ts')], DYING);
    // On a busy machine it may see its sandbox only when that is judged; a sandbox that waits for nothing is always so.
    let end: unknown[] = [];
    for (let attempt = 0; attempt < 10 && end[1] !== 'SIGKILL'; attempt += 1) {
      rmSync(tree.path('work/ran'), { force: true });
      end = await once(program.start([tree.path('work')]), 'exit');
    }
    expect(end).toEqual([null, 'SIGKILL']);
    await expect.poll(() => livingProcesses(tree.path('work'))).toEqual([]);
    expect(existsSync(tree.path('work/ran'))).toBe(false);
  });
});

// Dies when a sandbox has had time to be set up, before it can be judged.
const DYING = `
import { existsSync, readFileSync } from 'node:fs';
import { openShell } from './shell.js';
const [tree] = process.argv.slice(2);
const policy = { writable: [tree], readOnly: [], fixed: [], hiddenFiles: [], hiddenDirectories: [] };
const shell = await openShell({ environment: { PATH: process.env.PATH, MARK: tree }, sandbox: async () => policy });
const dieBesideIt = () => {
  const children = readFileSync('/proc/self/task/' + process.pid + '/children', 'latin1').match(/\\d+/g) ?? [];
  if (!children.some((pid) => readFileSync('/proc/' + pid + '/comm', 'latin1') === 'bwrap\\n'))
    return setImmediate(dieBesideIt);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  if (existsSync(tree + '/ran')) process.exit(1);
  process.kill(process.pid, 'SIGKILL');
};
dieBesideIt();
await shell.run('touch ran', { directory: tree });
`;

describe('openShell', () => {
  it('refuses where commands cannot be confined', async () => {
    const sandbox = async () => ({
      writable: ['/no/such/tree'],
      readOnly: [],
      fixed: [],
      hiddenFiles: [],
      hiddenDirectories: [],
    });
    await expect(openShell({ environment: { PATH: process.env.PATH }, sandbox })).rejects.toMatchObject({
      code: 'COMMAND_REJECTED',
    });
  });
});
