import { chmodSync, existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import type { Log } from '@dragoman/fs-core';
import { expectsSandbox, openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import {
  createSession,
  execCommand,
  type RunCommandRequest,
  runCommand,
  type Session,
  taskOutput,
  watchCommand,
} from '../src/index.ts';

interface Sandbox extends AsyncDisposable {
  readonly session: Session;
  readonly tree: TemporaryTree;
  /** Traces of a command: paths below `work`, new ones and those whose bits were cleared. */
  traces(
    command: string,
    rest?: Partial<RunCommandRequest>,
  ): Promise<readonly [planted: string[], cleared: string[]] | null>;
  mode(name: string): string;
}

async function openSandbox(files: Parameters<typeof openTree>[0], log?: Log): Promise<Sandbox> {
  const tree = await openTree({ work: null, ...files }, '/var/tmp');
  const shell = { mode: 'sandboxed', timeoutMs: 60_000, environment: { PATH: process.env.PATH } } as const;
  const session = createSession({ workdir: tree.path('work'), shell, ...(log && { log }) });
  const below = (paths: readonly string[]) => paths.map((path) => path.slice(tree.path('work').length + 1)).sort();
  return {
    session,
    tree,
    async traces(command, rest) {
      const outcome = await runCommand(session, { command, ...rest }, {});
      if (outcome.kind !== 'command') throw new TypeError('It does not run in the foreground');
      const { traces } = outcome;
      return traces === undefined ? null : [below(traces.planted), below(traces.cleared)];
    },
    mode: (name) => (statSync(tree.path('work', name)).mode & 0o7777).toString(8),
    async [Symbol.asyncDispose]() {
      await session.close();
      await tree[Symbol.asyncDispose]();
    },
  };
}

describe.runIf(expectsSandbox())('the outcome of a sandboxed command', () => {
  it('names the repositories that it left', async () => {
    await using sandbox = await openSandbox({ 'work/.git/config': '', 'work/old/.git/HEAD': '', 'work/r/refs/x': '' });
    const { traces } = sandbox;
    expect(await traces('echo > plain; mkdir -p a/objects a/refs; echo > old/f')).toBeNull();
    expect(await traces('mkdir -p b/.git c/d; echo "gitdir: /x" > c/d/.git; ln -s .. c/.git')).toEqual([
      ['b/.git', 'c/.git', 'c/d/.git'],
      [],
    ]);
    expect(await traces('echo > a/HEAD; mkdir r/objects; touch r/HEAD; mkdir w; touch w/HEAD w/commondir')).toEqual([
      ['a', 'r', 'w'],
      [],
    ]);
    expect(
      await traces('mkdir -p x.git/hooks; echo > x.git/config; mkdir -p .hg && echo > .hg/hgrc; mkdir .ssh'),
    ).toEqual([['.hg/hgrc', '.ssh', 'x.git/config', 'x.git/hooks'], []]);
    expect(await traces('git init -q g; git init -q --bare h; git init -q --separate-git-dir=i j; true')).toEqual([
      ['g/.git', 'h', 'i', 'j/.git'],
      [],
    ]);
    expect(await traces('rm -rf g; true')).toBeNull();
  });

  it('says whose set-user-id and set-group-id bits were cleared', async () => {
    await using sandbox = await openSandbox({ 'work/before': '', 'work/deep/er/f': '', 'work/shared': null, out: '' });
    const { tree, traces, mode } = sandbox;
    chmodSync(tree.path('work/before'), 0o4755);
    chmodSync(tree.path('work/shared'), 0o2775);
    chmodSync(tree.path('out'), 0o4755);
    await expect.poll(() => Date.now() - statSync(tree.path('out')).ctimeMs).toBeGreaterThan(100);
    expect(await traces('true')).toBeNull();
    expect(
      await traces('chmod 6711 deep/er/f; cp /bin/true u; chmod u+s u; install -m 2755 u "g\nh"; touch shared/x'),
    ).toEqual([[], ['deep/er/f', 'g\nh', 'u']]);
    expect(['deep/er/f', 'u', 'g\nh', 'before', 'shared'].map(mode)).toEqual(['711', '755', '755', '4755', '2775']);
    expect(await traces('ln u linked; ln -s ../out out; chmod 4555 linked; umask 0; chmod 6000 deep/er/f')).toEqual([
      [],
      expect.arrayContaining(['deep/er/f', 'linked']),
    ]);
    expect(['linked', 'deep/er/f'].map(mode)).toEqual(['555', '0']);
    expect(statSync(tree.path('out')).mode & 0o7777).toBe(0o4755);
  });

  it('names no more than ten of each, and says how many more', async () => {
    await using sandbox = await openSandbox({});
    const command = 'for i in $(seq 25); do mkdir -p $i/.git; touch f$i; chmod u+s f$i; done';
    const outcome = await runCommand(sandbox.session, { command }, {});
    if (outcome.kind !== 'command') throw new TypeError('It does not run in the foreground');
    const { planted, cleared, more } = outcome.traces ?? {};
    expect([planted?.length, cleared?.length, more]).toEqual([10, 10, 30]);
    expect(sandbox.mode('f25')).toBe('644');
  });

  it('is told of a command that failed, or that was ended', async () => {
    await using sandbox = await openSandbox({});
    const { traces, session, mode } = sandbox;
    expect(await traces('mkdir -p a/.git; exit 3')).toEqual([['a/.git'], []]);
    expect(await traces('mkdir -p b/.git; kill -9 $$')).toEqual([['b/.git'], []]);
    const late = { command: 'mkdir -p c/.git; touch u; chmod u+s u; exec sleep 60', timeoutMs: 1000 };
    await expect(runCommand(session, late, {})).rejects.toMatchObject({
      code: 'TIMEOUT',
      details: { traces: { planted: [sandbox.tree.path('work/c/.git')], cleared: [sandbox.tree.path('work/u')] } },
    });
    expect(mode('u')).toBe('644');
  });

  it('is told of background commands, of those that are watched, and of what others leave meanwhile', async () => {
    await using sandbox = await openSandbox({});
    const { session, tree, traces, mode } = sandbox;
    const task = await runCommand(session, { command: 'mkdir -p a/.git', background: true }, {});
    if (task.kind !== 'task') throw new TypeError('It does not run in the background');
    const planted = { traces: { planted: [tree.path('work/a/.git')], cleared: [] } };
    await expect.poll(() => taskOutput(session, { taskId: task.taskId })).toMatchObject(planted);
    const watched = await execCommand(session, { command: 'mkdir -p b/.git', directory: '', waitMs: 0 }, {});
    const end =
      watched.kind === 'watched' && watched.sessionId !== null
        ? await watchCommand(session, { sessionId: watched.sessionId, input: '', waitMs: 30_000 }, {})
        : watched;
    expect(end).toMatchObject({ traces: { planted: [tree.path('work/b/.git')] } });
    const left =
      '(until [ -e go ]; do sleep 0.05; done; mkdir -p c/.git; touch u; chmod u+s u; touch done; sleep 60) &';
    expect(await traces(left)).toBeNull();
    writeFileSync(tree.path('work/go'), '');
    await expect.poll(() => existsSync(tree.path('work/done')), { timeout: 10_000 }).toBe(true);
    expect(await traces('true')).toEqual([['c/.git'], ['u']]);
    expect(mode('u')).toBe('644');
  });

  it('has the bits cleared that are set when the session ends', async () => {
    await using sandbox = await openSandbox({});
    const { session, traces, mode } = sandbox;
    await traces('touch u; (while :; do chmod u+s u; done) &');
    await session.close();
    expect(mode('u')).toBe('644');
  });

  it('is told of what processes left that ended between two commands', async () => {
    await using sandbox = await openSandbox({});
    const { session, tree, traces, mode } = sandbox;
    const waiting = (until: string) => `(until [ -e ${until} ]; do sleep 0.05; done; mkdir -p $0/.git; touch u-$0`;
    const leave = (name: string) => `sh -c '${waiting('go')}; chmod u+s u-$0) > /dev/null 2>&1 &' ${name}`;
    expect(await traces(leave('a'))).toBeNull();
    expect(await traces(`setsid ${leave('b')}`)).toBeNull();
    writeFileSync(tree.path('work/go'), '');
    // Also where no command comes after.
    await expect.poll(() => ['u-a', 'u-b'].map(mode), { timeout: 10_000 }).toEqual(['644', '644']);
    await expect.poll(() => session.shell?.isBusy(), { timeout: 10_000 }).toBe(false);
    expect(await traces('true')).toEqual([
      ['a/.git', 'b/.git'],
      ['u-a', 'u-b'],
    ]);
    expect(await traces('true')).toBeNull();
  });

  it('names what took the place of a repository, and looks for bits in new ones', async () => {
    await using sandbox = await openSandbox({ 'work/lib/.git/config': '', 'work/lib/.git/u': '' });
    const { traces, mode, tree } = sandbox;
    expect(await traces('true')).toBeNull();
    renameSync(tree.path('work/lib'), tree.path('work/lib2'));
    expect(await traces('mkdir -p lib/.git/hooks; cp /bin/true lib/.git/u; chmod 6755 lib/.git/u')).toEqual([
      ['lib/.git', 'lib2/.git'],
      ['lib/.git/u'],
    ]);
    expect(mode('lib/.git/u')).toBe('755');
    expect(await traces('true')).toBeNull();
  });

  it('is logged at the end of the session where no result could name it', async () => {
    const logged: unknown[] = [];
    await using sandbox = await openSandbox({}, (...line) => logged.push(line));
    const { session, tree, traces, mode } = sandbox;
    await traces('(until [ -e go ]; do sleep 0.05; done; mkdir -p c/.git; touch u; chmod u+s u; touch done) &');
    writeFileSync(tree.path('work/go'), '');
    await expect.poll(() => existsSync(tree.path('work/done')), { timeout: 10_000 }).toBe(true);
    await session.close();
    expect(mode('u')).toBe('644');
    const found = { planted: [tree.path('work/c/.git')], cleared: [tree.path('work/u')], more: 0 };
    expect(logged).toEqual([['warn', 'Sandboxed commands have left something that no result named', found]]);
  });

  it('says nothing of what the user made in a tree before it was one of the session', async () => {
    await using sandbox = await openSandbox({ 'two/u': '', 'two/.git/HEAD': '' });
    const { session, tree, traces, mode } = sandbox;
    expect(await traces('true')).toBeNull();
    chmodSync(tree.path('two/u'), 0o4755);
    await expect.poll(() => Date.now() - statSync(tree.path('two/u')).ctimeMs).toBeGreaterThan(100);
    await session.moveTo({ workdir: tree.path('work'), allow: [tree.path('work'), tree.path('two')] });
    expect(await traces('true')).toBeNull();
    expect(mode('../two/u')).toBe('4755');
    expect((await traces(`touch ${tree.path('two')}/v; chmod u+s ${tree.path('two')}/v`))?.[1]).toHaveLength(1);
    expect(['../two/u', '../two/v'].map(mode)).toEqual(['4755', '644']);
  });

  it('says nothing of what the user made before the first command', async () => {
    await using sandbox = await openSandbox({ 'work/f': '' });
    const { session, tree, traces, mode } = sandbox;
    await session.prepare();
    mkdirSync(tree.path('work/mine/.git'), { recursive: true });
    chmodSync(tree.path('work/f'), 0o4755);
    await expect.poll(() => Date.now() - statSync(tree.path('work/f')).ctimeMs).toBeGreaterThan(100);
    expect(await traces('true')).toBeNull();
    expect(mode('f')).toBe('4755');
  });
});
