import type { Failure } from '@dragoman/fs-core';
import { describe, expect, it } from 'vitest';
import { commandFailed, ranCommand } from './command.ts';

describe('commandFailed', () => {
  const path = '/w/f';

  it.each<[Failure, string]>([
    [
      { code: 'NOT_FOUND', path, workdir: '/w' },
      'Error: The working directory /w/f is gone, so nothing was run. The next command runs in /w',
    ],
    [
      {
        code: 'TIMEOUT',
        problem: 'command',
        timeoutMs: 50,
        stdout: { text: 'out', totalCharacters: 3, totalNewlines: 0 },
        stderr: { text: 'err', totalCharacters: 3, totalNewlines: 0 },
        signal: 'SIGTERM',
        group: 8,
      },
      'Error: Command timed out after 50 ms and was ended\nout\nstderr:\nerr',
    ],
  ])('%j', (failure, expected) => {
    expect(commandFailed(failure, {}, { root: '/w', limit: { bytes: 5000 } })).toBe(expected);
  });
});

describe('ranCommand', () => {
  it('says how a command in the background is ended', () => {
    const stream = { text: '', totalCharacters: 0, totalNewlines: 0 };
    const task = { kind: 'task', taskId: 't', status: 'running', stdout: stream, stderr: stream } as const;
    const outcome = { ...task, exitCode: null, signal: null, group: 8, started: true } as const;
    expect(ranCommand(outcome, { limit: { bytes: 5000 } }).content).toEqual([
      {
        type: 'text',
        text: 'Started in the background as process group 8; end it with: kill -- -8\ntask_id: t\nstatus: running',
      },
    ]);
  });
});
