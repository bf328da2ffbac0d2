import { spawn } from 'node:child_process';
import { errnoOf, isShortage, ToolError } from '@dragoman/fs-core';

/**
 * Checks that this user may start one more thread, before something that would abort the process if it could not.
 * Node cannot try a thread at such low cost, but the system counts a process alike, and says so when it refuses one.
 * @throws ToolError `IO_ERROR`
 */
export async function assertSpareThread(): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    await new Promise((resolve, reject) => {
      spawn('/bin/sh', ['-c', ':'], { cwd: '/', env: {}, stdio: 'ignore' })
        .once('close', resolve)
        .once('error', reject);
    });
  } catch (cause) {
    const errno = errnoOf(cause);
    // Without such a shell nothing was learnt.
    if (errno !== 'EAGAIN' && !isShortage(errno)) return;
    throw new ToolError({ code: 'IO_ERROR', problem: 'processes' }, 'Cannot go on: no further process can be started', {
      cause,
    });
  }
}
