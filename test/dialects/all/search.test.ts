import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, ftruncateSync, openSync, rmSync } from 'node:fs';
import { type Dialect, openTree, serve } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

describe('a search in a hostile tree', { timeout: 60_000 }, () => {
  it('is neither stalled nor steered by ignore files that are none', async () => {
    await using outside = await openTree({ rules: '*\n' });
    await using tree = await openTree({
      'zero/.gitignore': { link: '/dev/zero' },
      'zero/.ignore': { link: '/dev/zero' },
      'zero/a.txt': 'needle',
      'out/.gitignore': { link: outside.path('rules') },
      'out/a.txt': 'needle',
      'dir/.gitignore/x': '',
      'dir/a.txt': 'needle',
      'gigabyte/a.txt': 'needle',
      'pipe/a.txt': 'needle',
      '.git/info/x': '',
    });
    for (const pipe of ['pipe/.gitignore', '.git/info/exclude']) execFileSync('mkfifo', [tree.path(pipe)]);
    const fd = openSync(tree.path('gigabyte/.gitignore'), 'w');
    ftruncateSync(fd, 1024 ** 3);
    closeSync(fd);
    await using server = await serve('editor', tree);
    const found = ['dir/a.txt', 'gigabyte/a.txt', 'out/a.txt', 'pipe/a.txt', 'zero/a.txt'];
    const grep = await server.call('grep', { pattern: 'needle' });
    expect(grep.text.split('\n')).toEqual(found);
    expect(grep.outcome).toMatchObject({ ignoreFilesSkipped: 7, incomplete: false });
    const glob = await server.call('glob', { pattern: '**/*.txt' });
    expect(glob.text.split('\n').sort()).toEqual(found);
    expect(glob.outcome).toMatchObject({ ignoreFilesSkipped: 7, incomplete: false });
  });

  it.each([
    ['a file', 'dir/a.txt', 'a.txt'],
    ['a link to a file, which is named as asked', 'link', 'link'],
    ['a link to a directory', 'door', 'a.txt'],
    ['an empty directory', 'empty', 'No matches found'],
  ])('searches %s', async (_, path, found) => {
    await using tree = await openTree({
      'dir/a.txt': 'needle',
      link: { link: 'dir/a.txt' },
      door: { link: 'dir' },
      'empty/x': '',
    });
    rmSync(tree.path('empty/x'));
    await using server = await serve('editor', tree);
    expect((await server.call('grep', { pattern: 'needle', path })).text).toContain(found);
    const listed = await server.call('glob', { pattern: '*', path });
    if (path === 'door' || path === 'empty') {
      expect(listed.text).toBe(path === 'door' ? 'a.txt' : 'No files found');
    } else expect(listed).toMatchObject({ isError: true, error: { code: 'NOT_DIRECTORY' } });
  });

  it("leaves out what the user's own ignore file excludes, in a repository", async () => {
    await using home = await openTree({ '.config/git/ignore': '*.swp\n' });
    await using tree = await openTree({ '.git/HEAD': '', 'a.txt': 'needle', 'a.txt.swp': 'needle' });
    const env = { HOME: home.root, XDG_CONFIG_HOME: '' };
    const found = async (dialect: Dialect, tool: string, args: Record<string, unknown>) => {
      await using server = await serve(dialect, tree, { env });
      return (await server.call(tool, args)).text.match(/a\.txt[.a-z]*/g);
    };
    expect(await found('editor', 'glob', { pattern: '*' })).toEqual(['a.txt']);
    expect(await found('editor', 'grep', { pattern: 'needle' })).toEqual(['a.txt']);
    expect(await found('gemini', 'glob', { pattern: 'a*' })).toEqual(['a.txt']);
    // ripgrep matches the one; what only JavaScript means is matched without it.
    for (const pattern of ['needle', '(n)eedle(?!\\1)']) {
      expect(await found('gemini', 'search_file_content', { pattern })).toEqual(['a.txt']);
    }
  });

  it('runs nothing that an argument, the environment or a configuration names', async () => {
    await using tree = await openTree({
      'a.txt': '--pre=touch pwned\n-f/etc/passwd\n',
      '.ripgreprc': '--pre=touch\n--invert-match\n',
      '.git/config': '[core]\n\tfsmonitor = touch pwned\n\texcludesFile = rules\n',
      rules: '*\n',
    });
    const env = { RIPGREP_CONFIG_PATH: tree.path('.ripgreprc'), HOME: tree.root };
    await using server = await serve('editor', tree, { env, args: ['.'] });
    const lines = async (args: Record<string, unknown>) =>
      (await server.call('grep', { output_mode: 'content', include: 'a.txt', ...args })).text;
    expect(await lines({ pattern: '--pre=touch' })).toBe('a.txt:1:--pre=touch pwned');
    expect(await lines({ pattern: '-f/etc/passwd' })).toBe('a.txt:2:-f/etc/passwd');
    expect(await lines({ pattern: '--files' })).toBe('No matches found');
    expect(await lines({ pattern: 'touch', include: '--pre=x' })).toBe('No matches found');
    const type = await server.call('grep', { pattern: 'touch', type: '--pre=x' });
    expect(type).toMatchObject({ isError: true, error: { code: 'INVALID_ARGUMENT' } });
    expect(existsSync(tree.path('pwned'))).toBe(false);
  });

  it('answers others while a pattern takes its time', async () => {
    await using tree = await openTree({ a: `${'a'.repeat(60_000)}\n`, b: 'b' });
    await using server = await serve('editor', tree);
    const slow = ['(a{1,1000}){1,1000}', '(?=(a+)+b)', `${'{a,b}'.repeat(9)}`].map((pattern) =>
      server.call('grep', { pattern, output_mode: 'count' }),
    );
    expect((await server.call('view', { path: 'b' })).text).toBe('     1\tb');
    expect(await Promise.all(slow)).toHaveLength(3);
  });
});
