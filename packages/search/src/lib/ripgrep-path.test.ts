import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { openTree } from '@dragoman/testing';
import { rgPath } from '@vscode/ripgrep';
import { expect, it, vi } from 'vitest';
import { ripgrepPath } from './ripgrep-path.ts';

it('finds the binary that the package itself exports, even right after the state of a named pipe was read', async () => {
  await using tree = await openTree({});
  const pipe = join(tree.root, 'pipe');
  execFileSync('mkfifo', [pipe]);
  // For a directory that it has resolved before, Node goes by the state that it read last, here that of the pipe.
  createRequire(import.meta.url).resolve('../../package.json');
  statSync(pipe);
  expect(ripgrepPath()).toBe(rgPath);
});

it('throws where the package has no binary for the machine', async () => {
  const arch = vi.spyOn(process, 'arch', 'get').mockReturnValue('sparc' as NodeJS.Architecture);
  try {
    vi.resetModules();
    const fresh = await import('./ripgrep-path.ts');
    const failure = { code: 'IO_ERROR', message: 'Cannot search: ripgrep is not installed for this platform' };
    expect(() => fresh.ripgrepPath()).toThrow(expect.objectContaining(failure));
  } finally {
    arch.mockRestore();
  }
});
