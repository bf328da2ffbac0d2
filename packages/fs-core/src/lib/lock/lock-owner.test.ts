import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { currentOwner, livenessOf } from './lock-owner.ts';

const [, start, place] = currentOwner().split('-');

describe.skipIf(process.platform !== 'linux')('livenessOf', () => {
  it('tells a living process from one that is gone or whose id another has now', () => {
    expect(livenessOf(currentOwner())).toBe('alive');
    expect(livenessOf(`4194399-${start}-${place}`)).toBe('dead');
    expect(livenessOf(`${process.pid}-5-${place}`)).toBe('dead');
    expect(livenessOf(`${process.pid}-${start}-00000000`)).toBe('unknown');
  });

  it('takes one that nobody awaited for dead', async () => {
    // Replaced by another program, a shell forgets its children.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo "$!"; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const [line] = await once(parent.stdout, 'data');
      const pid = String(line).trim();
      await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8'), { timeout: 10_000 }).toBe('sleep\n');
      process.kill(Number(pid), 'SIGKILL');
      await expect.poll(() => fieldsOf(pid)[0], { timeout: 10_000 }).toBe('Z');
      expect(livenessOf(`${pid}-${fieldsOf(pid)[19]}-${place}`)).toBe('dead');
    } finally {
      parent.kill('SIGKILL');
    }
  });
});

/** Fields from the third on, as proc(5) counts them. */
function fieldsOf(pid: string): readonly string[] {
  return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
}
