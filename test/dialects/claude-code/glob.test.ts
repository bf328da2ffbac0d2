import { utimesSync } from 'node:fs';
import { type ServedDialect, serve } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

type Args = Readonly<Record<string, unknown>>;

/** Paths that `Glob` lists, relative to the served tree. */
async function found(server: ServedDialect, pattern: string, args: Args = {}): Promise<string[]> {
  const { text, isError } = await server.call('Glob', { pattern, ...args });
  expect(isError).toBe(false);
  return text.startsWith('No files found')
    ? []
    : text.split('\n').map((path) => path.replace(`${server.tree.root}/`, ''));
}

const sorted = async (paths: Promise<string[]>) => (await paths).toSorted();

describe('Glob', () => {
  it('finds files matching glob patterns', async () => {
    await using server = await serve('claude-code', { 'a.ts': '', 'b.js': '', 'src/c.ts': '', 'src/d.ts/e': '' });
    expect(await sorted(found(server, 'src/*.ts'))).toEqual(['src/c.ts']);
    expect(await sorted(found(server, '{a,b}.{ts,js}'))).toEqual(['a.ts', 'b.js']);
    const { text, isError, outcome } = await server.call('Glob', { pattern: '*.py' });
    expect([text, isError]).toEqual(['No files found', false]);
    expect(outcome).toMatchObject({ kind: 'glob', pattern: '*.py', path: server.tree.root, total: 0 });
  });

  it('supports ** for recursive matching', async () => {
    await using server = await serve('claude-code', {
      'a.py': '',
      'p/b.py': '',
      'p/q/r/c.py': '',
      'p/q/d.pyc': '',
      'x/q/e.py': '',
    });
    expect(await sorted(found(server, '**/*.py'))).toEqual(['a.py', 'p/b.py', 'p/q/r/c.py', 'x/q/e.py']);
    expect(await sorted(found(server, '**/q/**/*.py'))).toEqual(['p/q/r/c.py', 'x/q/e.py']);
    expect(await sorted(found(server, 'p/**'))).toEqual(['p/b.py', 'p/q/d.pyc', 'p/q/r/c.py']);
  });

  it('supports * for single-level matching', async () => {
    await using server = await serve('claude-code', { 'a.py': '', 'p/b.py': '', 'p/q/c.py': '' });
    expect(await found(server, '*.py')).toEqual(['a.py']);
    expect(await found(server, '*/*.py')).toEqual(['p/b.py']);
    expect(await found(server, 'p/*/c.py')).toEqual(['p/q/c.py']);
  });

  it('supports ? for a single character', async () => {
    await using server = await serve('claude-code', { a1: '', a12: '', a: '', aé: '', 'a😀': '', 'x/a1': '' });
    expect(await sorted(found(server, 'a?'))).toEqual(['a1', 'aé', 'a😀'].toSorted());
  });

  it('supports [abc] character classes', async () => {
    await using server = await serve('claude-code', { a1: '', b1: '', c1: '', d1: '', '[x]': '' });
    expect(await sorted(found(server, '[abd]1'))).toEqual(['a1', 'b1', 'd1']);
    expect(await sorted(found(server, '[a-c]1'))).toEqual(['a1', 'b1', 'c1']);
    expect(await sorted(found(server, '[!a-c]1'))).toEqual(['d1']);
    expect(await found(server, '[[]x[]]')).toEqual(['[x]']);
  });

  it('searches from the specified directory or the working directory', async () => {
    await using server = await serve('claude-code', { 'a.ts': '', 'd/a.ts': '', 'd/e/a.ts': '' });
    expect(await found(server, '*.ts')).toEqual(['a.ts']);
    expect(await found(server, '*.ts', { path: '' })).toEqual(['a.ts']);
    expect(await found(server, '*.ts', { path: server.path('d') })).toEqual(['d/a.ts']);
    expect(await found(server, '*.ts', { path: 'd/e' })).toEqual(['d/e/a.ts']);
    expect(await found(server, '../*.ts', { path: server.path('d') })).toEqual(['a.ts']);
    expect((await server.call('Glob', { pattern: '*', path: server.path('none') })).error.code).toBe('NOT_FOUND');
    expect((await server.call('Glob', { pattern: '*', path: server.path('a.ts') })).error.code).toBe('NOT_DIRECTORY');
  });

  it('takes an absolute pattern that lies inside, and refuses one outside', async () => {
    await using server = await serve('claude-code', { 'd/a.ts': '', 'd/e/b.ts': '', '[x]/c.ts': '' });
    expect(await sorted(found(server, server.path('d/**/*.ts')))).toEqual(['d/a.ts', 'd/e/b.ts']);
    expect(await found(server, server.path('d/a.ts'))).toEqual(['d/a.ts']);
    expect(await found(server, server.path('d/*.ts'), { path: server.path('[x]') })).toEqual(['d/a.ts']);
    expect(await found(server, server.path('none/*.ts'))).toEqual([]);
    expect(await found(server, server.path('d/a.ts/*'))).toEqual([]);
    for (const directory of ['d', 'd/', 'd/e/']) {
      expect(await found(server, `${server.tree.root}/${directory}`)).toEqual([]);
    }
    for (const pattern of ['/etc/*', '/**/passwd', '../../../../../../../etc/*', '/no/such/place/*']) {
      const { error, text } = await server.call('Glob', { pattern });
      expect([pattern, error.code]).toEqual([pattern, 'ACCESS_DENIED']);
      expect(text).toMatch(/^Access denied: /);
    }
  });

  it('returns files sorted by modification time, newest first', async () => {
    await using server = await serve('claude-code', { old: '', 'd/new': '', middle: '', 'tie-b': '', 'tie-a': '' });
    const times = { old: 1000, 'd/new': 5000, middle: 3000, 'tie-b': 4000, 'tie-a': 4000 };
    for (const [name, time] of Object.entries(times)) utimesSync(server.path(name), time, time);
    expect(await found(server, '**')).toEqual(['d/new', 'tie-a', 'tie-b', 'middle', 'old']);
  });

  it('limits results to a configurable maximum, and says that it did', async () => {
    const files = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`f${index}`, '']));
    await using server = await serve('claude-code', files);
    const { text, outcome } = await server.call('Glob', { pattern: '*' });
    expect(text.split('\n')).toHaveLength(1001);
    expect(text).toMatch(/\nTruncated: 1000 of 1001 paths shown\. Narrow the pattern to see the rest\.$/);
    expect(outcome).toMatchObject({ shown: 1000, total: 1001 });
    await using narrow = await serve('claude-code', { a: '', b: '', c: '' }, { args: ['--max-results', '2'] });
    expect((await narrow.call('Glob', { pattern: '*' })).text.split('\n')).toHaveLength(3);
  });

  it('excludes hidden files unless the pattern names a dot segment or --hidden is on', async () => {
    const tree = { a: '', '.b': '', '.c/d': '', 'e/.f': '', '.c/.g': '' };
    await using server = await serve('claude-code', tree);
    expect(await found(server, '**')).toEqual(['a']);
    expect(await found(server, '*')).toEqual(['a']);
    expect(await found(server, '.*')).toEqual(['.b']);
    expect(await sorted(found(server, '**/.*'))).toEqual(['.b', '.c/.g', 'e/.f']);
    expect(await sorted(found(server, '.c/**'))).toEqual(['.c/.g', '.c/d']);
    expect(await sorted(found(server, '{a,.b}'))).toEqual(['.b', 'a']);
    expect(await found(server, '*', { path: '.c' })).toEqual(['.c/d']);
    expect(await found(server, './*')).toEqual(['a']);
    await using open = await serve('claude-code', tree, { args: ['--hidden'] });
    expect(await sorted(found(open, '**'))).toEqual(['.b', '.c/.g', '.c/d', 'a', 'e/.f']);
  });

  it('does not take the place of the tree for a hidden name in the pattern', async () => {
    await using server = await serve('claude-code', { '.t/a': '', '.t/.b': '' });
    await using inner = await serve(
      'claude-code',
      {},
      { args: ['--workdir', server.path('.t'), '--allow-dir', server.path('.t')] },
    );
    expect((await inner.call('Glob', { pattern: server.path('.t/*') })).text).toBe(server.path('.t/a'));
  });

  it('excludes common ignore patterns (.git, node_modules, __pycache__) and what ignore files name', async () => {
    await using server = await serve('claude-code', {
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.gitignore': '*.log\n',
      '.ignore': 'secret\n',
      'a.log': '',
      'a.py': '',
      'd/node_modules/m.js': '',
      'd/__pycache__/a.pyc': '',
      'node_modules/m.js': '',
      secret: '',
    });
    expect(await found(server, '**')).toEqual(['a.py']);
    expect(await found(server, '**/*.{js,pyc,log}')).toEqual([]);
    expect(await found(server, 'node_modules/*.js')).toEqual(['node_modules/m.js']);
    await using open = await serve('claude-code', { '.git/HEAD': '', a: '' }, { args: ['--hidden'] });
    expect(await found(open, '**')).toEqual(['a']);
  });

  it('returns absolute paths', async () => {
    await using server = await serve('claude-code', { 'd/a': '', 'new\nline': '' });
    expect((await server.call('Glob', { pattern: '**/a' })).text).toBe(server.path('d/a'));
    expect((await server.call('Glob', { pattern: 'new*' })).text).toBe(server.path('new\\nline'));
  });

  it('follows no link to a directory', async () => {
    await using server = await serve('claude-code', {
      'd/a': '',
      'd/loop': { link: '.' },
      e: { link: 'd' },
      'to-a': { link: 'd/a' },
    });
    expect(await sorted(found(server, '**'))).toEqual(['d/a', 'to-a']);
  });

  const refusals = [
    [{}, '"pattern" is required'],
    [{ pattern: 1 }, '"pattern"'],
    [{ pattern: '*', pth: 'd' }, '"pth" is not one of this tool\'s; did you mean "path"?'],
  ] as const;
  it('refuses arguments by their names', async () => {
    await using server = await serve('claude-code');
    for (const [args, words] of refusals) {
      const { error, text } = await server.call('Glob', args);
      expect([args, error.code, text]).toEqual([args, 'INVALID_ARGUMENT', expect.stringContaining(words)]);
    }
  });

  it('refuses a pattern that is none', async () => {
    await using server = await serve('claude-code');
    for (const pattern of ['', '\u0000', '*'.repeat(5000)]) {
      expect((await server.call('Glob', { pattern })).error.code).toBe('INVALID_PATTERN');
    }
  });
});
