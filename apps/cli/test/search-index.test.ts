import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { CLI, dragoman, NODE, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const NODES = { 'tree/a': 'needle\n', 'tree/b/c': 'hay\n', cache: null };

// An index is of use where the kernel tells of every store: /tmp may be another file system.
describe.skipIf(process.platform !== 'linux')('dragoman index', () => {
  it('builds an index, tells what became of it, and removes it', async (context) => {
    await using place = await openTree(NODES);
    const cwd = place.path('tree');
    const env = { XDG_CACHE_HOME: place.path('cache') };
    const run = (...args: string[]) => dragoman(['index', ...args], { main: CLI, cwd, env });
    const none = await run('status');
    expect(none).toMatchObject({ stderr: '', code: 1 });
    expect(existsSync(place.path('cache/dragoman/index'))).toBe(false);
    if (none.stdout.includes('its file system')) return context.skip('no file system that reports every store');
    expect(none.stdout).toBe(`${cwd}: no index; dragoman index build makes one\n`);
    const built = await run('build');
    expect(built).toMatchObject({ stderr: '', code: 0 });
    expect(built.stdout).toMatch(
      /^\/.+: index of 2 files, 0\.\d MB, 0 min old; \d not covered, \d directories changed\n$/,
    );
    writeFileSync(place.path('tree/b/new'), '');
    const [status] = JSON.parse((await run('status', cwd, '--json')).stdout);
    expect(status).toMatchObject({ root: cwd, index: { files: 2 } });
    expect(status.index.changedDirectories).toBeGreaterThan(0);
    expect((await run('status', '--deny', '**/a')).stdout).toContain('no index;');
    expect((await run('status', '--index', 'off')).stdout).toBe(`${cwd}: no index is used: --index is off\n`);
    expect((await run('clear', place.path('cache'))).stdout).toBe('0 removed\n');
    expect(await run('clear', cwd)).toMatchObject({ stdout: '1 removed\n', code: 0 });
    expect(JSON.parse((await run('clear', '--json')).stdout)).toEqual({ removed: 0 });
    expect(readdirSync(place.path('cache/dragoman/index'))).toEqual([]);
  });

  it('keeps indexes where the option says', async (context) => {
    await using place = await openTree(NODES);
    const cwd = place.path('tree');
    const built = await dragoman(['index', 'build', '--index', place.path('mine')], { cwd });
    if (built.stdout.includes('its file system')) return context.skip('no file system that reports every store');
    expect(built).toMatchObject({ stderr: '', code: 0 });
    const indexes = place.path('mine/dragoman/index');
    const [name = ''] = readdirSync(indexes);
    expect(readdirSync(`${indexes}/${name}`)).toContain('manifest');
    // And no tool of a session that is told of them shows them.
    const env = { DRAGOMAN_ALLOW_DIR: place.root, DRAGOMAN_INDEX: place.path('mine') };
    for (const path of [indexes, `${indexes}/${name}/manifest`])
      expect(await dragoman(['view', path], { cwd: place.root, env })).toMatchObject({ stdout: '', code: 1 });
  });

  it('opens nothing that is denied', async (context) => {
    await using place = await openTree({
      ...{ 'tree/a': 'needle\n', 'tree/secret-1': 'x', 'tree/b/secret-2/c': 'x', 'tree/.netrc': 'x', cache: null },
    });
    const trace = place.path('trace');
    const words = ['index', 'build', '--deny', '**/secret-*'];
    try {
      // Every system call that takes a path, of every thread.
      execFileSync('strace', ['-f', '-qq', '-e', 'trace=%file', '-o', trace, NODE, CLI, ...words], {
        ...{ cwd: place.path('tree'), stdio: 'pipe' },
        env: { ...process.env, XDG_CACHE_HOME: place.path('cache') },
      });
    } catch (error) {
      context.skip(`strace: ${error instanceof Error ? error.message : ''}`);
    }
    const opened = readFileSync(trace, 'utf8')
      .split('\n')
      .flatMap((line) => /open(?:at|at2)?\(.*?"(.*?)"/.exec(line)?.[1] ?? []);
    expect(opened.filter((path) => path.endsWith('/a'))).not.toEqual([]);
    expect(opened.filter((path) => /secret-|\.netrc/.test(path))).toEqual([]);
  });

  it.each([
    [['status', 'gone'], /^dragoman: .*gone.*\n$/],
    [['status', '--index', 'tree/a'], /^dragoman: --index: .*not a directory\n$/],
    [['frobnicate'], /^dragoman: dragoman index needs one of status, build, clear\n$/],
    [[], /^dragoman: dragoman index needs one of status, build, clear\n$/],
    [['build', 'a', 'b'], /^dragoman: Unexpected argument "b"\n$/],
  ])('refuses %j in one line', async (args, complaint) => {
    await using place = await openTree(NODES);
    const ran = await dragoman(['index', ...args], { cwd: place.root, env: { XDG_CACHE_HOME: place.path('cache') } });
    expect(ran).toMatchObject({ stdout: '', code: 2, stderr: expect.stringMatching(complaint) });
  });

  it('is refused by tools for a directory that is none', async () => {
    await using place = await openTree(NODES);
    const ran = await dragoman(['grep', 'needle', '--index', 'tree/a'], { cwd: place.root });
    expect(ran).toMatchObject({ stdout: '', code: 2, stderr: expect.stringMatching(/^dragoman: --index: [^\n]+\n$/) });
  });
});
