import { readFileSync, statSync, utimesSync } from 'node:fs';
import { encodeAs, openTree, serve } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { type Case, tableOf } from '../table.ts';

const outside = (path: string, others = '') =>
  `path ${JSON.stringify(path)} is outside the session's working directory${others}`;

describe('read', () => {
  const { fails, succeeds } = tableOf('agent', {
    'ROOT/a': 'one\ntwo\nthree\n',
    'ROOT/open': 'one\ntwo',
    'ROOT/empty': '',
    'ROOT/crlf': 'one\r\ntwo\r\n',
    'ROOT/wide': encodeAs('日本\n', 'shift_jis'),
    'ROOT/data': Buffer.from([0, 1, 2]),
    'ROOT/d/b': '',
    'ROOT/out': { link: '../outside' },
    outside: 'x',
  });
  const range = (file_path: string, ...view_range: number[]) => ({ file_path, view_range });

  succeeds('read', [
    ['a text', { file_path: 'a' }, 'one\ntwo\nthree\n'],
    ['an absolute path', { file_path: 'ROOT/a' }, 'one\ntwo\nthree\n'],
    ['an empty text', { file_path: 'empty' }, ''],
    ['CRLF as it is', { file_path: 'crlf' }, 'one\r\ntwo\r\n'],
    ['Shift_JIS', { file_path: 'wide' }, '日本\n'],
    ['lines, without the newline of the last', range('a', 1, 2), 'one\ntwo'],
    ['lines past the end, with it', range('a', 2, 9), 'two\nthree\n'],
    ['lines to the end', range('a', 2, -1), 'two\nthree\n'],
    ['lines to the end, as 0', range('a', 3, 0), 'three\n'],
    ['a start before the first line', range('a', -3, 1), 'one'],
    ['a last line without a newline', range('open', 2, 2), 'two'],
    ['no line', range('a', 3, 2), ''],
    ['lines past the end', range('a', 9, 12), ''],
    ['an empty range, as none', range('a'), 'one\ntwo\nthree\n'],
  ]);
  fails('read', [
    ['no path', {}, 'read: file_path is required'],
    ['an empty path', { file_path: '' }, 'read: file_path is required'],
    ['a missing file', { file_path: 'gone' }, 'read: gone: no such file or directory'],
    ['a directory', { file_path: 'd' }, 'read: d is not a regular file'],
    ['a path below a file', { file_path: 'a/b' }, 'read: a/b: not a directory'],
    ['what is outside', { file_path: '../outside' }, outside('../outside')],
    ['what is outside and missing', { file_path: '/gone' }, outside('/gone')],
    ['a link that leads out', { file_path: 'out' }, outside('out')],
    ['binary content', { file_path: 'data' }, 'read: Not a text file: ROOT/data holds binary data'],
    ...[[1], [1, 2, 3], ['a', 'b'], 'x'].map(
      (view_range): Case => [
        `the range ${JSON.stringify(view_range)}`,
        { file_path: 'a', view_range },
        'read: view_range must be [start_line, end_line]',
      ],
    ),
  ]);

  it('refuses a file over the limit, and reads lines of it', async () => {
    const lines = Array.from({ length: 100 }, (_, at) => `line ${at + 1}\n`).join('');
    await using server = await serve('agent', { large: lines }, { args: ['--max-file-size', '500'] });
    const { text, error } = await server.call('read', { file_path: 'large' });
    expect([text, error.code]).toEqual([
      `read: large is ${lines.length} bytes, exceeds 500-byte limit. Use the view_range parameter to read specific line ranges, e.g. view_range: [1, 500].`,
      'FILE_TOO_LARGE',
    ]);
    expect((await server.call('read', { file_path: 'large', view_range: [99, 100] })).text).toBe('line 99\nline 100');
    const edit = await server.call('edit', { file_path: 'large', old_string: 'line 7\n', new_string: '' });
    expect(edit.text).toBe(
      `edit: large is ${lines.length} bytes, exceeds 500-byte limit. The edit tool loads the whole file and cannot modify a file this large.`,
    );
  });

  it('ends a text that is too long, and says how to read on', async () => {
    await using server = await serve(
      'agent',
      { long: 'line\n'.repeat(1000) },
      { args: ['--max-response-size', '500'] },
    );
    const { text } = await server.call('read', { file_path: 'long' });
    expect(text).toMatch(
      /^(?:line\n)+\[The rest is over the response size limit\. Use view_range to read it, e\.g\. view_range: \[1, 500\]\.\]$/,
    );
    expect(text.length).toBeLessThanOrEqual(500);
  });
});

