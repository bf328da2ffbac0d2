import { errorOf, livingProcesses, textOf } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { useWindows } from './windows.ts';

const windows = useWindows();

const BASH = 'C:\\Program Files\\Git\\bin\\bash.exe';

it('runs commands in the bash of Git for Windows, and goes where they went', async () => {
  using folder = windows().folder({ 'src/b.ts': 'const b = 1;\n' });
  const env = { GITHUB_TOKEN: 'x' };
  await using server = await windows().serve({
    cwd: folder.root,
    env,
    args: ['--dialect', 'editor', '--shell', 'unrestricted'],
  });
  const text = textOf(await server.call('bash', { command: 'cd src' }));
  expect(text).toContain(BASH);
  expect(text).toContain('no secret');
  expect(text).toContain('exit_code: 7');
  expect(textOf(await server.call('view', { path: 'b.ts' }))).toBe('     1\tconst b = 1;');
});

it('ends a command at its limit, and every one of its session', async () => {
  using folder = windows().folder();
  const args = ['--dialect', 'claude-code', '--shell', 'unrestricted'];
  await using server = await windows().serve({ cwd: folder.root, args });
  const late = await server.call('Bash', { command: 'sleep 60', timeout: 500 });
  expect(errorOf(late)).toMatchObject({ code: 'TIMEOUT' });
  // Wine's processes are processes of the system around it.
  const mark = `sleep ${process.pid}60`;
  await server.call('Bash', { command: mark, run_in_background: true });
  expect(livingProcesses(mark)).toHaveLength(1);
  await server.client.close();
  await expect.poll(() => livingProcesses(mark), { timeout: 30_000 }).toEqual([]);
});

it('refuses to start where commands cannot be confined as it was asked', async () => {
  const { code, stderr } = await windows().dragoman({ args: ['mcp', '--shell', 'sandboxed'] });
  expect([code, stderr.trimEnd().split('\n').at(-1)]).toEqual([2, expect.stringContaining('not on win32')]);
});
