import { randomUUID } from 'node:crypto';
import {
  type Connection,
  casesToTest,
  connect,
  errorOf,
  expectsSandbox,
  livingProcesses,
  openTree,
  outcomeOf,
  textOf,
} from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

// What ignores being asked is made to end after 5 seconds.
const PATIENCE = { timeout: 30_000 };

// The last one gives up its group, its environment, its streams and its parent, and has the mark as its name only.
const LEFT_RUNNING = [
  'sleep 1000 & nohup sleep 1000 >/dev/null 2>&1 & setsid sleep 1000 & (sleep 1000 | cat) &',
  '(setsid env -i bash -c "exec -a $MARK sleep 1000" </dev/null >/dev/null 2>&1 &); true',
].join('\n');

const modes = expectsSandbox() ? ['unrestricted', 'sandboxed'] : ['unrestricted'];

describe.runIf(process.platform === 'linux').each(modes)('processes of %s commands', (mode) => {
  const withServer = async (
    test: (server: Connection, left: () => number[]) => Promise<void>,
    wrapper: string[] = [],
  ): Promise<void> => {
    const mark = randomUUID();
    await using tree = await openTree();
    await using server = await connect({
      wrapper,
      args: ['--dialect', 'editor', '--workdir', tree.root, '--shell', mode],
      env: { MARK: mark },
    });
    await test(server, () => livingProcesses(mark).filter((pid) => pid !== server.process.pid));
  };

  const ends: readonly [string, (server: Connection) => unknown][] = [
    ['the client ends the input', (server) => server.process.stdin.end()],
    ['the server is asked to end', (server) => server.process.kill('SIGTERM')],
    ['the server is interrupted', (server) => server.process.kill('SIGINT')],
    ['the terminal of the server is gone', (server) => server.process.kill('SIGHUP')],
    ['the server is killed', (server) => server.process.kill('SIGKILL')],
  ];

  it.each(mode === 'sandboxed' ? ends : casesToTest(ends, 2))('are none once %s', PATIENCE, async (_, end) => {
    await withServer(async (server, left) => {
      await server.call('bash', { command: LEFT_RUNNING });
      const task = await server.call('bash', { command: 'echo up; sleep 1000', run_in_background: true });
      const { taskId } = outcomeOf(task);
      await expect
        .poll(async () => textOf(await server.call('task_output', { task_id: taskId })), PATIENCE)
        .toContain('up');
      void server.call('bash', { command: 'sleep 1000' }).catch(() => undefined);
      await expect.poll(() => left().length, PATIENCE).toBeGreaterThan(2);
      end(server);
      await server.ended;
      await expect.poll(left, PATIENCE).toEqual([]);
    });
  });

  it('are none where the server is itself limited', PATIENCE, async () => {
    const limited = ['sh', '-c', 'ulimit -m 1000000000; exec "$@"', 'sh'];
    await withServer(async (server, left) => {
      await server.call('bash', { command: LEFT_RUNNING });
      expect(left().length).toBeGreaterThan(4);
      server.process.stdin.end();
      await server.ended;
      expect(left()).toEqual([]);
    }, limited);
  });

  it('are none after a timeout', PATIENCE, async () => {
    await withServer(async (server, left) => {
      const result = await server.call('bash', { command: `${LEFT_RUNNING}; sleep 1000`, timeout: 500 });
      expect(errorOf(result)).toMatchObject({ code: 'TIMEOUT' });
      expect(left()).toEqual([]);
    });
  });

  it('are none after a cancellation', PATIENCE, async () => {
    await withServer(async (server, left) => {
      const controller = new AbortController();
      const call = server.client.callTool(
        { name: 'bash', arguments: { command: `${LEFT_RUNNING}; sleep 1000` } },
        undefined,
        { signal: controller.signal },
      );
      call.catch(() => undefined);
      await expect.poll(() => left().length, PATIENCE).toBeGreaterThan(4);
      controller.abort();
      await expect(call).rejects.toThrow();
      await expect.poll(left, PATIENCE).toEqual([]);
    });
  });
});
