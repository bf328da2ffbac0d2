import { utimesSync } from 'node:fs';
import { lines, type ServedDialect, serve } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

type Args = Readonly<Record<string, unknown>>;

/** The lines that `Grep` shows, with paths relative to the served tree. */
async function found(server: ServedDialect, pattern: string, args: Args = {}): Promise<string[]> {
  const { text, isError } = await server.call('Grep', { pattern, ...args });
  expect([isError, isError ? text : '']).toEqual([false, '']);
  return text === 'No matches found' ? [] : text.split('\n').map((path) => path.replace(`${server.tree.root}/`, ''));
}

const content = (server: ServedDialect, pattern: string, args: Args = {}) =>
  found(server, pattern, { output_mode: 'content', ...args });

describe('Grep', () => {
  it('searches file contents with regex patterns', async () => {
    await using server = await serve('claude-code', { 'a.ts': 'const x = 1;\nlet y;\n', 'd/b.ts': 'const yy = 22;\n' });
    expect(await content(server, '^const \\w+ = \\d{2,};$')).toEqual(['d/b.ts:1:const yy = 22;']);
    expect(await content(server, 'x|let')).toEqual(['a.ts:1:const x = 1;', 'a.ts:2:let y;']);
    expect(await content(server, '(?<=const )x')).toEqual(['a.ts:1:const x = 1;']);
    expect((await server.call('Grep', { pattern: 'nothing' })).text).toBe('No matches found');
    const { error, isError } = await server.call('Grep', { pattern: '(' });
    expect([isError, error.code]).toEqual([true, 'INVALID_PATTERN']);
  });

  it('supports a literal string search mode', async () => {
    await using server = await serve('claude-code', { f: 'a.b(c\naxb\n' });
    expect(await content(server, 'a.b(', { literal: true })).toEqual(['f:1:a.b(c']);
    expect(await content(server, '--files', { literal: true })).toEqual([]);
  });

  it('supports case-insensitive search (-i)', async () => {
    await using server = await serve('claude-code', { f: 'Hello\nhello\nÉté\n' });
    expect(await content(server, 'hello')).toEqual(['f:2:hello']);
    expect(await content(server, 'HELLO')).toEqual([]);
    expect(await content(server, 'HELLO', { '-i': true })).toEqual(['f:1:Hello', 'f:2:hello']);
    expect(await content(server, 'é', { '-i': 'true' })).toEqual(['f:3:Été']);
  });

  it('supports context lines before (-B)', async () => {
    await using server = await serve('claude-code', { f: lines(9) });
    expect(await content(server, 'line 5', { '-B': 2 })).toEqual(['f-3-line 3', 'f-4-line 4', 'f:5:line 5']);
  });

  it('supports context lines after (-A)', async () => {
    await using server = await serve('claude-code', { f: lines(9) });
    expect(await content(server, 'line [28]', { '-A': 1 })).toEqual([
      'f:2:line 2',
      'f-3-line 3',
      '--',
      'f:8:line 8',
      'f-9-line 9',
    ]);
  });

  it.each(['-C', 'context'])('supports context lines both ways (%s)', async (name) => {
    await using server = await serve('claude-code', { f: lines(5), g: lines(2) });
    expect(await content(server, 'line 2', { [name]: 1 })).toEqual([
      'f-1-line 1',
      'f:2:line 2',
      'f-3-line 3',
      '--',
      'g-1-line 1',
      'g:2:line 2',
    ]);
    expect(await content(server, 'line 3', { [name]: 1, '-A': 0 })).toEqual(['f-2-line 2', 'f:3:line 3']);
  });

  it('supports line numbers in output (-n)', async () => {
    await using server = await serve('claude-code', { f: lines(12) });
    expect(await content(server, 'line 12')).toEqual(['f:12:line 12']);
    expect(await content(server, 'line 12', { '-n': false })).toEqual(['f:line 12']);
    expect(await content(server, 'line 12', { '-n': false, '-B': 1 })).toEqual(['f-line 11', 'f:line 12']);
  });

  it('shows only the matching parts with -o', async () => {
    await using server = await serve('claude-code', { f: 'a1 b2\nc3\n' });
    expect(await content(server, '[a-z]\\d', { '-o': true })).toEqual(['f:1:a1', 'f:1:b2', 'f:2:c3']);
    expect(await found(server, '[a-z]\\d', { '-o': true, output_mode: 'count' })).toEqual(['f:3']);
    expect(await found(server, '[a-z]\\d', { '-o': true })).toEqual(['f']);
  });

  it('supports multiline matching mode', async () => {
    await using server = await serve('claude-code', { f: 'begin\nmiddle\nend\nafter\n' });
    expect(await content(server, 'begin.*end')).toEqual([]);
    expect(await content(server, 'begin.*end', { multiline: true })).toEqual(['f:1:begin', 'f:2:middle', 'f:3:end']);
  });

  it('limits to specific file types (type)', async () => {
    await using server = await serve('claude-code', { 'a.py': 'x', 'b.rs': 'x', 'c.txt': 'x' });
    expect(await found(server, 'x', { type: 'py' })).toEqual(['a.py']);
    const { error, text } = await server.call('Grep', { pattern: 'x', type: 'pyhton' });
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(text).toContain('pyhton');
  });

  it('filters with a glob pattern (glob)', async () => {
    await using server = await serve('claude-code', { 'a.ts': 'x', 'b.js': 'x', 'd/c.ts': 'x', 'd/e/f.ts': 'x' });
    expect((await found(server, 'x', { glob: '*.ts' })).toSorted()).toEqual(['a.ts', 'd/c.ts', 'd/e/f.ts']);
    expect((await found(server, 'x', { glob: '*.{ts,js}' })).toSorted()).toEqual([
      'a.ts',
      'b.js',
      'd/c.ts',
      'd/e/f.ts',
    ]);
    expect(await found(server, 'x', { glob: 'd/*.ts' })).toEqual(['d/c.ts']);
    expect(await found(server, 'x', { glob: '!*.ts' })).toEqual(['b.js']);
  });

  it('has the output modes content, files_with_matches and count', async () => {
    await using server = await serve('claude-code', { a: 'x\nx x\n', b: 'x\n', c: 'y\n' });
    expect(await found(server, 'x', { output_mode: 'content' })).toEqual(['a:1:x', 'a:2:x x', 'b:1:x']);
    expect(await found(server, 'x', { output_mode: 'files_with_matches' })).toEqual(['a', 'b']);
    expect(await found(server, 'x', { output_mode: 'count' })).toEqual(['a:2', 'b:1']);
    expect(await found(server, 'x')).toEqual(['a', 'b']);
    expect((await server.call('Grep', { pattern: 'x', output_mode: 'lines' })).error.code).toBe('INVALID_ARGUMENT');
  });

  it('paginates results with offset and head_limit, in every mode, and says how many remain', async () => {
    await using server = await serve('claude-code', { a: 'x\nx\nx\n', b: 'x\nx\n', c: 'x\n' });
    const page = (args: Args) => found(server, 'x', args);
    expect(await page({ head_limit: 2 })).toEqual(['a', 'b', '1 more. Use offset=2 to see it.']);
    expect(await page({ head_limit: 2, offset: 2 })).toEqual(['c']);
    expect(await page({ head_limit: 1, offset: 0, output_mode: 'count' })).toEqual([
      'a:3',
      '2 more. Use offset=1 to see them.',
    ]);
    expect(await page({ head_limit: 2, offset: 2, output_mode: 'content' })).toEqual([
      'a:3:x',
      'b:1:x',
      '2 more. Use offset=4 to see them.',
    ]);
    expect(await page({ offset: 4, output_mode: 'content' })).toEqual(['b:2:x', 'c:1:x']);
    expect((await server.call('Grep', { pattern: 'x', offset: 9 })).text).toBe('No more results: there are 3');
  });

  it('goes no further than needed where there is much more', async () => {
    await using server = await serve('claude-code', { a: 'x\n'.repeat(500_000), b: 'x\n' });
    for (const path of [undefined, 'a']) {
      const args = { output_mode: 'content', head_limit: 1, ...(path !== undefined && { path }) };
      expect(await found(server, 'x', args)).toEqual(['a:1:x', 'Many more. Use offset=1 to see them.']);
    }
  });

  it('shows 250 results unless told otherwise, and all with head_limit 0', async () => {
    await using server = await serve('claude-code', { f: 'x\n'.repeat(300) });
    const { text, outcome } = await server.call('Grep', { pattern: 'x', output_mode: 'content' });
    expect(text.split('\n')).toHaveLength(251);
    expect(text).toMatch(/\n50 more\. Use offset=250 to see them\.$/);
    expect(outcome).toMatchObject({ kind: 'grep', mode: 'lines', matches: 300, total: 300, remaining: 50 });
    expect(await content(server, 'x', { head_limit: 0 })).toHaveLength(300);
  });

  it('counts context lines among the results, so that pages joined are the whole', async () => {
    await using server = await serve('claude-code', { f: lines(40), g: lines(40) });
    const args = { output_mode: 'content', '-C': 1, pattern: 'line 1?5' };
    const whole = (await content(server, args.pattern, { ...args, head_limit: 0 })).filter((line) => line !== '--');
    const joined: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page = await content(server, args.pattern, { ...args, head_limit: 4, offset });
      const next: string | undefined = /Use offset=(\d+)/.exec(page.at(-1) ?? '')?.[1];
      joined.push(...page.filter((line) => line !== '--').slice(0, next === undefined ? undefined : -1));
      offset = next === undefined ? undefined : Number(next);
    }
    expect(joined).toEqual(whole);
    expect(whole).toHaveLength(12);
  });

  it('ends a response over the limit at a whole line, and the note goes on where it ended', async () => {
    await using server = await serve('claude-code', { f: lines(500) }, { args: ['--max-response-size', '2KB'] });
    const joined: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const { text } = await server.call('Grep', { pattern: 'line', output_mode: 'content', head_limit: 0, offset });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
      const next: string | undefined = /\n\d+ more\. Use offset=(\d+) to see (?:it|them)\.$/.exec(text)?.[1];
      joined.push(...text.split('\n').slice(0, next === undefined ? undefined : -1));
      offset = next === undefined ? undefined : Number(next);
    }
    expect(joined).toEqual(Array.from({ length: 500 }, (_, at) => `${server.path('f')}:${at + 1}:line ${at + 1}`));
  });

  it('returns file paths sorted by relevance: most matching lines first, then newest', async () => {
    await using server = await serve('claude-code', {
      one: 'x\n',
      'two-old': 'x\nx\n',
      'd/two-new': 'x\nx\n',
      three: 'x\nx\nx x\n',
    });
    for (const [name, time] of [
      ['one', 9000],
      ['two-old', 1000],
      ['d/two-new', 5000],
      ['three', 500],
    ] as const) {
      utimesSync(server.path(name), time, time);
    }
    expect(await found(server, 'x')).toEqual(['three', 'd/two-new', 'two-old', 'one']);
    expect(await found(server, 'x', { output_mode: 'count' })).toEqual([
      'three:3',
      'd/two-new:2',
      'two-old:2',
      'one:1',
    ]);
  });

  it('searches a file or a directory, and gives absolute paths', async () => {
    await using server = await serve('claude-code', { 'd/a': 'x\n', b: 'x\n' });
    const path = server.path('d/a');
    expect((await server.call('Grep', { pattern: 'x', path: server.path('d') })).text).toBe(path);
    expect((await server.call('Grep', { pattern: 'x', path, output_mode: 'content' })).text).toBe(`${path}:1:x`);
    expect((await server.call('Grep', { pattern: 'x', path: 'd', output_mode: 'count' })).text).toBe(`${path}:1`);
    expect((await server.call('Grep', { pattern: 'x', path: server.path('none') })).error.code).toBe('NOT_FOUND');
    expect((await server.call('Grep', { pattern: 'x', path: '/etc' })).error.code).toBe('ACCESS_DENIED');
  });

  it('takes an argument that is empty for one that was left out', async () => {
    await using server = await serve('claude-code', { f: 'x\n' });
    expect(await found(server, 'x', { path: '', glob: '', type: '' })).toEqual(['f']);
  });

  it('leaves out what ignore files exclude, .git, node_modules and binary files', async () => {
    await using server = await serve('claude-code', {
      '.git/config': 'x\n',
      '.gitignore': '*.log\n',
      '.hidden': 'x\n',
      'a.log': 'x\n',
      binary: Buffer.from('x\u0000\u0001x\n'),
      kept: 'x\n',
      'node_modules/m.js': 'x\n',
    });
    expect((await found(server, '^x')).toSorted()).toEqual(['.hidden', 'kept']);
  });

  it('searches the very files that Glob lists, in a tree too large to look around in', async () => {
    const tree: Record<string, string> = { '.gitignore': 'made*/\n*.log\n', '.ignore': '!kept.log\n' };
    for (let at = 0; at < 1100; at += 1) tree[`made${at}/f.ts`] = 'x\n';
    for (let at = 0; at < 120; at += 1) {
      tree[`lib/p${at}/.gitignore`] = at % 2 === 0 ? 'build/\n!/loud.log\n' : '/src/\n';
      for (const name of [
        'src/a.ts',
        'src/made/b.ts',
        'build/c.ts',
        'loud.log',
        'sub/loud.log',
        'kept.log',
        '.d/e.ts',
      ]) {
        tree[`lib/p${at}/${name}`] = 'x\n';
      }
    }
    await using server = await serve('claude-code', tree, {
      args: ['--hidden', '--max-results', '5000', '--max-response-size', '1MB'],
    });
    const listed = await server.call('Glob', { pattern: '**/*.{ts,log}' });
    const searched = await server.call('Grep', { pattern: 'x', glob: '', head_limit: 0 });
    const paths = listed.text.split('\n').toSorted();
    expect(paths).toHaveLength(60 * 4 + 60 * 3);
    expect(searched.text.split('\n').toSorted()).toEqual(paths);
  });

  it('cannot be given a flag by way of a pattern', async () => {
    await using server = await serve('claude-code', { f: '--pre=touch pwned\n-e\n' });
    for (const pattern of ['--pre=touch pwned', '-e', '--files']) {
      const { isError } = await server.call('Grep', { pattern, glob: '--pre=x', path: '.' });
      expect(isError).toBe(false);
    }
    expect(await found(server, '-e')).toEqual(['f']);
  });

  const refusals = [
    [{}, '"pattern" is required'],
    [{ pattern: 'x', '-A': -1 }, '"-A"'],
    [{ pattern: 'x', head_limit: 1.5 }, '"head_limit"'],
    [{ pattern: 'x', offset: -1 }, '"offset"'],
    [{ pattern: 'x', output_mod: 'count' }, '"output_mod"'],
  ] as const;
  it('refuses arguments by their names', async () => {
    await using server = await serve('claude-code', { f: 'x' });
    for (const [args, words] of refusals) {
      const { error, text } = await server.call('Grep', args);
      expect([args, error.code, text]).toEqual([args, 'INVALID_ARGUMENT', expect.stringContaining(words)]);
    }
  });
});
