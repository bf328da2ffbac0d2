import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openTree, peakMemory, type ServedDialect, serve, serveBuilt, type TemporaryTree } from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe.each([
  { dialect: 'editor', run: 'bash', ask: 'task_output' },
  { dialect: 'claude-code', run: 'Bash', ask: 'TaskOutput' },
] as const)('commands of $dialect', ({ dialect, run, ask }) => {
  let tree: TemporaryTree;
  let server: ServedDialect;

  beforeAll(async () => {
    tree = await openTree({ 'work/a/file.txt': 'here\n' });
    server = await serve(dialect, tree, {
      args: ['--workdir', tree.path('work'), '--shell', 'unrestricted', '--shell-env', 'NPM_TOKEN'],
      env: { GITHUB_TOKEN: 'secret', NPM_TOKEN: 'named', HARMLESS: 'yes' },
    });
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await tree[Symbol.asyncDispose]();
  });

  const call = async (name: string, args: Record<string, unknown>) => {
    const result = await server.call(name, args);
    return { text: result.text, isError: result.isError === true, code: result.error.code };
  };

  it.each([
    ['both streams and the exit code', 'echo out; echo err >&2; exit 3', 'out\nstderr:\nerr\nexit_code: 3'],
    ['success without a word', 'true', 'exit_code: 0'],
    ['a signal', 'kill -9 $$', 'exit_code: 137 (killed by SIGKILL)'],
    ['a command that there is not', 'no-such 2>/dev/null', 'exit_code: 127'],
    ['an input that is empty', 'wc -c', '0\nexit_code: 0'],
    ['text without colours', "printf '\\033[31mred\\033[0m'", 'red\nexit_code: 0'],
    ['bytes that are no text', "printf 'a\\377b'", 'a\ufffdb\nexit_code: 0'],
    ['variables, but no secret', 'echo "$HARMLESS$GITHUB_TOKEN"', 'yes\nexit_code: 0'],
    ['a secret that was named', 'echo "$NPM_TOKEN"', 'named\nexit_code: 0'],
  ])('show %s', async (_, command, text) => {
    expect(await call(run, { command })).toEqual({ text, isError: false, code: undefined });
  });

  it('keep both ends of a stream over 30,000 characters, cut at lines', async () => {
    const { text } = await call(run, { command: 'yes x | head -c 40000; yes é | head -n 20000 >&2' });
    const shown = (line: string) =>
      `${line.repeat(7500)}... [5001 lines, 10002 characters left out] ...\n${line.repeat(7499)}`;
    const [, saved = ''] = /^Note: all that it printed can be read in (.*)$/m.exec(text) ?? [];
    const note = `Note: all that it printed can be read in ${saved}\n`;
    expect(text).toBe(`${shown('x\n')}stderr:\n${shown('é\n')}${note}exit_code: 0`);
    const lines = readFileSync(saved, 'utf8').split('\n');
    expect(['x', 'é', ''].map((each) => lines.filter((line) => line === each).length)).toEqual([20_000, 20_000, 1]);
  });

  it('let the reading tool open all that a command printed, and nothing beside it', async () => {
    const middle = 'seq 20000; exit 3';
    const { text } = await call(run, { command: middle });
    const started = (await call(run, { command: middle, run_in_background: true })).text;
    const task = /task_id: (\S+)/.exec(started)?.[1];
    await expect.poll(async () => (await call(ask, { task_id: task })).text).toContain('exit_code: 3');
    for (const each of [text, (await call(ask, { task_id: task })).text]) {
      const [, path = ''] = /^Note: all that it printed can be read in (.*)$/m.exec(each) ?? [];
      expect(each).not.toContain('\n10000\n');
      const part =
        dialect === 'editor' ? { path, view_range: [9999, 10_001] } : { file_path: path, offset: 9999, limit: 3 };
      const shown = await call(dialect === 'editor' ? 'view' : 'Read', part);
      expect(shown).toMatchObject({ isError: false, text: expect.stringContaining('10000\n') });
      writeFileSync(join(dirname(path), 'beside'), 'secret');
      for (const other of [dirname(path), join(dirname(path), 'beside')]) {
        const refused = await call(dialect === 'editor' ? 'view' : 'Read', { path: other, file_path: other });
        expect(refused).toMatchObject({ isError: true, code: 'ACCESS_DENIED' });
      }
    }
  });

  it('show a line as it is once it is written over', async () => {
    const command = 'for i in $(seq 5000); do printf "\\r%s of 5000 ---------" $i; done; printf "\\r\\ndone\\r\\n"';
    expect((await call(run, { command })).text).toBe('5000 of 5000 ---------\ndone\nexit_code: 0');
  });

  it('keep the directory that a command leaves them in', async () => {
    await call(run, { command: 'cd a && false' });
    expect(await call(run, { command: 'basename "$PWD"' })).toMatchObject({ text: 'a\nexit_code: 0' });
    await call(run, { command: 'cd /', run_in_background: true });
    expect(await call(run, { command: 'basename "$PWD"; cd ..' })).toMatchObject({ text: 'a\nexit_code: 0' });
  });

  it.each([true, false])(
    'say that their directory is gone, and go on where the session began (background: %s)',
    async (run_in_background) => {
      await call(run, { command: 'mkdir -p lost; cd lost' });
      await call(run, { command: 'rmdir "$PWD"' });
      const { text, code } = await call(run, { command: 'pwd', run_in_background });
      const work = tree.path('work');
      expect(text).toBe(
        `Error: The working directory ${work}/lost is gone, so nothing was run. The next command runs in ${work}`,
      );
      expect(code).toBe('NOT_FOUND');
      expect(await call(run, { command: 'pwd' })).toMatchObject({ text: `${work}\nexit_code: 0` });
    },
  );

  it('end at their time limit, with what they said so far', async () => {
    const { text, ...rest } = await call(run, { command: 'echo so far; sleep 1000', timeout: 2000 });
    expect(text).toBe('Error: Command timed out after 2000 ms and was ended\nso far');
    expect(rest).toEqual({ isError: true, code: 'TIMEOUT' });
  });

  it.each([
    ['no command', {}],
    ['an empty one', { command: ' ' }],
    ['a time limit of none', { command: 'true', timeout: 0 }],
    ['one that is too long', { command: 'true', timeout: 600_001 }],
    ['one that is no number', { command: 'true', timeout: 'soon' }],
  ])('refuse %s', async (_, args) => {
    expect(await call(run, args)).toMatchObject({ isError: true, code: 'INVALID_ARGUMENT' });
  });

  it('tell how far a background command is, and how it ended', async () => {
    const started = await server.call(run, {
      command: 'echo begun; until [ -e go ]; do sleep 0.01; done; exit 4',
      run_in_background: true,
    });
    const task_id = String(started.outcome.taskId);
    expect(started.text).toMatch(new RegExp(`^task_id: ${task_id}$`, 'm'));
    const progress = async () => (await call(ask, { task_id })).text;
    await expect.poll(progress).toBe(`task_id: ${task_id}\nstatus: running\nbegun`);
    await call(run, { command: `touch '${tree.path('work/go')}'` });
    await expect.poll(progress).toBe(`task_id: ${task_id}\nstatus: completed\nbegun\nexit_code: 4`);
  });

  it('know no task but their own', async () => {
    expect(await call(ask, { task_id: '1' })).toMatchObject({ isError: true, code: 'TASK_NOT_FOUND' });
    expect(await call(ask, { task_id: '../x' })).toMatchObject({ isError: true, code: 'TASK_NOT_FOUND' });
  });

  it('run ten at once in the background, and not more', async () => {
    const start = () => call(run, { command: 'until [ -e enough ]; do sleep 0.01; done', run_in_background: true });
    const answers = await Promise.all(Array.from({ length: 12 }, start));
    expect(answers.filter(({ code }) => code === 'TOO_MANY_TASKS')).toHaveLength(2);
    await call(run, { command: `touch '${tree.path('work/enough')}'` });
    await expect.poll(async () => (await start()).isError).toBe(false);
  });
});

