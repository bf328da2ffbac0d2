import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { CLI, dragoman, NODE, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openCommandLine } from './shell.ts';

const manyLines = 'line\n'.repeat(100_000);

describe('output', () => {
  it('ends quietly where nobody reads on', async () => {
    await using commandLine = await openCommandLine({ f: manyLines });
    const line = 'dragoman view f --view_range 1,70000 | head -n 1; echo "${PIPESTATUS[0]}"';
    expect(await commandLine.run('bash', ['-c', line])).toEqual({ stdout: '     1\tline\n0\n', stderr: '', code: 0 });
  });

  it.runIf(existsSync('/dev/full'))('says so where it cannot be written', async () => {
    await using commandLine = await openCommandLine({ f: 'x' });
    const { stderr, code } = await commandLine.run('sh', ['-c', 'dragoman view f > /dev/full']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^dragoman: Cannot write the output: ENOSPC.+\n$/);
  });

  it.each([
    ['dragoman view none 2>&1', 1],
    ['dragoman view none --json', 1],
    ['dragoman view f', 0],
    ['dragoman veiw f 2>&1', 2],
    ['dragoman --dialect none tools 2>&1', 2],
  ])('tells by its exit status alone how %j ended where nobody reads', async (command, code) => {
    await using commandLine = await openCommandLine({ f: 'x' });
    const line = `${command} | true; exit "\${PIPESTATUS[0]}"`;
    expect(await commandLine.run('bash', ['-c', line])).toEqual({ stdout: '', stderr: '', code });
  });

  it.runIf(existsSync('/dev/full'))('tells so too where a complaint cannot be written', async () => {
    await using commandLine = await openCommandLine();
    expect(await commandLine.run('sh', ['-c', 'dragoman veiw f 2> /dev/full'])).toMatchObject({ code: 2 });
  });

  it('may be closed from the start', async () => {
    await using commandLine = await openCommandLine({ f: 'x' });
    expect(await commandLine.run('sh', ['-c', 'dragoman view f >&-'])).toMatchObject({ stderr: '', code: 0 });
    expect(await commandLine.run('sh', ['-c', 'dragoman view g 2>&-'])).toMatchObject({ stdout: '', code: 1 });
  });

  it.each([
    ['a result without one', ['view', 'f'], '     1\tone\n'],
    ['a result with one', ['--dialect', 'gemini', 'read_file', '--absolute_path'], 'one\n'],
  ])('ends in a newline in a pipe, too: %s', async (_, args, expected) => {
    await using tree = await openTree({ f: 'one\n' });
    const path = args.at(-1) === 'f' ? [] : [tree.path('f')];
    expect(await dragoman([...args, ...path], { main: CLI, cwd: tree.root })).toEqual({
      stdout: expected,
      stderr: '',
      code: 0,
    });
  });

  it('is empty where a result is', async () => {
    await using tree = await openTree({ f: '' });
    const ran = await dragoman(['--dialect', 'gemini', 'read_file', tree.path('f')], { main: CLI, cwd: tree.root });
    expect(ran).toEqual({ stdout: '', stderr: '', code: 0 });
  });

  it('has the exact text as JSON', async () => {
    await using tree = await openTree({ f: 'one\n' });
    const { stdout } = await dragoman(['view', 'f', '--json'], { main: CLI, cwd: tree.root });
    expect(JSON.parse(stdout).content).toEqual([{ type: 'text', text: '     1\tone' }]);
  });

  it('waits for a slow reader through a pipe that does not block', async () => {
    await using tree = await openTree({ f: manyLines });
    const args = [CLI, 'view', 'f', '--view_range', '1,70000'];
    const child = spawn(NODE, args, { cwd: tree.root, stdio: ['ignore', 'pipe', 'inherit'] });
    let size = 0;
    for await (const chunk of child.stdout) size += (chunk as Buffer).length;
    expect(size).toBe(70_000 * '     1\tline\n'.length);
  });
});

describe('stdin', () => {
  it.each([
    ['text that is not UTF-8', Uint8Array.of(0x61, 0xff), /^dragoman: Cannot read stdin: .+\n$/],
    ['more than can be held', new Uint8Array(257 * 1024 * 1024), /^dragoman: Cannot read stdin: it is over 256 MB\n$/],
  ])('is refused with %s', async (_, stdin, complaint) => {
    await using tree = await openTree();
    const ran = await dragoman(['create_file', 'f', '-'], { main: CLI, cwd: tree.root, stdin });
    expect(ran).toMatchObject({ stdout: '', code: 2, stderr: expect.stringMatching(complaint) });
    expect(existsSync(tree.path('f'))).toBe(false);
  });

  it('is refused with a directory', async () => {
    await using commandLine = await openCommandLine({ f: 'x', 'dir/g': '' });
    const ran = await commandLine.run('sh', ['-c', 'dragoman create_file f - < dir']);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringMatching(/^dragoman: Cannot read stdin: EISDIR.+\n$/) });
    expect(readFileSync(commandLine.tree.path('f'), 'utf8')).toBe('x');
  });

  it('may be closed', async () => {
    await using commandLine = await openCommandLine();
    expect(await commandLine.run('sh', ['-c', 'dragoman create_file f - <&-'])).toMatchObject({ code: 0 });
    expect(readFileSync(commandLine.tree.path('f'), 'utf8')).toBe('');
  });

  it('is read for one argument', async () => {
    await using tree = await openTree({ f: 'x' });
    const ran = await dragoman(['str_replace', 'f', '-', '-'], { main: CLI, cwd: tree.root });
    expect(ran).toMatchObject({ stderr: 'dragoman: Only one argument can be read from stdin\n', code: 2 });
  });
});

describe('a signal', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends a command with all that it started', async (signal, code) => {
    await using tree = await openTree();
    const command = 'echo $$ > pid; sleep 600 & wait';
    const { child, ended } = start(['--shell', 'unrestricted', 'bash', command], tree.root);
    const pid = Number(await contentOf(tree.path('pid')));
    child.kill(signal);
    expect(await ended).toMatchObject({ code, stdout: '' });
    // The system takes a moment to clear away what has ended.
    await until(() => !hasGroup(pid) || undefined);
  });

  it('SIGINT ends what waits for stdin', async () => {
    await using tree = await openTree();
    const { child, ended } = start(['create_file', 'f', '-'], tree.root);
    // More than a pipe holds has gone only once somebody reads.
    await new Promise((resolve) => child.stdin.write('x'.repeat(1 << 20), resolve));
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130, stdout: '' });
  });
});

interface StartedProgram {
  readonly child: ReturnType<typeof spawn> & { readonly stdin: NodeJS.WritableStream };
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string }>;
}

function start(args: readonly string[], cwd: string): StartedProgram {
  const child = spawn(NODE, [CLI, ...args], { cwd });
  child.stdin.on('error', () => {});
  child.stderr.resume();
  const ended = Promise.all([text(child.stdout), once(child, 'close')]).then(([stdout, [code]]) => ({ stdout, code }));
  return { child, ended };
}

function hasGroup(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

/** Content of a file once it has some. */
async function contentOf(path: string): Promise<string> {
  return until(() => (existsSync(path) && readFileSync(path, 'utf8')) || undefined);
}

async function until<T>(attempt: () => T | undefined): Promise<T> {
  for (;;) {
    const found = attempt();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
