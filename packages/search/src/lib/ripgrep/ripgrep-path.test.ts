import { execFileSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { openTree } from '@dragoman/testing';
import { rgPath } from '@vscode/ripgrep';
import { describe, expect, it, vi } from 'vitest';
import { locateRipgrep, ripgrepPath } from './ripgrep-path.ts';

it('finds the binary that the package itself exports, even right after the state of a named pipe was read', async () => {
  await using tree = await openTree({});
  const pipe = join(tree.root, 'pipe');
  execFileSync('mkfifo', [pipe]);
  // For a directory that it has resolved before, Node goes by the state that it read last, here that of the pipe.
  createRequire(import.meta.url).resolve('../../../package.json');
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

describe('locateRipgrep', () => {
  const id = `@vscode/ripgrep-${process.platform}-${process.arch}/bin/rg`;
  const installed = { 'app/main.js': '', 'node_modules/@vscode/ripgrep/index.js': '', [`node_modules/${id}`]: '' };
  const manifest = { 'node_modules/@vscode/ripgrep/package.json': '{ "main": "index.js" }' };

  it('finds the binary in a directory above, as Node does', async () => {
    await using tree = await openTree({ ...installed, ...manifest });
    expect(locateRipgrep(pathToFileURL(tree.path('app/main.js')).href)).toBe(tree.path('node_modules', id));
  });

  it('refuses one that another user put there', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root can give files to others');
    await using tree = await openTree({ ...installed, ...manifest });
    chownSync(tree.path('node_modules'), 61_234, 61_234);
    expect(() => locateRipgrep(pathToFileURL(tree.path('app/main.js')).href)).toThrow('is not ours');
  });

  it('takes what belongs to whoever installed the program that asks', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root can give files to others');
    await using tree = await openTree({ ...installed, ...manifest });
    for (const path of ['node_modules', 'app/main.js']) chownSync(tree.path(path), 61_234, 61_234);
    expect(locateRipgrep(pathToFileURL(tree.path('app/main.js')).href)).toBe(tree.path('node_modules', id));
  });
});
