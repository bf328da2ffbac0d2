import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import {
  type Connection,
  connect,
  expectsSandbox,
  openTree,
  outcomeOf,
  start,
  stranger,
  type TemporaryTree,
  textOf,
} from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const user = stranger();

const PROBES = ['/usr/dragoman-probe', '/var/tmp/dragoman-probe'];

describe.runIf(expectsSandbox())('the sandbox of the server', () => {
  let tree: TemporaryTree;
  let server: Connection;
  let connections = 0;
  const listener = createServer((socket) => {
    connections += 1;
    socket.end('reached\n');
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    // Not where the sandbox has a directory of its own: what lies beside the tree is there to be attacked.
    tree = await openTree(
      {
        'work/file.txt': 'ours\n',
        'work/.git/config': '[core]\n',
        'work/deep/secret.txt': 'denied\n',
        'work/private/key': 'denied\n',
        'outside.txt': 'theirs\n',
        'home/.ssh/id_ed25519': 'denied\n',
      },
      '/var/tmp',
    );
    // Names that are not UTF-8 are names like any other.
    const odd = Buffer.from(`${tree.path('work')}/caf\xe9`, 'latin1');
    mkdirSync(odd);
    writeFileSync(Buffer.concat([odd, Buffer.from('/secret.txt')]), 'denied\n');
    writeFileSync(Buffer.concat([odd, Buffer.from('/plain.txt')]), 'ours\n');
    server = await connect({
      args: ['--dialect', 'editor', '--workdir', tree.path('work'), '--shell', 'sandboxed'].concat([
        '--deny',
        '**/secret.txt',
        '--deny',
        '**/private/**',
      ]),
      env: { HOME: tree.path('home'), SERVER_TOKEN: 'denied' },
    });
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await tree[Symbol.asyncDispose]();
    listener.close();
  });

  const run = async (command: string) => {
    const result = await server.call('bash', { command });
    return { text: textOf(result), exitCode: outcomeOf(result).exitCode };
  };

  it('lets a command work in the tree, where the file tools see what it did', async () => {
    expect(await run('cat file.txt && echo new > made.txt && mkdir -p sub && mv made.txt sub && ls sub')).toEqual({
      text: 'ours\nmade.txt\nexit_code: 0',
      exitCode: 0,
    });
    expect(textOf(await server.call('view', { path: 'sub/made.txt' }))).toBe('     1\tnew');
    await server.call('create_file', { path: 'by-tool.txt', content: 'by tool\n' });
    expect(await run('cd sub && cat ../by-tool.txt')).toMatchObject({ text: 'by tool\nexit_code: 0' });
    expect(await run('basename "$PWD"; cd ..')).toMatchObject({ text: 'sub\nexit_code: 0' });
  });

  it.each<[string, string | (() => string)]>([
    ['write beside the tree', 'echo x >> ../outside.txt'],
    ['write to the system', 'echo x > /usr/dragoman-probe'],
    ['write where everybody may', 'echo x > /var/tmp/dragoman-probe'],
    ['write through a link', 'ln -s ../outside.txt link && echo x >> link'],
    ['write through a hard link', 'ln ../outside.txt hard && echo x >> hard'],
    ['write through a directory that it holds open', '(cd .. && exec 8<. && echo x >> /proc/self/fd/8/outside.txt)'],
    ['write through the root of another process', () => `echo x >> /proc/1/root${tree.path('outside.txt')}`],
    ['make the system writable', `mount -o remount,rw,bind / && echo x > /usr/dragoman-probe`],
    [
      'be root of namespaces of its own',
      `unshare -Urm sh -c 'mount -o remount,rw,bind / && echo x > /usr/dragoman-probe'`,
    ],
    ['build a sandbox in the sandbox', 'bwrap --bind / / --dev /dev sh -c "echo x > /usr/dragoman-probe"'],
    ['leave a hook to be run', 'mkdir -p .git/hooks && echo x > .git/hooks/pre-commit'],
    ['exchange the repository', 'mv .git old && mkdir .git'],
    ['read a denied file', 'cat deep/secret.txt | grep .'],
    ['read a denied file where a name is not UTF-8', 'grep ours caf*/plain.txt && grep . caf*/secret.txt'],
    ['read a denied directory', 'cat private/key'],
    ['read a denied file by another name', 'cp deep/secret.txt copy && grep . copy'],
    ['move a denied file', 'mv deep/secret.txt moved && grep . moved'],
    ['move what a denied file lies in', 'mv deep moved && grep . moved/secret.txt'],
    ['read a key', () => `grep . ${tree.path('home/.ssh/id_ed25519')}`],
    [
      'read what is denied through the root of another process',
      () => `grep . /proc/1/root${tree.path('home/.ssh/id_ed25519')}`,
    ],
    ['uncover what is denied', 'umount deep/secret.txt; umount private; grep . deep/secret.txt private/key'],
    ['reach a server on this machine', () => `exec 9<>/dev/tcp/127.0.0.1/${portOf(listener)} && cat <&9`],
    ['find out a name', 'getent hosts example.com'],
    [
      'see the server',
      () => `test -e /proc/${server.process.pid} && grep -z TOKEN /proc/${server.process.pid}/environ`,
    ],
    ['signal the server', () => `kill -s CONT ${server.process.pid}`],
    ['signal all it can', 'kill -s KILL -1; kill -s 0 -- 1 && false'],
    ['see a secret of the environment', 'env | grep TOKEN'],
    ['change the kernel', 'echo x > /proc/sys/kernel/core_pattern'],
    ['make a device', 'mknod device b 8 0'],
    ['run as somebody else', 'chown 1:1 file.txt || su -c true'],
  ])('lets no command %s', async (_, command) => {
    const { text, exitCode } = await run(typeof command === 'string' ? command : command());
    expect(exitCode).not.toBe(0);
    expect(text).not.toMatch(/^(?:denied|reached)/m);
    expect(readFileSync(tree.path('outside.txt'), 'utf8')).toBe('theirs\n');
    expect(PROBES.filter((path) => existsSync(path))).toEqual([]);
    expect(existsSync(tree.path('work/.git/hooks'))).toBe(false);
    expect(readFileSync(tree.path('work/.git/config'), 'utf8')).toBe('[core]\n');
    expect(connections).toBe(0);
    expect(textOf(await server.call('view', { path: 'file.txt' }))).toBe('     1\tours');
  });

  it('hides what came to be denied since the server started', async () => {
    await run('mkdir -p late && echo denied > late/secret.txt');
    expect((await run('grep . late/secret.txt')).exitCode).not.toBe(0);
  });

  it('has a /tmp of its own', async () => {
    expect(await run('ls -A /tmp | wc -l; echo x > /tmp/probe && cat /tmp/probe')).toMatchObject({
      text: '0\nx\nexit_code: 0',
    });
    expect(existsSync('/tmp/probe')).toBe(false);
  });

  it('lets a command go where it may not write, and the session not stay there', async () => {
    const work = tree.path('work');
    expect(await run('cd /var/tmp && pwd')).toEqual({
      text: `/var/tmp\n[The working directory is still ${work}: /var/tmp is outside the allowed directories]\nexit_code: 0`,
      exitCode: 0,
    });
    expect(await run('pwd')).toMatchObject({ text: `${work}\nexit_code: 0` });
  });
});

