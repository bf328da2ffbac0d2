import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { openLocalVolume, yieldToEventLoop } from '@dragoman/fs-core';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { type RipgrepEnd, runRipgrep } from './ripgrep-process.ts';

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
