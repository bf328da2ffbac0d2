import type { CommandOutcome } from '@dragoman/outcomes';
import { expectsSandbox, openDescriptors, openTree } from '@dragoman/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSession } from '../../create-session.ts';
import type { Session } from '../../session.ts';
import type { ShellSettings } from '../../session-shell.ts';
import { type RunCommandRequest, runCommand } from './run-command.ts';
import { runLogged } from './run-logged.ts';
import { taskOutput } from './task-output.ts';

interface CommandSession extends AsyncDisposable {
  readonly session: Session;
  path(...names: string[]): string;
  run(command: string, rest?: Partial<RunCommandRequest>): Promise<CommandOutcome>;
}

async function serve(mode: ShellSettings['mode'] | null = 'unrestricted', home?: string): Promise<CommandSession> {
  const tree = await openTree({ 'work/sub/f': '', outside: null }, home);
  const environment = { PATH: process.env.PATH };
  const shell = mode && { mode, timeoutMs: 60_000, environment };
  const session = createSession({ workdir: tree.path('work'), shell });
  return {
    session,
    path: tree.path,
    async run(command, rest) {
      const outcome = await runCommand(session, { command, ...rest }, {});
      if (outcome.kind !== 'command') throw new TypeError('It runs in the background');
      return outcome;
    },
    async [Symbol.asyncDispose]() {
      await session.close();
      await tree[Symbol.asyncDispose]();
    },
  };
}

describe('runCommand', () => {
  it('moves the session with the command, but not where the command was given a directory', async () => {
    await using server = await serve();
    expect(await server.run('cd sub')).toMatchObject({ cwd: server.path('work/sub'), refusedDirectory: null });
    expect(await server.run('pwd; cd /', { directory: '.' })).toMatchObject({
      stdout: { text: `${server.path('work')}\n` },
      cwd: server.path('work/sub'),
    });
    expect((await server.run('pwd', { directory: '' })).stdout.text).toBe(`${server.path('work')}\n`);
    expect((await server.run('pwd', { directory: 'sub' })).stdout.text).toBe(`${server.path('work/sub')}\n`);
  });

  it('refuses a directory outside as it refuses one that is missing, and one that is a file', async () => {
    await using server = await serve();
    for (const directory of ['../outside', 'nothing', 'sub/f']) {
      await expect(server.run('true', { directory })).rejects.toMatchObject({
        code: 'COMMAND_REJECTED',
        details: { directory, problem: 'directory' },
      });
    }
  });

  it('says that its directory is gone, and goes on where the session began', async () => {
    await using server = await serve();
    await server.run('mkdir lost && cd lost');
    await server.run('rmdir ../lost', { directory: 'lost' });
    await expect(server.run('pwd')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      details: { path: server.path('work/lost'), workdir: server.path('work') },
    });
    expect((await server.run('pwd')).stdout.text).toBe(`${server.path('work')}\n`);
  });

  it('ends a command whose caller has given up', async () => {
    await using server = await serve();
    const stop = new AbortController();
    const running = runCommand(server.session, { command: 'echo > started; sleep 60' }, { signal: stop.signal });
    await expect.poll(() => server.run('cat started').then(({ exitCode }) => exitCode)).toBe(0);
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('ends a background command at the limit that it was given', async () => {
    await using server = await serve();
    const request = { command: 'sleep 60', background: true, timeoutMs: 50 };
    const task = await runCommand(server.session, request, {});
    if (task.kind !== 'task') throw new TypeError('It does not run in the background');
    await expect
      .poll(() => taskOutput(server.session, { taskId: task.taskId }))
      .toMatchObject({ status: 'completed', exitCode: null, signal: 'SIGTERM' });
  });

  it.runIf(process.platform === 'linux')('leaves no file of long output open, of either size', async () => {
    await using server = await serve();
    for (const bytes of [100_000, 1_000_000]) {
      const command = `head -c ${bytes} /dev/zero | tr '\\0' x`;
      expect(await server.run(command)).toMatchObject({ wholeOutput: expect.any(String) });
      const task = await runCommand(server.session, { command, background: true }, {});
      if (task.kind !== 'task') throw new TypeError('It does not run in the background');
      await expect
        .poll(() => taskOutput(server.session, { taskId: task.taskId }))
        .toMatchObject({ status: 'completed', wholeOutput: expect.any(String) });
    }
    await expect.poll(() => openDescriptors().filter((target) => target.includes('dragoman-output-'))).toEqual([]);
  });

  it('shows both ends of long output where no file can be made for all of it', async () => {
    await using server = await serve();
    vi.stubEnv('TMPDIR', '/dev/null');
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const bytes of [100_000, 1_000_000]) {
      const command = `head -c ${bytes} /dev/zero | tr '\\0' x`;
      const { stdout, exitCode, wholeOutput } = await server.run(command);
      expect([stdout.totalCharacters, exitCode, wholeOutput]).toEqual([bytes, 0, undefined]);
      const logged = { command, timeoutMs: 20_000, background: false, backgroundMs: 20_000 };
      expect(await runLogged(server.session, logged, {})).toMatchObject({ exitCode: 0, saved: null });
    }
  });

  it('runs nothing where commands are off, and nothing that is empty', async () => {
    await using closed = await serve(null);
    await expect(closed.run('true')).rejects.toMatchObject({ code: 'COMMAND_REJECTED' });
    await using server = await serve();
    await expect(server.run(' \n')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it.runIf(expectsSandbox())('leaves a sandboxed session where it is when a command goes outside', async () => {
    // Below /tmp the sandbox has a directory of its own.
    await using server = await serve('sandboxed', '/var/tmp');
    await server.session.prepare();
    for (const directory of [server.path('outside'), '/usr']) {
      expect(await server.run(`cd ${directory}`)).toMatchObject({
        exitCode: 0,
        cwd: server.path('work'),
        refusedDirectory: directory,
      });
    }
    expect(await server.run('cd sub')).toMatchObject({ cwd: server.path('work/sub'), refusedDirectory: null });
  });

  it.runIf(expectsSandbox())(
    'ends sandboxed commands when their session gives up a tree they can write to',
    async () => {
      await using server = await serve('sandboxed', '/var/tmp');
      const { session, path } = server;
      const task = await runCommand(session, { command: 'sleep 60', background: true }, {});
      if (task.kind !== 'task') throw new TypeError('It runs in the foreground');
      const status = async () => await taskOutput(session, { taskId: task.taskId });
      await session.moveTo({ workdir: path('work'), allow: [path('work'), path('outside')] });
      expect(await status()).toMatchObject({ status: 'running' });
      expect(await server.run(`echo > ${path('outside', 'f')}`)).toMatchObject({ exitCode: 0 });
      await session.moveTo({ workdir: path('outside') });
      await expect(status()).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
      expect(await server.run(`echo > ${path('work', 'f')}`)).toMatchObject({ exitCode: 1 });
    },
  );
});
