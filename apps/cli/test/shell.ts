import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { CLI, NODE, openTree, type Ran, type TemporaryTree } from '@dragoman/testing';
import type { TestContext } from 'vitest';

/** A line of shell that finds `dragoman` as a person at a terminal would call it. */
export interface CommandLine {
  readonly tree: TemporaryTree;
  run(program: string, args: readonly string[]): Promise<Ran>;
}

/** Makes a directory with these files in which programs find the built command as `dragoman`. */
export async function openCommandLine(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<CommandLine & AsyncDisposable> {
  const tree = await openTree(files);
  const programs = await openTree({ dragoman: `#!/bin/sh\nexec '${NODE}' '${CLI}' "$@"\n` });
  spawnSync('chmod', ['+x', programs.path('dragoman')]);
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH: `${programs.root}:${PATH}`, HOME, TERM: 'xterm-256color' };
  return {
    tree,
    async run(program, args) {
      const child = spawn(program, args, { cwd: tree.root, env, stdio: ['ignore', 'pipe', 'pipe'] });
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      return { stdout, stderr, code };
    },
    async [Symbol.asyncDispose]() {
      await programs[Symbol.asyncDispose]();
      await tree[Symbol.asyncDispose]();
    },
  };
}

/** Skips a test on a machine without a program that it needs. */
export function needProgram(context: Pick<TestContext, 'skip'>, program: string): void {
  const isMissing = spawnSync(program, ['--version'], { stdio: 'ignore' }).error !== undefined;
  context.skip(isMissing, `${program} is not installed`);
}
