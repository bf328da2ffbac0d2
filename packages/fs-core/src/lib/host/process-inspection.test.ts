import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { openTree, PATIENCE } from '@dragoman/testing';
import { describe, expect, it, vi } from 'vitest';
import { childOf, touchesSpecialFile } from './process-inspection.ts';

async function whileRunning(
  program: string,
  args: readonly string[],
  look: (pid: number) => Promise<unknown>,
  stdio: StdioOptions = 'ignore',
): Promise<void> {
  const child: ChildProcess = spawn(program, args, { stdio });
  const ended = once(child, 'close');
  try {
    await look(child.pid ?? 0);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

describe.runIf(process.platform === 'linux')('touchesSpecialFile', () => {
  it('tells who waits for a pipe to be written to', async () => {
    await using tree = await openTree();
    execFileSync('mkfifo', [tree.path('pipe')]);
    await whileRunning('cat', [tree.path('pipe')], (pid) =>
      vi.waitFor(() => expect(touchesSpecialFile(pid)).toBe(true), PATIENCE),
    );
  });

  it('tells who reads a device', async () => {
    await whileRunning('cat', ['/dev/zero'], (pid) =>
      vi.waitFor(() => expect(touchesSpecialFile(pid)).toBe(true), PATIENCE),
    );
  });

  it('tells nothing of who reads a file, and of nobody', async () => {
    await using tree = await openTree({ file: 'text\n' });
    const script = 'exec 7<"$1"; exec sleep 4242';
    await whileRunning('sh', ['-c', script, 'sh', tree.path('file')], async (pid) => {
      await vi.waitFor(() => expect(readdirSync(`/proc/${pid}/fd`)).toContain('7'), PATIENCE);
      expect(touchesSpecialFile(pid)).toBe(false);
    });
    expect(touchesSpecialFile(0)).toBe(false);
  });

  it('tells nothing of a device that a process was born with', async () => {
    const device = openSync('/dev/null', 'r');
    const stdio: StdioOptions = ['ignore', 'ignore', 'ignore'];
    for (let number = 3; number <= device; number += 1) stdio[number] = number === device ? device : 'ignore';
    await whileRunning('sleep', ['4242'], async (pid) => expect(touchesSpecialFile(pid)).toBe(false), stdio);
    closeSync(device);
  });
});

describe.runIf(process.platform === 'linux')('childOf', () => {
  it('is what a process started, as long as that runs', async () => {
    await whileRunning('sh', ['-c', 'sleep 4242; true'], async (pid) => {
      const child = await vi.waitFor(() => {
        const found = childOf(pid);
        if (found === null) throw new Error('Not started yet');
        return found;
      }, PATIENCE);
      expect(childOf(child)).toBeNull();
      process.kill(child, 'SIGKILL');
    });
  });
});
