import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { type Launch, MAX_SHOWN_CHARACTERS, startCommand } from './start-command.ts';

const shell = (script: string, rest: Partial<Launch> = {}): Launch => ({
  ...{ program: 'sh', args: ['-c', script], input: null, directory: '/' },
  ...{ environment: { PATH: process.env.PATH ?? '' }, ...rest },
});

async function run(launch: Launch) {
  const command = await startCommand(launch);
  return { end: await command.ended, output: command.output() };
}

describe.skipIf(process.platform === 'win32')('startCommand', () => {
  it('keeps the streams apart, and tells how the command ended and where', async () => {
    const { end, output } = await run(shell('echo out; echo err >&2; printf "%s\\0" /tmp >&3; exit 3'));
    expect([output.stdout.text, output.stderr.text]).toEqual(['out\n', 'err\n']);
    expect(end).toMatchObject({ exitCode: 3, signal: null });
  });

  it('tells which signal ended it, and no directory where none was reported', async () => {
    const { end } = await run(shell('kill -TERM $$'));
    expect(end).toEqual({ exitCode: null, signal: 'SIGTERM', directory: null });
  });

  it('gives it what it may read, which it need not', async () => {
    const input = Buffer.alloc(1_000_000, 'x');
    expect((await run(shell('wc -c <&4', { input }))).output.stdout.text.trim()).toBe('1000000');
    expect((await run(shell('exit 0', { input }))).end.exitCode).toBe(0);
  });

  it('tells of output as it comes, and shows no more than there is room for', async () => {
    let bytes = 0;
    const onOutput = (chunk: Uint8Array): void => {
      bytes += chunk.length;
    };
    const { output } = await run(shell('head -c 100000 /dev/zero | tr "\\0" x; echo >&2', { onOutput }));
    expect(bytes).toBe(100_001);
    expect(output.stdout.text.length).toBeLessThanOrEqual(MAX_SHOWN_CHARACTERS + 1000);
  });

  it('takes no report that is longer than a path', async () => {
    expect((await run(shell('head -c 100000 /dev/zero >&3'))).end.directory).toBeNull();
  });

  it('does not wait for others that hold its streams', async () => {
    const { end, output } = await run(shell('sleep 600 & echo $!'));
    expect(end.exitCode).toBe(0);
    process.kill(Number(output.stdout.text), 'SIGKILL');
  });

  it('says why it cannot start', async () => {
    await using tree = await openTree({ file: '' });
    const failing = (rest: Partial<Launch>) => expect(run(shell('', rest))).rejects;
    await failing({ directory: tree.path('gone') }).toMatchObject({ failure: { code: 'NOT_FOUND' } });
    await failing({ directory: tree.path('file') }).toMatchObject({ failure: { code: 'NOT_FOUND' } });
    await failing({ program: tree.path('file') }).toMatchObject({ failure: { code: 'PERMISSION_DENIED' } });
    const args = ['-c', 'x'.repeat(4_000_000)];
    await failing({ args }).toMatchObject({ failure: { code: 'IO_ERROR', problem: 'command-start' } });
  });
});
