import { execFileSync } from 'node:child_process';
import { openLocalVolume } from '@dragoman/fs-core';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { type RipgrepEnd, runRipgrep } from './ripgrep-process.ts';

/** Points ripgrep at files, as if it had found them by itself. */
async function search(root: string, channel: 'pipe' | 'file', ...paths: string[]): Promise<RipgrepEnd> {
  const volume = openLocalVolume({ allow: [root] });
  using directory = await volume.open(root);
  if (directory.kind !== 'directory') throw new TypeError('Not a directory');
  const args = ['--no-config', '--multiline', '--regexp=needle', '--', ...paths];
  const output = runRipgrep({ args, directory, channel, timeLimitMs: 600_000, signal: undefined });
  for (;;) {
    const { done, value } = await output.next();
    if (done) return value;
  }
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
});
