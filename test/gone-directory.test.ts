import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { NODE, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const app = (name: string): string => join(import.meta.dirname, `../apps/${name}/dist/main.js`);

/** Runs an app in a directory that is removed just before. */
function runInNone(root: string, app: string, ...words: string[]) {
  const script = 'mkdir gone && cd gone && rmdir ../gone && exec "$@"';
  const args = ['-c', script, 'sh', NODE, app, ...words];
  const { stdout, stderr, status } = spawnSync('sh', args, { cwd: root, input: '', encoding: 'utf8' });
  return { stdout, stderr, status };
}

describe.skipIf(process.platform === 'win32')('in a directory that is gone', () => {
  const complaint = 'The current directory is gone; name another by its whole path, with --workdir\n';

  it('a command and a server say so', async () => {
    await using tree = await openTree();
    expect(runInNone(tree.root, app('cli'), 'view', 'f')).toEqual({
      ...{ stdout: '', stderr: `dragoman: ${complaint}`, status: 2 },
    });
    expect(runInNone(tree.root, app('mcp-stdio'), '--workdir', 'relative')).toEqual({
      ...{ stdout: '', stderr: `dragoman-mcp: ${complaint}`, status: 2 },
    });
  });

  it('both work where another is named', async () => {
    await using tree = await openTree({ f: 'one\n' });
    expect(runInNone(tree.root, app('cli'), 'view', 'f', '--workdir', tree.root)).toMatchObject({
      stdout: '     1\tone\n',
    });
    const args = ['--workdir', tree.root, '--log-level', 'error'];
    expect(runInNone(tree.root, app('mcp-stdio'), ...args)).toEqual({ stdout: '', stderr: '', status: 0 });
  });
});