describe.runIf(expectsSandbox() && user !== null)('directories that a command closed to its user', () => {
  it('show nothing that is denied, and keep no bits, once they are open again', async () => {
    await using tree = await openTree(
      { 'work/conf/prod.json': 'denied\n', 'work/app/.env': 'denied\n', home: null },
      '/var/tmp',
    );
    spawnSync('chown', ['-R', String(user?.uid), tree.root]);
    await using server = await connect({
      args: ['--dialect', 'editor', '--workdir', tree.path('work'), '--shell', 'sandboxed', '--no-fsync'].concat([
        '--deny',
        'conf/prod.json',
        '--deny',
        '**/.env',
      ]),
      env: { HOME: tree.path('home') },
      ...user,
    });
    const run = async (command: string) => textOf(await server.call('bash', { command }));
    const said: string[] = [];
    for (const mode of ['000', '300', '400', '100']) {
      said.push(await run(`chmod ${mode} conf app; true`));
      expect(await run('chmod 700 conf app; cat conf/prod.json app/.env; true')).not.toMatch(/^denied/m);
      for (const name of ['conf', 'app']) chmodSync(tree.path('work', name), 0o700);
    }
    said.push(await run('mkdir d; cp /bin/true d/su; chmod u+s d/su; chmod 000 d'));
    // Once a session.
    expect(said.filter((text) => text.includes('could not be searched whole'))).toHaveLength(1);
    await run('true');
    chmodSync(tree.path('work/d'), 0o755);
    expect(await run('true')).toContain(`bits were cleared: ${tree.path('work/d/su')}`);
    expect(statSync(tree.path('work/d/su')).mode & 0o7000).toBe(0);
  });
});

describe.runIf(expectsSandbox())('programs that a command could have put on the search path', () => {
  it('do not run outside the sandbox', async () => {
    await using tree = await openTree({ 'work/bin': null, 'work/lib': null }, '/var/tmp');
    const trace = tree.path('trace');
    for (const program of ['bwrap', 'bash', 'sh', 'grep', 'sed', 'sort', 'tr', 'sleep', 'ps']) {
      const script = `#!/bin/sh\necho ${program} >> ${trace}\nexec /usr/bin/${program} "$@"\n`;
      writeFileSync(tree.path('work/bin', program), script, { mode: 0o755 });
    }
    const search = [tree.path('work/bin'), 'bin', '', process.env.PATH].join(':');
    await using server = await connect({
      args: ['--dialect', 'editor', '--shell', 'sandboxed'],
      cwd: tree.path('work'),
      env: { PATH: search, LD_LIBRARY_PATH: tree.path('work/lib') },
    });
    const result = await server.call('bash', { command: '/bin/echo "$PATH $LD_LIBRARY_PATH"; /bin/sleep 60 & exit 3' });
    // All that it could reach for has run by now: the sandbox, its probe, and the search for what was left running.
    expect(outcomeOf(result).exitCode).toBe(3);
    expect(existsSync(trace)).toBe(false);
  });
});

describe('a server that cannot confine commands', () => {
  it.each(['editor', 'claude-code', 'gemini'])('does not start in dialect %s, and says why', async (dialect) => {
    await using tree = await openTree({ work: null, bin: null });
    for (const program of ['bash', 'sh']) symlinkSync(`/bin/${program}`, tree.path('bin', program));
    await using server = start({
      args: ['--dialect', dialect, '--shell', 'sandboxed'],
      cwd: tree.path('work'),
      env: { PATH: tree.path('bin') },
    });
    server.process.stdin.end();
    expect(await server.ended).toMatchObject({ code: 2 });
    expect(server.log).toMatch(/^[^\n]*cannot be confined here: [^\n]+\n$/);
  });
});

function portOf(listener: ReturnType<typeof createServer>): number {
  const address = listener.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
