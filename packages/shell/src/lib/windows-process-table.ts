import { spawn } from 'node:child_process';
import { win32 } from 'node:path';
import type { Environment } from './clean-environment.ts';
import type { ProcessTable } from './process-table.ts';
import { processExists } from './windows.ts';

/**
 * Ends processes with their descendants, as far as Windows still knows who started them: of one whose parent has ended,
 * it does not. No guardian waits for the end of this process.
 */
export function createWindowsProcessTable({ SYSTEMROOT = 'C:\\Windows' }: Environment): ProcessTable {
  const taskkill = win32.join(SYSTEMROOT, 'System32', 'taskkill.exe');
  const endTree = async (pid: number): Promise<void> => {
    const child = spawn(taskkill, ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    await new Promise<void>((resolve) => child.once('error', () => resolve()).once('close', () => resolve()));
    if (processExists(pid)) process.kill(pid);
  };
  return {
    followers: async () => [],
    end: async ({ groups }) => void (await Promise.all([...groups].map(endTree))),
    guard: () => ({ add: () => undefined, drop: () => undefined, close: async () => undefined }),
  };
}
