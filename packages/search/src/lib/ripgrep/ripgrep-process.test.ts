import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { openLocalVolume, yieldToEventLoop } from '@dragoman/fs-core/internal/kernel';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { heldFile } from './held-file.ts';
import { type RipgrepEnd, type RipgrepRun, runRipgrep } from './ripgrep-process.ts';

/** Points ripgrep at files, as if it had found them by itself. */
async function* run(root: string, channel: 'pipe' | 'file', ...paths: string[]): AsyncGenerator<Buffer, RipgrepEnd> {
  const volume = openLocalVolume({ allow: [root] });
  using opened = await volume.open(root);
  using directory = await opened.localTree();
  const args = ['--no-config', '--multiline', '--regexp=needle', '--', ...paths];
  return yield* runRipgrep({ args, directory, channel, timeLimitMs: 600_000, signal: undefined });
}

async function search(...what: Parameters<typeof run>): Promise<RipgrepEnd> {
  const output = run(...what);
  for (;;) {
    const { done, value } = await output.next();
    if (done) return value;
  }
}

/** Bytes in the largest file that this process has open for ripgrep's output. */
function writtenBytes(): number {
  const sizes = readdirSync('/proc/self/fd').map((fd) => {
    try {
      const link = `/proc/self/fd/${fd}`;
      return /\/scratch-/.test(readlinkSync(link)) ? statSync(link).size : 0;
    } catch {
      return 0;
    }
  });
  return Math.max(...sizes);
}

describe.runIf(process.platform === 'linux')('runRipgrep', () => {
  const LED_ASTRAY = [
    ['waits for a pipe that nobody writes to', './pipe'],
    ['reads a device that never ends', '/dev/zero'],
  ] as const;

  it.each(LED_ASTRAY)('ends a run that %s, and calls it incomplete', async (_, path) => {
    await using tree = await openTree({ file: 'needle\n' });
    execFileSync('mkfifo', [tree.path('pipe')]);
    expect(await search(tree.root, 'pipe', path)).toEqual({ timedOut: true, isCut: false, stderr: '' });
  });

  it.each(LED_ASTRAY)('has a run that %s begin again where its output goes to a file', async (_, path) => {
    await using tree = await openTree({ file: 'needle\n' });
    execFileSync('mkfifo', [tree.path('pipe')]);
    // The second in a row comes from a launcher.
    for (let run = 0; run < 2; run += 1) {
      expect(await search(tree.root, 'file', path)).toMatchObject({ timedOut: false, isCut: true });
    }
  });

  it('ends a run whose output outgrows its file, however little of it was read', async () => {
    await using tree = await openTree({ file: 'needle\n'.repeat(6 * 1024 * 1024) });
    const output = run(tree.root, 'file', './file');
    let readBytes = 0;
    let next = await output.next();
    while (writtenBytes() <= 33 * 1024 * 1024) await yieldToEventLoop();
    for (; !next.done; next = await output.next()) readBytes += next.value.length;
    expect(next.value).toMatchObject({ timedOut: false, isCut: true });
    expect(readBytes).toBeLessThan(1024 * 1024);
  });
});

/** A run that waits for text that never comes. */
async function endless() {
  const tree = await openTree();
  execFileSync('mkfifo', [tree.path('pipe')]);
  const input = openSync(tree.path('pipe'), 'r+');
  const args = ['--no-config', '--regexp=needle', '-'];
  const run: RipgrepRun = { args, held: { input, inherited: [], paths: [] }, timeLimitMs: 600_000, signal: undefined };
  return {
    run,
    async [Symbol.asyncDispose]() {
      closeSync(input);
      await tree[Symbol.asyncDispose]();
    },
  };
}

async function all(run: RipgrepRun): Promise<RipgrepEnd & { readonly output: string }> {
  const running = runRipgrep(run);
  let output = '';
  for (;;) {
    const { done, value } = await running.next();
    if (done) return { ...value, output };
    output += value;
  }
}