describe('write and edit', () => {
  const { fails, succeeds, answer } = tableOf('agent', {
    'ROOT/a': 'one\ntwo\ntwo\n',
    'ROOT/b': 'x$&\n',
    'ROOT/d/b': '',
    'ROOT/out': { link: '../outside' },
    outside: 'x',
  });
  const edit = (file_path: string, old_string: string, new_string: string, replace_all?: boolean) => ({
    file_path,
    old_string,
    new_string,
    ...(replace_all !== undefined && { replace_all }),
  });

  succeeds('write', [
    ['a file', { file_path: 'new', content: 'ü\n' }, 'wrote 3 bytes to new'],
    [
      'over a file, in directories that are missing',
      { file_path: 'x/y/../z/f', content: '' },
      'wrote 0 bytes to x/y/../z/f',
    ],
  ]);
  succeeds('edit', [
    ['a text', edit('b', '$&', '$1'), 'edited b (1 replacement(s))'],
    ['every occurrence', edit('a', 'two', '2', true), 'edited a (2 replacement(s))'],
  ]);
  fails('write', [
    ['no path', { content: '' }, 'write: file_path is required'],
    ['no content', { file_path: 'a' }, 'write: content is required'],
    ['a directory', { file_path: 'd', content: '' }, 'write: d: is a directory'],
    ['what is outside', { file_path: '../outside', content: '' }, outside('../outside')],
    ['what is outside and missing', { file_path: '../gone', content: '' }, outside('../gone')],
    ['a link that leads out', { file_path: 'out', content: '' }, outside('out')],
    ['.git', { file_path: '.git/config', content: '' }, outside('.git/config')],
  ]);
  fails('edit', [
    ['no path', { old_string: 'a', new_string: '' }, 'edit: file_path is required'],
    ['no old text', { file_path: 'a', new_string: '' }, 'edit: old_string is required'],
    ['an empty old text', edit('a', '', 'x'), 'edit: old_string is required'],
    ['a text that is nowhere', edit('a', 'nothing', 'x'), 'edit: old_string not found in a'],
    ['a missing file', edit('gone', 'a', 'b'), 'edit: gone: no such file or directory'],
    ['a directory', edit('d', 'a', 'b'), 'edit: d is not a regular file'],
    ['a link that leads out', edit('out', 'x', 'y'), outside('out')],
  ]);

  it('counts the places that match', async () => {
    await using server = await serve('agent', { f: 'x x x\n' });
    const { text, error } = await server.call('edit', edit('f', 'x', 'y'));
    expect([text, error.code]).toEqual(['edit: old_string appears 3 times in f (must be unique)', 'AMBIGUOUS_MATCH']);
    expect((await answer('read', { file_path: 'a' })).isError).toBe(false);
  });

  it('keeps what is not replaced, in any encoding, and the mode', async () => {
    await using server = await serve('agent', { f: encodeAs('日本\r\n語\r\n', 'shift_jis') });
    await server.call('edit', edit('f', '本\n語', '文\n字'));
    expect(readFileSync(server.path('f'))).toEqual(encodeAs('日文\r\n字\r\n', 'shift_jis'));
    await server.call('write', { file_path: 'd/new', content: '' });
    expect([statSync(server.path('d')).mode & 0o777, statSync(server.path('d/new')).mode & 0o777]).toEqual([
      0o755, 0o644,
    ]);
  });

  it('is only told of on a dry run', async () => {
    await using server = await serve('agent', { f: 'x\n' }, { args: ['--dry-run'] });
    expect((await server.call('write', { file_path: 'f', content: 'yy' })).text).toBe(
      '[Dry Run] Would write 2 bytes to f',
    );
    expect((await server.call('edit', edit('f', 'x', 'y'))).text).toBe('[Dry Run] Would edit f (1 replacement(s))');
    expect(readFileSync(server.path('f'), 'utf8')).toBe('x\n');
  });

  it('names the other trees where there are some', async () => {
    await using tree = await openTree({ a: null, b: null });
    await using server = await serve('agent', tree, {
      args: ['--workdir', tree.path('a'), '--allow-dir', tree.path('a'), '--allow-dir', tree.path('b')],
    });
    const { text } = await server.call('read', { file_path: '/etc/passwd' });
    expect(text).toBe(outside('/etc/passwd', ' and its other permitted directories'));
  });
});

