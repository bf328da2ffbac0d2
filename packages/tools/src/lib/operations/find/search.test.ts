import { execFileSync } from 'node:child_process';
import { truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../create-session.ts';
import { type GlobRequest, glob } from './glob.ts';
import { grep } from './grep.ts';
import type { GrepRequest } from './grep-outcome.ts';

const GLOB: GlobRequest = { pattern: '*', kinds: 'files', hidden: true, ignoreFiles: 'all', order: 'path' };
const GREP: GrepRequest = { pattern: 'needle', result: 'lines', hidden: true, ignoreFiles: 'all' };

async function pathsIn(tree: TemporaryTree, request: Partial<GlobRequest> = {}): Promise<string[]> {
  const { entries } = await glob(createSession({ workdir: tree.root }), { ...GLOB, ...request }, {});
  return entries.map(({ path }) => path);
}

async function linesIn(tree: TemporaryTree, request: Partial<GrepRequest> = {}): Promise<string[]> {
  const { files } = await grep(createSession({ workdir: tree.root }), { ...GREP, ...request }, {});
  return files.flatMap(({ path, count, lines }) =>
    lines.length === 0 ? [`${path}:${count}`] : lines.map(({ number, text }) => `${path}:${number}:${text}`),
  );
}

describe('glob', () => {
  it('finds files newest first', async () => {
    await using tree = await openTree({ 'old.ts': '', 'src/new.ts': '', 'src/other.js': '' });
    utimesSync(tree.path('old.ts'), 1_000, 1_000);
    expect(await pathsIn(tree, { pattern: '**/*.ts', order: 'newest' })).toEqual(['src/new.ts', 'old.ts']);
  });

  it('tells where a path that a pattern leads to lies', async () => {
    await using tree = await openTree({ 'src/a.ts': '', 'lib/b.ts': '' });
    const session = createSession({ workdir: tree.root });
    const found = async (pattern: string, path?: string) => {
      const { prefix, entries } = await glob(session, { ...GLOB, pattern, ...(path !== undefined && { path }) }, {});
      return entries.map((entry) => prefix + entry.path);
    };
    expect(await found(`${tree.root}/src/*`)).toEqual(['src/a.ts']);
    expect(await found('../lib/*', 'src')).toEqual([`${tree.root}/lib/b.ts`]);
    expect(await found('*', 'src')).toEqual(['a.ts']);
  });

  it('takes a slash at the end for the wish for a directory', async () => {
    await using tree = await openTree({ 'd/e/f': '' });
    for (const pattern of ['d/e/', `${tree.root}/d/e/`, `${tree.root}/*/e/`]) {
      expect((await pathsIn(tree, { pattern, kinds: 'directories' })).join()).toMatch(/(?:^|\/)e$/);
      expect(await pathsIn(tree, { pattern })).toEqual([]);
    }
    await expect(pathsIn(tree, { pattern: '../' })).rejects.toMatchObject({ code: 'INVALID_PATTERN' });
    await expect(pathsIn(tree, { pattern: '/' })).rejects.toMatchObject({ code: 'INVALID_PATTERN' });
  });

  it('follows ignore files as git does', async () => {
    await using tree = await openTree({
      '.git/info/exclude': 'excluded.txt\n',
      '.gitignore': '*.log\n/build/\ndeep/**/tmp\n',
      'a.log': '',
      'build/x.txt': '',
      'deep/a/b/tmp': '',
      'excluded.txt': '',
      'kept.txt': '',
      'sub/.gitignore': '!keep.log\n',
      'sub/build/x.txt': '',
      'sub/drop.log': '',
      'sub/keep.log': '',
      'sub/.ignore': 'hidden-by-ignore\n',
      'sub/hidden-by-ignore': '',
    });
    expect(await pathsIn(tree)).toEqual([
      '.gitignore',
      'kept.txt',
      'sub/.gitignore',
      'sub/.ignore',
      'sub/build/x.txt',
      'sub/keep.log',
    ]);
  });

  it("follows the user's own ignore file, unless the tree says otherwise", async () => {
    await using home = await openTree({ '.gitconfig': '[core]\n excludesFile = ~/ignored', ignored: '*.swp\n/top\n' });
    await using tree = await openTree({
      '.git/config': '[core]\n bare = false\n',
      '.gitignore': '!kept.swp\n',
      'a.swp': 'needle',
      'kept.swp': 'needle',
      top: 'needle',
      'sub/top': 'needle',
    });
    const session = createSession({ workdir: tree.root, environment: { HOME: home.root } });
    const { entries } = await glob(session, GLOB, {});
    expect(entries.map(({ path }) => path)).toEqual(['.gitignore', 'kept.swp', 'sub/top']);
    const { files } = await grep(session, { ...GREP, result: 'files' }, {});
    expect(files.map(({ path }) => path)).toEqual(['kept.swp', 'sub/top']);
  });

  it('applies the rules above a directory that is searched alone', async () => {
    await using tree = await openTree({
      '.gitignore': '/sub/gone\n*.log\n',
      'sub/gone': '',
      'sub/a.log': '',
      'sub/a': '',
    });
    expect(await pathsIn(tree, { path: 'sub' })).toEqual(['a']);
  });

  it('leaves out .git and node_modules unless they are named', async () => {
    await using tree = await openTree({ '.git/config': '', 'node_modules/a/index.js': '', 'index.js': '' });
    expect(await pathsIn(tree)).toEqual(['index.js']);
    expect(await pathsIn(tree, { pattern: 'node_modules/**/*.js' })).toEqual(['node_modules/a/index.js']);
  });

  it('lists links to files and follows none to directories', async () => {
    await using outside = await openTree({ 'secret.ts': '' });
    await using tree = await openTree({
      'a.ts': '',
      'dir/b.ts': '',
      'dir-link.ts': { link: 'dir' },
      'in.ts': { link: 'a.ts' },
      'out.ts': { link: `${outside.root}/secret.ts` },
      'out-dir': { link: outside.root },
    });
    expect(await pathsIn(tree, { pattern: '**/*.ts' })).toEqual(['a.ts', 'dir/b.ts', 'in.ts']);
  });

  it('survives ignore files that are pipes, links, directories or huge, and counts them', async () => {
    await using tree = await openTree({
      'a.txt': '',
      'link/.gitignore': { link: '/dev/zero' },
      'link/b.txt': '',
      'dir/.gitignore/x': '',
      'dir/c.txt': '',
      'huge/.gitignore': `${'x'.repeat(1024)}\n`.repeat(1024),
      'huge/d.txt': '',
    });
    execFileSync('mkfifo', [tree.path('.ignore')]);
    const outcome = await glob(createSession({ workdir: tree.root }), { ...GLOB, pattern: '*.txt' }, {});
    expect(outcome.entries.map(({ path }) => path)).toEqual(['a.txt', 'dir/c.txt', 'huge/d.txt', 'link/b.txt']);
    expect(outcome.ignoreFilesSkipped).toBe(4);
  });

  it.each(['/etc/*', '../../../../../../etc/*', '/**/passwd'])('refuses %s', async (pattern) => {
    await using tree = await openTree({});
    await expect(pathsIn(tree, { pattern })).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
  });

  it('shows nothing that is denied', async () => {
    await using tree = await openTree({ '.env': '', 'a/.env': '', 'a/b': '', 'secrets/c': '' });
    const session = createSession({ workdir: tree.root, deny: ['**/.env', '**/secrets'] });
    const { entries } = await glob(session, GLOB, {});
    expect(entries).toEqual([{ path: 'a/b', kind: 'file' }]);
  });

  it('stops where it is cancelled', async () => {
    await using tree = await openTree({ a: '' });
    await expect(
      glob(createSession({ workdir: tree.root }), GLOB, { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });
});

describe('grep', () => {
  it('tells how many matches it has found so far', async () => {
    await using tree = await openTree({ a: 'needle\nneedle\n', b: 'needle\n' });
    const told: number[] = [];
    const session = createSession({ workdir: tree.root });
    await grep(session, GREP, { onProgress: ({ done }) => told.push(done) });
    expect(told.at(-1)).toBe(3);
  });

  it('finds lines in text files, in the order of paths', async () => {
    await using tree = await openTree({
      'b.txt': 'one\nneedle two\n',
      'a.txt': 'needle',
      'odd\nname:1.txt': 'needle\r\n',
      'utf16.txt': Buffer.from('\uFEFFfirst\nneedle ü\n', 'utf16le'),
      'marked.txt': '\uFEFFx\nneedle\n',
      binary: 'needle\0',
    });
    expect(await linesIn(tree)).toEqual([
      'a.txt:1:needle',
      'b.txt:2:needle two',
      'marked.txt:2:needle',
      'odd\nname:1.txt:1:needle',
      'utf16.txt:2:needle ü',
    ]);
  });

  it('gives context, marks gaps, and counts', async () => {
    await using tree = await openTree({ a: 'x1\nneedle\nx2\nx3\nx4\nneedle\n', b: 'needle\n'.repeat(3) });
    const outcome = await grep(createSession({ workdir: tree.root }), { ...GREP, before: 1, globs: ['a'] }, {});
    expect(outcome.files[0]?.lines.map(({ kind, number, afterGap }) => [kind, number, afterGap])).toEqual([
      ['context', 1, false],
      ['match', 2, false],
      ['context', 5, true],
      ['match', 6, false],
    ]);
    expect(await linesIn(tree, { result: 'counts', order: 'relevance' })).toEqual(['b:3', 'a:2']);
  });

  it('pages in every mode', async () => {
    await using tree = await openTree({ a: 'needle\nneedle\nneedle\n', b: 'needle\nneedle\n', c: 'needle\n' });
    expect(await linesIn(tree, { offset: 2, limit: 2 })).toEqual(['a:3:needle', 'b:1:needle']);
    expect(await linesIn(tree, { result: 'files', offset: 1, limit: 1 })).toEqual(['b:2']);
    const { total, remaining } = await grep(createSession({ workdir: tree.root }), { ...GREP, limit: 4 }, {});
    expect({ total, remaining }).toEqual({ total: 6, remaining: 2 });
  });

  it('takes no argument for a flag', async () => {
    await using tree = await openTree({ a: '--pre=touch\n-e\n' });
    expect(await linesIn(tree, { pattern: '--pre=touch' })).toEqual(['a:1:--pre=touch']);
    expect(await linesIn(tree, { pattern: '-e', globs: ['--help', 'a'] })).toEqual(['a:2:-e']);
  });

  it.each([
    ['a(', 'unclosed group'],
    ['(?=a', 'missing closing parenthesis'],
    ['a\0', 'it contains a NUL byte'],
    ['x'.repeat(1_000_000), 'it is longer than 65536 bytes'],
  ])('refuses a malformed pattern with a reason (%#)', async (pattern, reason) => {
    await using tree = await openTree({ a: 'a' });
    await expect(linesIn(tree, { pattern })).rejects.toMatchObject({ code: 'INVALID_PATTERN', details: { reason } });
  });

  it('refuses a malformed glob with a reason, in one line', async () => {
    await using tree = await openTree({ a: 'a' });
    const [reason, message] = ["unclosed character class; missing ']'", /^Cannot read glob "\[": .+\]'$/];
    await expect(linesIn(tree, { pattern: 'a', globs: ['['] })).rejects.toMatchObject({
      code: 'INVALID_PATTERN',
      message: expect.stringMatching(message),
      details: { reason },
    });
  });

  it('falls back to PCRE2 where a pattern looks around', async () => {
    await using tree = await openTree({ a: 'needle in hay\nneedle\n' });
    expect(await linesIn(tree, { pattern: 'needle(?= in)' })).toEqual(['a:1:needle in hay']);
  });

  it('gives up on a pattern that backtracks too much, unless it fits elsewhere', async () => {
    await using tree = await openTree({ 'a/x': `${'a'.repeat(60_000)}\n`, b: 'ab\n' });
    const request = { ...GREP, pattern: '(a+)+(?=b)' };
    const session = createSession({ workdir: tree.root });
    await expect(grep(session, { ...request, path: 'a' }, {})).rejects.toMatchObject({
      code: 'INVALID_PATTERN',
      details: { reason: 'it backtracks too much' },
    });
    expect(await grep(session, request, {})).toMatchObject({ files: [{ path: 'b' }], unreadable: 1 });
  });

  it('puts files in the order of time or of relevance', async () => {
    await using tree = await openTree({ 'a/old': 'needle\n', 'b/new': 'needle\n', most: 'needle\nneedle\n', z: 'x' });
    for (const [index, name] of ['most', 'a/old', 'b/new'].entries()) utimesSync(tree.path(name), index, index);
    const order = async (by: GrepRequest['order']) => linesIn(tree, { result: 'files', ...(by && { order: by }) });
    expect(await order(undefined)).toEqual(['a/old:1', 'b/new:1', 'most:2']);
    expect(await order('newest')).toEqual(['b/new:1', 'a/old:1', 'most:2']);
    expect(await order('relevance')).toEqual(['most:2', 'b/new:1', 'a/old:1']);
  });

  it('names near types where one is unknown', async () => {
    await using tree = await openTree({ a: 'needle' });
    await expect(linesIn(tree, { type: 'pyton' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { candidates: expect.arrayContaining(['python']) },
    });
  });

  it('cuts a long line around its match', async () => {
    await using tree = await openTree({ a: `${'é'.repeat(5_000)}needle${'x'.repeat(5_000)}` });
    const [line = ''] = await linesIn(tree);
    expect(line).toContain('éneedlex');
    expect(line.length).toBeLessThan(2_100);
  });

  it('follows ignore files, and survives hostile ones', async () => {
    await using tree = await openTree({
      '.gitignore': 'dist/\n*.log\n',
      'dist/a': 'needle',
      'a.log': 'needle',
      'deep/er/and/deeper/.gitignore': '!a.log\nsecret\n',
      'deep/er/and/deeper/a.log': 'needle',
      'deep/er/and/deeper/secret/b': 'needle',
      'zero/.gitignore': { link: '/dev/zero' },
      'zero/c': 'needle',
    });
    execFileSync('mkfifo', [tree.path('zero/.ignore')]);
    const outcome = await grep(createSession({ workdir: tree.root }), { ...GREP, result: 'files' }, {});
    expect(outcome.files.map(({ path }) => path)).toEqual(['deep/er/and/deeper/a.log', 'zero/c']);
    expect(outcome.ignoreFilesSkipped).toBe(2);
  });

  it('shows nothing that is denied or outside', async () => {
    await using outside = await openTree({ s: 'needle' });
    await using tree = await openTree({
      '.env': 'needle',
      'out.txt': { link: outside.path('s') },
      out: { link: outside.root },
    });
    const session = createSession({ workdir: tree.root, deny: ['**/.env'] });
    expect((await grep(session, GREP, {})).files).toEqual([]);
    await expect(grep(session, { ...GREP, path: outside.root }, {})).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
    await expect(grep(session, { ...GREP, path: '.env' }, {})).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
  });

  it('leaves a binary file out, pointed at or not', async () => {
    await using tree = await openTree({ bin: 'needle\0', text: 'needle' });
    for (const result of ['lines', 'files', 'counts'] as const) {
      expect(await linesIn(tree, { result, path: 'bin' })).toEqual([]);
      expect((await linesIn(tree, { result })).map((line) => line.split(':')[0])).toEqual(['text']);
    }
  });

  it('leaves out a compiled file, but no text with a NUL byte after its beginning', async () => {
    const late = `needle\n${'hay\n'.repeat(1_000_000)}\0\nneedle`;
    await using tree = await openTree({ late, bin: 'needle\n\x7fELF\0\0\0\0\nneedle\n', text: 'needle' });
    expect(await linesIn(tree)).toEqual(['late:1:needle', 'late:1000003:needle', 'text:1:needle']);
    expect(await linesIn(tree, { result: 'counts' })).toEqual(['late:2', 'text:1']);
    expect(await linesIn(tree, { result: 'counts', path: 'late' })).toEqual(['late:2']);
    expect(await linesIn(tree, { result: 'counts', path: 'bin' })).toEqual([]);
    expect(await linesIn(tree, { path: 'bin' })).toEqual([]);
  });

  it.each(['utf16le', 'utf16be'])('counts the lines of %s, where half of the bytes are NUL', async (encoding) => {
    const little = Buffer.from('\ufeffneedle\nhay\nneedle\n', 'utf16le');
    await using tree = await openTree({ f: encoding === 'utf16le' ? little : little.swap16() });
    expect(await linesIn(tree, { result: 'counts', path: 'f' })).toEqual(['f:2']);
    expect(await linesIn(tree, { result: 'counts' })).toEqual(['f:2']);
    expect(await linesIn(tree, { path: 'f' })).toEqual(['f:1:needle', 'f:3:needle']);
  });

  it.each([
    ['one\nneedle', true],
    ['one\nneedle', false],
    ['one\\nneedle', false],
    ['one[\\n]needle', false],
    ['one\\x0aneedle', false],
  ])('says that only a multiline search can match the newline in %j', async (pattern, literal) => {
    await using tree = await openTree({ a: 'one\nneedle\n' });
    const query = { pattern, literal };
    await expect(linesIn(tree, query)).rejects.toMatchObject({
      code: 'INVALID_PATTERN',
      details: { reason: 'it contains a newline, which only a multiline search can match' },
    });
    expect(await linesIn(tree, { ...query, multiline: true })).toEqual(['a:1:one', 'a:2:needle']);
  });

  it.each(['one\\n', 'one\n'])('does not take the end of a line for the newline in %j', async (pattern) => {
    await using tree = await openTree({ a: 'one\nneedle\n', b: 'one\r\nneedle\r\n' });
    await expect(linesIn(tree, { pattern })).rejects.toMatchObject({ code: 'INVALID_PATTERN' });
  });

  it.each(['(?x)one\n!*', '[^\\n]+!', 'one\\n?', '\\x41', 'nothing\\nhere|needle'])(
    'takes %j for a pattern of lines',
    async (pattern) => {
      await using tree = await openTree({ a: 'one\nneedle\n' });
      await expect(linesIn(tree, { pattern })).resolves.toBeInstanceOf(Array);
    },
  );

  it('takes what stands behind the last match of a pattern that may end in a newline for nothing', async () => {
    await using tree = await openTree({ a: 'one\nneedle\n' });
    const query = { pattern: 'needle\\n?' };
    expect(await linesIn(tree, query)).toEqual(['a:2:needle']);
    expect(await linesIn(tree, { ...query, behind: { path: 'a', line: 2 } })).toEqual([]);
  });

  it('shows each part of a match that spans lines', async () => {
    await using tree = await openTree({
      crlf: 'x foo\r\n\r\nbar y\r\n',
      lf: 'x foo\nbar y\n\n\nfoo\n\n\nbar',
      utf16: Buffer.from('\ufeffx foo\n\nbar y\n', 'utf16le'),
    });
    const query = { pattern: 'foo\\s+bar', multiline: true, onlyMatching: true };
    const found = ['crlf:1:foo', 'crlf:3:bar', 'lf:1:foo', 'lf:2:bar', 'lf:5:foo', 'lf:8:bar'];
    expect(await linesIn(tree, query)).toEqual([...found, 'utf16:1:foo', 'utf16:3:bar']);
    expect(await linesIn(tree, { ...query, offset: 2, limit: 3 })).toEqual(found.slice(2, 5));
    expect(await linesIn(tree, { ...query, pattern: '\\n+foo' })).toEqual(['lf:5:foo']);
  });

  it('shows the beginning of a long match where only matches are shown', async () => {
    await using tree = await openTree({ a: `${' '.repeat(5_000)}<${'x'.repeat(5_000)}>` });
    const [line] = await linesIn(tree, { pattern: '<x+>', onlyMatching: true });
    expect(line?.slice(0, 8)).toBe('a:1:<xxx');
  });

  it('searches one file in the encoding that it has', async () => {
    await using tree = await openTree({
      'latin.txt': Buffer.from('Stra\xdfe nach K\xf6ln\nneedle\n'.repeat(20), 'latin1'),
      'utf16.txt': Buffer.from('Größe needle\n', 'utf16le'),
    });
    expect((await linesIn(tree, { path: 'latin.txt', pattern: 'köln', ignoreCase: true, limit: 1 })).at(0)).toBe(
      'latin.txt:1:Straße nach Köln',
    );
    expect(await linesIn(tree, { path: 'utf16.txt', pattern: 'ö.*needle' })).toEqual(['utf16.txt:1:Größe needle']);
    expect(await linesIn(tree, { path: 'latin.txt', pattern: 'ß', result: 'counts' })).toEqual(['latin.txt:20']);
    expect(await linesIn(tree, { pattern: 'Größe', encoding: 'utf-16le' })).toEqual(['utf16.txt:1:Größe needle']);
  });

  it.each([
    [{ globs: ['x'.repeat(1_000_000)] }, 'INVALID_PATTERN'],
    [{ globs: ['a\0'] }, 'INVALID_PATTERN'],
    [{ type: 'x'.repeat(1_000_000) }, 'INVALID_ARGUMENT'],
    [{ type: 'a\0' }, 'INVALID_ARGUMENT'],
    [{ type: '--pre' }, 'INVALID_ARGUMENT'],
    [{ encoding: 'a\0' }, 'INVALID_ARGUMENT'],
    [{ encoding: 'nope' }, 'INVALID_ARGUMENT'],
  ])('refuses what cannot be an argument (%#)', async (request, code) => {
    await using tree = await openTree({ a: 'needle' });
    await expect(linesIn(tree, request)).rejects.toMatchObject({ code });
  });

  it.each([
    '(a+)+$',
    '(a|aa)+b',
    '(?=(a+)+b)',
    '(a*)*c(?=d)',
    'a{1000}{1000}',
    '(a{1,1000}){1,1000}',
    '\\p{L}{1000}',
    '.*'.repeat(5_000),
    '('.repeat(20_000),
    `${'(?:'.repeat(300)}a${')'.repeat(300)}`,
    `[${'a-z'.repeat(20_000)}]`,
  ])('ends soon whatever the pattern (%#)', { timeout: 30_000 }, async (pattern) => {
    await using tree = await openTree({ a: `${'a'.repeat(60_000)}\n` });
    try {
      expect(await linesIn(tree, { pattern, result: 'counts', timeLimitMs: 5_000 })).not.toBe(null);
    } catch (error) {
      expect(error).toMatchObject({ code: 'INVALID_PATTERN', message: expect.stringMatching(/^[^\n]*$/) });
    }
  });

  it('says how many lines are left where no limit was given', async () => {
    await using tree = await openTree({ a: 'needle\n'.repeat(300_000) });
    const { files, total, remaining } = await grep(createSession({ workdir: tree.root }), GREP, {});
    expect({ shown: files[0]?.lines.length, total, remaining }).toEqual({
      shown: 250_000,
      total: 300_000,
      remaining: 50_000,
    });
    const rest = await grep(createSession({ workdir: tree.root }), { ...GREP, offset: 299_999 }, {});
    expect(rest.files[0]?.lines.map(({ number }) => number)).toEqual([300_000]);
  });

  it('tells how many files are too large for matches that span lines', async () => {
    await using tree = await openTree({
      'big.log': '',
      'big.txt': '',
      'small.txt': 'needle\nneedle\n',
      '.gitignore': '*.tmp',
      'big.tmp': '',
    });
    for (const name of ['big.log', 'big.txt', 'big.tmp']) truncateSync(tree.path(name), 65 * 1024 * 1024);
    const request = { ...GREP, pattern: 'needle.needle', multiline: true };
    const session = createSession({ workdir: tree.root });
    const tooLarge = async (more: Partial<GrepRequest>) => (await grep(session, { ...request, ...more }, {})).tooLarge;
    expect(await tooLarge({})).toBe(2);
    expect(await tooLarge({ globs: ['*.txt'] })).toBe(1);
    expect(await tooLarge({ globs: ['!*.txt'] })).toBe(1);
    expect(await tooLarge({ type: 'txt' })).toBe(1);
    expect(await tooLarge({ type: 'all' })).toBe(2);
    expect(await tooLarge({ type: 'md', globs: ['*.txt'] })).toBe(1);
    expect(await tooLarge({ multiline: false, pattern: 'needle' })).toBe(0);
    await expect(tooLarge({ path: 'big.txt' })).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      details: { limit: 64 * 1024 * 1024, size: 65 * 1024 * 1024 },
    });
  });

  it('shows lines of UTF-16 wherever they stand in a file of any size', { timeout: 60_000 }, async () => {
    const text = `\uFEFF${`${'x'.repeat(999)}\n`.repeat(35_000)}the needle ü\n`;
    await using tree = await openTree({ a: Buffer.from(text, 'utf16le') });
    expect(await linesIn(tree)).toEqual(['a:35001:the needle ü']);
  });

  describe('with a limit', () => {
    const processes = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

    it('ends the search of a file that holds much more', async () => {
      await using tree = await openTree({ a: 'needle\n'.repeat(500_000) });
      const request = { ...GREP, path: 'a', limit: 2, offset: 1 };
      const outcome = await grep(createSession({ workdir: tree.root }), request, {});
      expect(outcome.files[0]?.lines.map(({ number }) => number)).toEqual([2, 3]);
      expect(outcome.isCounted).toBe(false);
      expect(outcome.total).toBeLessThan(100_000);
      await expect.poll(processes).toBe(0);
    });

    it('ends a search in a tree that holds much more, pages through it in order, and counts it for an order', {
      timeout: 60_000,
    }, async () => {
      const names = ['b', 'a', 'a/b', 'a.b', 'a-b', 'a b', 'a0', '\u{1f600}', '\uffee', 'z'];
      const files = names.flatMap((name) =>
        Array.from({ length: 600 }, (_, index) => [`${name}${name === 'a' ? '/x' : ''}${index}`, 'needle\nneedle\n']),
      );
      await using tree = await openTree(Object.fromEntries(files));
      const session = createSession({ workdir: tree.root });
      for (const result of ['lines', 'files', 'counts'] as const) {
        const whole = (await grep(session, { ...GREP, result }, {})).files.map(({ path }) => path);
        expect(whole, result).toHaveLength(files.length);
        for (const offset of [0, 700]) {
          const outcome = await grep(session, { ...GREP, result, limit: 3, offset }, {});
          const first = result === 'lines' ? offset / 2 : offset;
          const shown = whole.slice(first, first + (result === 'lines' ? 2 : 3));
          expect({ result, paths: outcome.files.map(({ path }) => path) }).toEqual({ result, paths: shown });
          expect(outcome.isCounted, result).toBe(false);
        }
        await expect.poll(processes).toBe(0);
      }
      // An order needs all.
      writeFileSync(tree.path('most'), 'needle\n'.repeat(3));
      const outcome = await grep(session, { ...GREP, result: 'files', order: 'relevance', limit: 1 }, {});
      expect(outcome).toMatchObject({ files: [{ path: 'most' }], isCounted: true, total: files.length + 1 });
    });
  });

  it('marks what it found as incomplete where its time is over', async () => {
    await using tree = await openTree({ a: 'needle\n'.repeat(300_000) });
    const outcome = await grep(createSession({ workdir: tree.root }), { ...GREP, timeLimitMs: 0 }, {});
    expect(outcome).toMatchObject({ kind: 'grep', incomplete: true });
  });

  it('runs no more processes than there are cores, and ends those of a call that is cancelled', async () => {
    await using tree = await openTree({ a: 'needle\n'.repeat(2_000) });
    const session = createSession({ workdir: tree.root });
    const processes = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
    const seen: number[] = [];
    const stop = new AbortController();
    const calls = Array.from({ length: 20 }, (_, index) => {
      const onProgress = () => seen.push(processes());
      return grep(session, GREP, index % 2 === 0 ? { onProgress } : { signal: stop.signal });
    });
    stop.abort();
    const ends = await Promise.allSettled(calls);
    expect(ends.map(({ status }) => status)).toEqual(calls.map((_, at) => (at % 2 === 0 ? 'fulfilled' : 'rejected')));
    // One that was killed may take a moment to be gone.
    expect(Math.max(...seen)).toBeLessThanOrEqual(2 * availableParallelism());
    await expect.poll(processes).toBe(0);
  });

  it('names the glob that is malformed', async () => {
    await using tree = await openTree({ a: 'needle' });
    await expect(linesIn(tree, { globs: ['['] })).rejects.toMatchObject({
      code: 'INVALID_PATTERN',
      details: { pattern: '[' },
    });
  });

  it('finds and searches files whose names are not UTF-8', { skip: process.platform !== 'linux' }, async () => {
    await using tree = await openTree({});
    const name = Buffer.from(`${tree.root}/caf\xe9.txt`, 'latin1');
    writeFileSync(name, 'needle');
    expect(await pathsIn(tree)).toEqual(['caf\udce9.txt']);
    expect(await linesIn(tree)).toEqual(['caf\udce9.txt:1:needle']);
    expect(await linesIn(tree, { result: 'files' })).toEqual(['caf\udce9.txt:1']);
  });

  it('searches one file, and one that a link leads to', async () => {
    await using tree = await openTree({ 'sub/a.txt': 'needle\n', link: { link: 'sub/a.txt' }, other: 'needle' });
    expect(await linesIn(tree, { path: 'sub/a.txt' })).toEqual(['a.txt:1:needle']);
    expect(await linesIn(tree, { path: 'link' })).toEqual(['link:1:needle']);
  });

  it('stops where it is cancelled', async () => {
    await using tree = await openTree({ a: 'needle' });
    const call = { signal: AbortSignal.abort() };
    await expect(grep(createSession({ workdir: tree.root }), GREP, call)).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