/** The ripgreps that this process has started and that still run. */
function ripgreps(): number[] {
  const tasks = readdirSync('/proc/self/task').map((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8'));
  const children = tasks.flatMap((told) => told.split(' ').filter(Boolean).map(Number));
  return children.filter((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'rg');
}

const untilRunning = (count: number) => expect.poll(ripgreps).toHaveLength(count);

const RUN = { timeLimitMs: 600_000, signal: undefined };

describe.runIf(process.platform === 'linux')('a run of ripgrep', () => {
  it('ends when its time is over, and says so', async () => {
    await using waiting = await endless();
    expect(await all({ ...waiting.run, timeLimitMs: 50 })).toEqual({
      timedOut: true,
      isCut: false,
      stderr: '',
      output: '',
    });
  });

  it.each(['pipe', 'file'] as const)('ends with its call, its output through a %s', async (channel) => {
    await using waiting = await endless();
    const controller = new AbortController();
    const ended = all({ ...waiting.run, channel, signal: controller.signal });
    await untilRunning(1);
    controller.abort();
    await expect(ended).rejects.toMatchObject({ code: 'CANCELLED' });
    await untilRunning(0);
  });

  it('that somebody kills is a failure that says how it ended', async () => {
    await using waiting = await endless();
    const ended = all(waiting.run).catch((error: unknown) => error);
    await untilRunning(1);
    for (const pid of ripgreps()) process.kill(pid, 'SIGTERM');
    expect(await ended).toMatchObject({
      failure: { code: 'IO_ERROR', problem: 'ripgrep-end', status: 'SIGTERM' },
      message: expect.stringMatching(/^Cannot run ripgrep: ".*rg" was ended by SIGTERM$/),
    });
  });

  it('that somebody kills is cut where its output goes to a file', async () => {
    await using waiting = await endless();
    const ended = all({ ...waiting.run, channel: 'file' });
    await untilRunning(1);
    for (const pid of ripgreps()) process.kill(pid, 'SIGTERM');
    expect(await ended).toMatchObject({ timedOut: false, isCut: true });
  });

  it('that cannot begin is a failure with the reason of the system', async () => {
    await using waiting = await endless();
    const directory = { descriptor: -1, launchPath: '/none' };
    await expect(all({ ...waiting.run, directory })).rejects.toMatchObject({
      failure: { code: 'IO_ERROR', problem: 'ripgrep-start', reason: expect.stringContaining('ENOENT') },
    });
  });

  it('reads a text that it is given, and files that it inherits', async () => {
    await using tree = await openTree({ held: 'a needle in a file\n' });
    const args = ['--no-config', '--no-filename', '--regexp=needle', '--'];
    expect(await all({ ...RUN, args: [...args, '-'], input: 'hay\na needle\n' })).toMatchObject({
      output: 'a needle\n',
      isCut: false,
    });
    // Which ends before it has read all.
    const once = ['--no-config', '--max-count=1', '--regexp=needle', '-'];
    expect((await all({ ...RUN, args: once, input: 'needle\n'.repeat(1_000_000) })).output).toBe('needle\n');
    const descriptor = openSync(tree.path('held'), 'r');
    const held = heldFile(descriptor);
    expect((await all({ ...RUN, args: [...args, ...held.paths], held })).output).toBe('a needle in a file\n');
    closeSync(descriptor);
  });

  it('tells of what could not be searched only those who ask, and gives up on a pattern that is none', async () => {
    const args = ['--no-config', '--regexp=needle', '--', '/none'];
    const unsearched: unknown[] = [];
    await all({ ...RUN, args, onUnsearched: (each) => unsearched.push(each) });
    expect(unsearched).toHaveLength(1);
    expect(await all({ ...RUN, args })).toMatchObject({ isCut: false, timedOut: false });
    const { stderr } = await all({ ...RUN, args: ['--no-config', '--regexp=(', '--', '/none'] });
    expect(stderr).toContain('unclosed group');
  });

  it('waits until fewer run than there are cores, unless its call ends before', async () => {
    await using waiting = await endless();
    const controllers = Array.from({ length: availableParallelism() + 2 }, () => new AbortController());
    const ends = controllers.map(({ signal }) => all({ ...waiting.run, signal }).catch((error: unknown) => error));
    await untilRunning(availableParallelism());
    const before = ripgreps();
    controllers.at(-1)?.abort();
    expect(await ends.at(-1)).toMatchObject({ code: 'CANCELLED' });
    controllers[0]?.abort();
    expect(await ends[0]).toMatchObject({ code: 'CANCELLED' });
    await expect.poll(() => ripgreps().filter((pid) => !before.includes(pid))).toHaveLength(1);
    await untilRunning(availableParallelism());
    for (const controller of controllers) controller.abort();
    await Promise.all(ends);
    await expect(all({ ...waiting.run, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' });
    await untilRunning(0);
  });
});
