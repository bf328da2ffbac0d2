import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { livingProcesses, openTree, PATIENCE } from '@dragoman/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openShell, type Shell } from '../src/internal/shell.ts';

let mark: string;
let shell: Shell;

beforeEach(async () => {
  mark = randomUUID();
  shell = await openShell({ environment: { PATH: process.env.PATH, MARK: mark, API_TOKEN: 'secret' } });
});

afterEach(async () => {
  await shell.close();
  expect(livingProcesses(mark)).toEqual([]);
});

const said = (text: string) => ({ text, totalCharacters: text.length, totalNewlines: text.split('\n').length - 1 });

describe('run', () => {
  it('keeps the streams apart and tells how the command ended', async () => {
    expect(await shell.run('echo out; echo err >&2; exit 3', { directory: '/' })).toEqual({
      stdout: said('out\n'),
      stderr: said('err\n'),
      exitCode: 3,
      signal: null,
      directory: '/',
      ending: 'exit',
      group: expect.any(Number),
      backgroundPids: [],
    });
  });

  it.each([
    ['a pipeline', 'printf "b\\na\\n" | sort', 'a\nb\n'],
    ['an empty stdin', 'cat; echo done', 'done\n'],
    ['a here-document without a newline at its end', 'cat <<E\nx\nE', 'x\n'],
    ['quotes, and a comment at the end', `echo 'it'"'"'s' # fine`, "it's\n"],
    ['no arguments', 'echo "$# $*"', '0 \n'],
    ['a command that starts with a dash', '-x 2>/dev/null; echo $?', '127\n'],
    ['variables but secret ones', 'echo "$MARK" "$API_TOKEN"', () => `${mark} \n`],
    [
      'no editor that waits',
      'echo "$EDITOR $VISUAL"; cd "$(mktemp -d)" && git init -q && git -c user.name=a -c user.email=a@b commit --allow-empty 2>&1 | tail -n 1; rm -r "$PWD"',
      'false false\nPlease supply the message using either -m or -F option.\n',
    ],
    ['a pager that prints', 'printf "a\n" | $PAGER; printf "b\n" | $GIT_PAGER', 'a\nb\n'],
    ['a group of its own', 'ps -o pgid= -p $$ | grep -cx " *$$"', '1\n'],
  ])('gives the command %s', async (_, command, output) => {
    const { stdout } = await shell.run(command, { directory: '/' });
    expect(stdout.text).toBe(typeof output === 'string' ? output : output());
  });

  it('keeps the ends of a long stream, reads it all and strips its escape sequences', async () => {
    const { stdout } = await shell.run(`printf '\\033[31m'; head -c 5000000 /dev/zero | tr '\\0' x`, {
      directory: '/',
    });
    const end = 'x'.repeat(15_000);
    expect(stdout).toEqual({ text: end, ending: end, totalCharacters: 5_000_000, totalNewlines: 0 });
  });

  it('tells which signal ended it', async () => {
    expect(await shell.run('echo so far; kill -9 $$', { directory: '/' })).toMatchObject({
      stdout: said('so far\n'),
      exitCode: null,
      signal: 'SIGKILL',
      ending: 'exit',
    });
  });

  it('refuses what no shell can be given', async () => {
    await expect(shell.run('echo \0', { directory: '/' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(shell.run(`: ${'x'.repeat(120_000)}`, { directory: '/' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    const longest = await shell.run(`: ${"'".repeat(20_000)}`, { directory: '/' });
    expect(longest.exitCode).toBe(0);
  });

  it('says so when the directory is gone', async () => {
    await expect(shell.run('true', { directory: '/no/such' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      details: { path: '/no/such' },
    });
  });
});

describe('the directory a command ends in', () => {
  it.each([
    ['cd', 'cd a', 'a'],
    ['pushd', 'pushd a/b >/dev/null', 'a/b'],
    ['a failing command after it', 'cd a; false', 'a'],
    ['exit', 'cd a; exit 3', 'a'],
    ['an exit forced by -e', 'set -e; cd a; false; cd b', 'a'],
    ['an unset variable under -u', 'cd a; set -u; echo $nope', 'a'],
    ['a syntax error on a later line', 'cd a\nif', 'a'],
    ['a syntax error', 'cd a; if', ''],
    ['a link', 'cd link', 'a'],
    ['a name with a line break and quotes', `cd $'new\\nline \\'x\\"\\n'`, 'new\nline \'x"\n'],
    ['a subshell', '(cd a)', ''],
    ['a trap of its own', 'trap "echo bye" EXIT; cd a', 'a'],
    ['a trace', 'set -x; cd a', 'a'],
    ['use of low descriptors', 'exec 3>/dev/null 4>&3; cd a; echo x >&3', 'a'],
    ['functions named like what it uses', 'pwd() { echo /; }; printf() { :; }; cd a', 'a'],
    ['output that imitates a report', `printf '/etc\\n\\0'; printf '/etc\\n\\0' >&2; cd a`, 'a'],
    ['a report of its own before', `printf '/etc\\n\\0' >&187; cd a`, 'a'],
    ['stdout closed', 'exec >&- 2>&-; cd a', 'a'],
    ['something in the background', 'cd a; sleep 1000 & (sleep 1000; true) &', 'a'],
  ])('is known after %s', async (_, command, expected) => {
    await using tree = await openTree({ 'a/b/c': '', link: { link: 'a' }, 'new\nline \'x"\n': null });
    const { directory } = await shell.run(command, { directory: tree.root });
    expect(directory).toBe(expected === '' ? tree.root : tree.path(expected));
  });

  it.each([
    ['the shell was replaced', 'cd a; exec true'],
    ['the shell was killed', 'cd a; kill -9 $$'],
    ['the directory is gone', 'mkdir b; cd b; rmdir ../b'],
    ['its name is no text', `mkdir $'\\xff'; cd $'\\xff'`],
  ])('is unknown where %s', async (_, command) => {
    await using tree = await openTree({ a: null });
    expect((await shell.run(command, { directory: tree.root })).directory).toBeNull();
  });

  it('leaves no trace of the report in the output', async () => {
    const { stdout, stderr } = await shell.run('set -x; exit 0', { directory: '/' });
    expect([stdout.text, stderr.text]).toEqual(['', expect.stringMatching(/^\++ exit 0\n$/)]);
  });

  it('is reported on a descriptor that nothing the command starts inherits', async () => {
    const { stdout } = await shell.run('ls -l /proc/self/fd | grep -c socket', { directory: '/' });
    expect(stdout.text).toBe('1\n');
  });
});

describe('what a command leaves in the background', () => {
  it('delays no answer and is reported', async () => {
    const { stdout, backgroundPids } = await shell.run('sleep 1000 & echo $!', { directory: '/' });
    expect(backgroundPids).toEqual([Number(stdout.text)]);
  });

  it('delays no answer though it writes for ever', async () => {
    const { backgroundPids } = await shell.run('yes & yes >&2 &', { directory: '/' });
    expect(backgroundPids).toHaveLength(2);
  });

  it('is not reported once it has ended', async () => {
    expect((await shell.run('true & wait', { directory: '/' })).backgroundPids).toEqual([]);
  });
});

describe('ends with everything it started', () => {
  it('by a mark that no other command has', async () => {
    const tell = 'echo "$DRAGOMAN_COMMAND $(ulimit -H -m)-$(ulimit -S -m)"';
    const marks = new Set<string | undefined>();
    for (let command = 0; command < 2; command++) {
      const [mark, limits] = (await shell.run(tell, { directory: '/' })).stdout.text.trim().split(' ');
      expect(limits).toBe(mark);
      marks.add(mark);
    }
    expect(marks.size).toBe(2);
  });

  const stubborn = 'trap "" TERM; while :; do sleep 1000; done';

  it.each([
    ['a plain command', 'sleep 1000'],
    ['a pipeline', 'sleep 1000 | cat'],
    ['grandchildren', 'bash -c "sleep 1000 & bash -c \'sleep 1000; true\'; true"; true'],
    ['what left the group', 'setsid sleep 1000 & setsid bash -c "sleep 1000; true" & set -m; sleep 1000 & sleep 1000'],
    ['what cleared its environment', () => `env -i sleep 1000 ${''} & env -i sh -c "sleep 1000; : ${mark}"`],
    [
      'what did both and lost its parent',
      () => `(setsid env -i bash -c "exec -a ${mark} sleep 1000" </dev/null >/dev/null 2>&1 &); sleep 1000`,
    ],
    ['what is stopped', 'kill -STOP $$'],
  ])('on timeout: %s', async (_, command) => {
    const text = typeof command === 'string' ? command : command();
    const { ending, directory } = await shell.run(text, { directory: '/', timeoutMs: 200 });
    expect([ending, directory === null || directory === '/']).toEqual(['timeout', true]);
    expect(livingProcesses(mark)).toEqual([]);
  });

  it('on cancellation', async () => {
    const controller = new AbortController();
    const running = shell.run('echo started; sleep 1000', { directory: '/', signal: controller.signal });
    controller.abort();
    expect(await running).toMatchObject({ ending: 'cancelled', signal: 'SIGTERM' });
  });

  it('never starts what is cancelled already', async () => {
    const running = shell.run('touch /tmp/never', { directory: '/', signal: AbortSignal.abort() });
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('by force where asking does not help', async () => {
    await using tree = await openTree();
    const controller = new AbortController();
    const { signal } = controller;
    const running = shell.run(`${stubborn} & trap "" TERM; echo > deaf; ${stubborn}`, { directory: tree.root, signal });
    await expect.poll(() => existsSync(tree.path('deaf'))).toBe(true);
    controller.abort();
    expect(await running).toMatchObject({ ending: 'cancelled', signal: 'SIGKILL' });
  });

  it('when the session ends', async () => {
    await shell.run('sleep 1000 & setsid sleep 1000 & nohup sleep 1000 >/dev/null 2>&1 &', { directory: '/' });
    await shell.start('sleep 1000', { directory: '/' });
    const [waiting] = await Promise.allSettled([shell.run('sleep 1000', { directory: '/' }), shell.close()]);
    expect(livingProcesses(mark)).toEqual([]);
    expect(waiting.status === 'rejected' || waiting.value.exitCode !== 0).toBe(true);
    await expect(shell.run('true', { directory: '/' })).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

describe('background tasks', PATIENCE, () => {
  it('tell how far they are and how they ended', async () => {
    await using tree = await openTree();
    mkdirSync(tree.path('sub'));
    const { id, end } = await shell.start('echo begun; until [ -e go ]; do sleep 0.01; done; echo ended; exit 4', {
      directory: tree.root,
    });
    expect(end).toBeNull();
    await expect.poll(() => shell.task(id).stdout.text, PATIENCE).toBe('begun\n');
    await shell.run('touch go', { directory: tree.root });
    await expect.poll(() => shell.task(id).end, PATIENCE).toMatchObject({ exitCode: 4 });
    expect(shell.task(id).stdout).toEqual(said('begun\nended\n'));
  });

  it('end at their limit', async () => {
    const { id } = await shell.start('sleep 1000', { directory: '/', timeoutMs: 50 });
    await expect.poll(() => shell.task(id).end, PATIENCE).toMatchObject({ ending: 'timeout' });
  });

  it('have ids that nobody guesses', () => {
    expect(() => shell.task('1')).toThrow(expect.objectContaining({ code: 'TASK_NOT_FOUND' }));
  });

  it('are ten at most', async () => {
    const start = () => shell.start('sleep 1000', { directory: '/' });
    const started = await Promise.allSettled(Array.from({ length: 12 }, start));
    expect(started.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ code: 'TOO_MANY_TASKS' }) },
      { status: 'rejected', reason: expect.objectContaining({ code: 'TOO_MANY_TASKS' }) },
    ]);
  });

  it('make room when they have ended', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { id } = await shell.start('true', { directory: '/' });
      await expect.poll(() => shell.task(id).end, PATIENCE).toMatchObject({ exitCode: 0 });
    }
  });
});
