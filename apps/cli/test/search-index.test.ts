import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dragoman, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const NODES = { 'tree/a': 'needle\n', 'tree/b/c': 'hay\n', cache: null };

// An index is of use where the kernel tells of every store: /tmp may be another file system.
describe.skipIf(process.platform !== 'linux')('dragoman index', () => {
  it('builds an index, tells what became of it, and removes it', async () => {
    await using place = await openTree(NODES);
    const cwd = place.path('tree');
    const env = { XDG_CACHE_HOME: place.path('cache') };
    const run = (...args: string[]) => dragoman(['index', ...args], { cwd, env });
    const none = await run('status');
    expect(none).toMatchObject({ stderr: '', code: 1 });
    expect(existsSync(place.path('cache/dragoman/index'))).toBe(false);
    if (none.stdout.includes('its file system')) return;
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

  it('keeps indexes where the option says', async () => {
    await using place = await openTree(NODES);
    const cwd = place.path('tree');
    const { code } = await dragoman(['index', 'build', '--index', place.path('mine')], { cwd });
    if (code === 0) expect(readdirSync(place.path('mine/dragoman/index'))).toHaveLength(1);
    // And no tool shows them.
    const env = { DRAGOMAN_ALLOW_DIR: place.root };
    const shown = await dragoman(['view', place.path('mine/dragoman/index')], { cwd: place.root, env });
    expect(shown).toMatchObject({ stdout: '', code: 1 });
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
