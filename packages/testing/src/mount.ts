import { execFileSync } from 'node:child_process';
import type { TestContext } from 'vitest';

/**
 * Mounts a file system until the test's scope ends; skips the test where this machine does not allow it.
 * @param args those of mount(8), the directory last
 */
export function mount(context: Pick<TestContext, 'skip'>, ...args: readonly string[]): Disposable {
  try {
    execFileSync('mount', args, { stdio: 'pipe' });
  } catch (error) {
    context.skip(`mount ${args.join(' ')}: ${error instanceof Error ? error.message : ''}`);
  }
  const directory = args.at(-1) ?? '';
  // Lazily, since what is under test may keep descriptors of it.
  return { [Symbol.dispose]: () => execFileSync('umount', ['--lazy', directory]) };
}
