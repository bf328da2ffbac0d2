import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { openTree } from '@dragoman/testing';
import { rgPath } from '@vscode/ripgrep';
import { expect, it, vi } from 'vitest';
import { ripgrepPath } from './ripgrep-path.ts';

it('finds the binary that the package itself would name, right after a named pipe was looked at', async () => {
  await using tree = await openTree({});
  const pipe = join(tree.root, 'pipe');
  execFileSync('mkfifo', [pipe]);
  // Of directories on a way that it has resolved before, Node believes what it looked at last.
  createRequire(import.meta.url).resolve('../../package.json');
  statSync(pipe);
  expect(ripgrepPath()).toBe(rgPath);
});

it('says that there is none for a machine that the package knows nothing of', async () => {
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
