import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { openTree, peakMemory, serveBuilt, type TemporaryTree, untilTrusted } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const MIB = 1024 * 1024;

const editor = (tree: TemporaryTree) => serveBuilt('editor', tree, { args: ['--max-file-size', '2GB'] });

/** Repeats a chunk until the file has at least so many bytes. */
function fill(path: string, bytes: number, chunk: string): void {
  const fd = openSync(path, 'w');
  try {
    for (let done = 0; done < bytes; done += chunk.length) writeSync(fd, chunk);
  } finally {
    closeSync(fd);
  }
}

/** Bytes that a process has read so far, from proc_pid_io(5). */
function bytesRead(pid: number | undefined): number {
  const [, bytes] = /^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8')) ?? [];
  return Number(bytes);
}

describe.runIf(process.platform === 'linux')('a file of 100 MB', () => {
  it('is read once for its depths, and not again for the same lines, the next ones or others', async () => {
    const line = `${'x'.repeat(33)}\n`;
    await using tree = await openTree({ small: 'one\n' });
    fill(tree.path('large'), 100 * MIB, line.repeat(30_000));
    await untilTrusted(tree.path('large'));
    await using server = await editor(tree);
    await server.call('view', { path: 'small' });
    const idle = peakMemory(server.pid);
    const costs: number[] = [];
    for (const first of [2_900_000, 2_900_000, 2_900_010, 1_234_567, 1]) {
      const before = bytesRead(server.pid);
      const shown = await server.call('view', { path: 'large', view_range: [first, first + 9] });
      costs.push(bytesRead(server.pid) - before);
      const numbers = shown.text.split('\n');
      expect([numbers.length, numbers[0], numbers[9]]).toEqual([
        10,
        `${String(first).padStart(6)}\t${line.trim()}`,
        `${String(first + 9).padStart(6)}\t${line.trim()}`,
      ]);
    }
    const [firstCost = 0, ...others] = costs;
    expect(firstCost).toBeLessThan(102 * MIB);
    for (const cost of others) expect(cost).toBeLessThan(MIB);
    expect(peakMemory(server.pid) - idle).toBeLessThan(16 * MIB);
  });
});

describe.runIf(process.platform === 'linux')('one line of 256 MB', () => {
  it('is cut and measured in code points, in little memory', async () => {
    const chunk = 'one lïne 𝒳 '.repeat(8192);
    await using tree = await openTree({ small: 'one\n' });
    fill(tree.path('line'), 256 * MIB, chunk);
    await using server = await editor(tree);
    await server.call('view', { path: 'small' });
    const idle = peakMemory(server.pid);
    const shown = (await server.call('view', { path: 'line' })).text;
    const characters = 11 * 8192 * Math.ceil((256 * MIB) / chunk.length);
    expect(shown).toBe(`     1\t${[...chunk].slice(0, 2000).join('')}... [truncated, ${characters} chars total]`);
    expect(peakMemory(server.pid) - idle).toBeLessThan(16 * MIB);
  });
});
