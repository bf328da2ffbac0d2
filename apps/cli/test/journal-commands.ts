import { CLI, dragoman, type TemporaryTree } from '@dragoman/testing';

/**
 * The command line in the directory `work` of a tree, with a journal beside it.
 * @param more variables for commands that are processes of their own, as Node obeys them
 */
export function commandsIn(tree: TemporaryTree, more?: Readonly<Record<string, string>>) {
  const workdir = tree.path('work');
  const env = { XDG_STATE_HOME: tree.path('state'), TZ: 'UTC', ...more };
  const run = (...args: string[]) => dragoman(args, { env, cwd: workdir, ...(more && { main: CLI }) });
  const ids = async (...args: string[]): Promise<string[]> => {
    const { stdout } = await run('log', '--json', ...args);
    return JSON.parse(stdout).map(({ id }: { id: string }) => id);
  };
  return { workdir, run, ids, call: (...args: string[]) => run('--journal', ...args) };
}