describe('glob and grep', () => {
  const { fails, succeeds } = tableOf(
    'agent',
    {
      'ROOT/a.ts': 'let one\nlet two\n',
      'ROOT/d/b.ts': 'let one\n',
      'ROOT/d/.c.ts': 'let one\n',
      'ROOT/node_modules/x.ts': 'let one\n',
      outside: 'x',
    },
    {
      prepare: (root) => {
        for (const [at, name] of ['a.ts', 'd/b.ts', 'd/.c.ts'].entries())
          utimesSync(`${root}/${name}`, 1e9 - at, 1e9 - at);
      },
    },
  );

  succeeds('glob', [
    ['names at one level', { pattern: '*.ts' }, 'ROOT/a.ts'],
    ['names at any level, the newest first', { pattern: '**/*.ts' }, 'ROOT/a.ts\nROOT/d/b.ts'],
    ['hidden names, where the pattern has the dot', { pattern: '**/.*' }, 'ROOT/d/.c.ts'],
    ['a directory of its own', { pattern: '*', path: 'd' }, 'ROOT/d/b.ts'],
    ['nothing', { pattern: '*.md' }, 'no matches'],
    ['directories, which are none', { pattern: 'd' }, 'no matches'],
  ]);
  succeeds('grep', [
    ['lines', { pattern: 'two' }, 'ROOT/a.ts:2:let two\n'],
    ['lines of a directory', { pattern: 'let', path: 'd' }, 'ROOT/d/b.ts:1:let one\n'],
    ['lines of a file, without its path', { pattern: 'let', path: 'a.ts' }, '1:let one\n2:let two\n'],
    ['lines of a hidden file', { pattern: 'let', path: 'd/.c.ts' }, '1:let one\n'],
    ['nothing', { pattern: 'three' }, 'no matches'],
  ]);
  fails('glob', [
    ['no pattern', {}, 'glob: pattern is required'],
    ['an empty pattern', { pattern: '' }, 'glob: pattern is required'],
    [
      'an absolute pattern',
      { pattern: '/etc/*' },
      'glob: absolute pattern not permitted; pass a relative pattern (and optionally path)',
    ],
    ...['../*', 'd/../*', '{a,..}/*'].map(
      (pattern): Case => [`the pattern ${pattern}`, { pattern }, 'glob: ".." is not permitted in the pattern'],
    ),
    ['what is outside', { pattern: '*', path: '..' }, outside('..')],
    ['a missing directory', { pattern: '*', path: 'gone' }, 'glob: gone: no such file or directory'],
  ]);
  fails('grep', [
    ['no pattern', {}, 'grep: pattern is required'],
    ['an empty pattern', { pattern: '' }, 'grep: pattern is required'],
    ['no regular expression', { pattern: '(' }, 'grep: rg failed: unclosed group'],
    ['what is outside', { pattern: 'x', path: '../outside' }, outside('../outside')],
    ['a missing path', { pattern: 'x', path: 'gone' }, 'grep: gone: no such file or directory'],
  ]);

  it('shows 200 paths at most, and says how many there are', async () => {
    await using server = await serve(
      'agent',
      Object.fromEntries(Array.from({ length: 205 }, (_, at) => [`f${at}`, ''])),
    );
    const lines = (await server.call('glob', { pattern: '*' })).text.split('\n');
    expect([lines.length, lines.at(-1)]).toEqual([201, '[200 of 205 paths shown: narrow the pattern to see the rest]']);
  });
});

describe('bash', () => {
  const SHELL = ['--shell', 'unrestricted'];

  it.each([
    ['what it printed, on both streams in turn', { command: 'echo a; echo b >&2; echo c' }, 'a\nb\nc', false],
    ['what it printed, without newlines at the end', { command: 'printf "a\\n\\n\\n"' }, 'a', false],
    ['nothing', { command: 'true' }, '', false],
    ['what a failing command printed, as an error', { command: 'echo a; echo b >&2; false' }, 'a\nb', true],
    ['the exit code of a failing command that printed nothing', { command: 'exit 3' }, 'exit 3', true],
    ['the signal that ended it, as shells count', { command: 'kill -9 $$' }, 'exit 137', true],
    ['that nothing is to be run', {}, 'bash: command is required', true],
    ['that it started anew', { restart: true }, 'bash session restarted', false],
    ['what was run after a new start', { restart: true, command: 'echo a' }, 'a', false],
    ['no input', { command: 'cat' }, '', false],
    [
      'that it took too long, and what it printed until then',
      { command: 'echo a; sleep 60', timeout_ms: 1000 },
      'bash: bash command timed out after 1000ms\na',
      true,
    ],
  ])('answers %s', async (_, args, text, isError) => {
    await using server = await serve('agent', {}, { args: SHELL });
    const answer = await server.call('bash', args);
    expect([answer.text, answer.isError]).toEqual([text, isError]);
  });

  it('tells programs how a failing command ended', async () => {
    await using server = await serve('agent', {}, { args: SHELL });
    const { error } = await server.call('bash', { command: 'echo a; exit 4' });
    expect(error).toMatchObject({ code: 'COMMAND_FAILED', exitCode: 4, signal: null });
  });

  it('stays where a command leaves it, and files are where they were', async () => {
    await using server = await serve('agent', { 'd/f': 'below', f: 'above' }, { args: SHELL });
    await server.call('bash', { command: 'cd d' });
    expect((await server.call('bash', { command: 'cat f' })).text).toBe('below');
    expect((await server.call('read', { file_path: 'f' })).text).toBe('above');
    expect((await server.call('glob', { pattern: '*' })).text).toBe(server.path('f'));
    expect((await server.call('grep', { pattern: 'o' })).text).toContain(`${server.path('f')}:1:above`);
    await server.call('bash', { restart: true });
    expect((await server.call('bash', { command: 'cat f' })).text).toBe('above');
  });
});