describe('a directory that a command moved to', () => {
  it('is where relative paths of the file tools start, if they may go there', async () => {
    await using tree = await openTree({ 'work/sub/file.txt': 'inside\n', 'file.txt': 'secret\n' });
    await using server = await serve('editor', tree, {
      args: ['--workdir', tree.path('work'), '--shell', 'unrestricted'],
    });
    await server.call('bash', { command: 'cd sub' });
    expect((await server.call('view', { path: 'file.txt' })).text).toBe('     1\tinside');
    await server.call('bash', { command: 'cd ../..' });
    expect((await server.call('view', { path: 'file.txt' })).error.code).toBe('ACCESS_DENIED');
    expect((await server.call('view', { path: 'work/sub/file.txt' })).text).toBe('     1\tinside');
  });
});

describe.runIf(process.platform === 'linux')('the memory of the server', () => {
  it('stays what it is, however much a command prints', { timeout: 60_000 }, async () => {
    await using server = await serveBuilt('editor', {}, { args: ['--shell', 'unrestricted'] });
    const command = 'head -c 200000000 /dev/zero | tr "\\0" x';
    expect((await server.call('bash', { command })).text).toContain('[0 lines, 199970000 characters left out]');
    expect(peakMemory(server.pid)).toBeLessThan(200 * 1024 * 1024);
  });
});

describe('the shell', () => {
  it.each([
    ['off by default', []],
    ['off in a session that only reads', ['--shell', 'unrestricted', '--read-only']],
    ['off on a dry run', ['--shell', 'unrestricted', '--dry-run']],
  ])('is %s', async (_, args) => {
    await using tree = await openTree();
    for (const [dialect, run] of [
      ['editor', 'bash'],
      ['claude-code', 'Bash'],
      ['gemini', 'run_shell_command'],
    ] as const) {
      await using server = await serve(dialect, tree, { args });
      const tools = await server.tools();
      expect(tools.filter(({ name }) => /bash|task|shell/i.test(name))).toEqual([]);
      expect(await server.call(run, { command: 'touch made' })).toMatchObject({ isError: true });
    }
  });
});
