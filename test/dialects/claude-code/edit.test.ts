import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { lines, type ServedDialect, serve } from '@dragoman/testing';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';

/** Reads the file, as the rule demands, and edits it. */
async function edit(server: ServedDialect, name: string, args: Readonly<Record<string, unknown>>) {
  await server.call('Read', { file_path: server.path(name) });
  return server.call('Edit', { file_path: server.path(name), ...args });
}

describe('Edit', () => {
  it('finds and replaces text in files', async () => {
    await using server = await serve('claude-code', { f: lines(9) });
    const { text, isError } = await edit(server, 'f', { old_string: 'line 5', new_string: 'LINE\nFIVE' });
    expect(isError).toBe(false);
    expect(text.split('\n')[0]).toBe(`Replaced 1 occurrence(s) in ${server.path('f')}`);
    expect(readFileSync(server.path('f'), 'utf8')).toBe(lines(9).replace('line 5', 'LINE\nFIVE'));
  });

  it('replaces exact string matches', async () => {
    await using server = await serve('claude-code', { f: 'a.c $1 \\n abc\n' });
    expect((await edit(server, 'f', { old_string: 'a.c', new_string: '$& $1 \\n' })).isError).toBe(false);
    expect(readFileSync(server.path('f'), 'utf8')).toBe('$& $1 \\n $1 \\n abc\n');
    for (const old_string of ['ABC', 'a c', ' abc\n\n']) {
      expect((await edit(server, 'f', { old_string, new_string: '' })).error.code).toBe('NO_MATCH');
    }
  });

  it('supports the replace_all flag for multiple occurrences', async () => {
    await using server = await serve('claude-code', { f: 'aaaa b a\n' });
    const { text, outcome } = await edit(server, 'f', { old_string: 'aa', new_string: 'x', replace_all: true });
    expect(text.split('\n')[0]).toBe(`Replaced 2 occurrence(s) in ${server.path('f')}`);
    expect(outcome).toMatchObject({ kind: 'edit', replacements: 2, bytesWritten: 7 });
    expect(readFileSync(server.path('f'), 'utf8')).toBe('xx b a\n');
  });

  it('fails if old_string is not found', async () => {
    await using server = await serve('claude-code', { f: 'one\ntwo\n' });
    const { text, isError, error } = await edit(server, 'f', { old_string: 'three', new_string: '' });
    expect(text.split('\n')[0]).toBe(`old_string not found in ${server.path('f')}`);
    expect(isError).toBe(true);
    expect(error).toMatchObject({ code: 'NO_MATCH', path: server.path('f') });
    expect((await edit(server, 'f', { old_string: 'x', new_string: '', replace_all: true })).error.code).toBe(
      'NO_MATCH',
    );
  });

  it('fails if old_string is not unique (without replace_all)', async () => {
    await using server = await serve('claude-code', { f: 'a\nb\na\na\n' });
    const { text, isError, error } = await edit(server, 'f', { old_string: 'a', new_string: '' });
    expect(text).toBe('old_string found 3 times. Use replace_all=true or provide more context to make it unique.');
    expect(isError).toBe(true);
    expect(error).toMatchObject({ code: 'AMBIGUOUS_MATCH', actual: 3, lines: [1, 3, 4] });
    expect(readFileSync(server.path('f'), 'utf8')).toBe('a\nb\na\na\n');
  });

  it.each(['utf-16le', 'utf-16be', 'windows-1251', 'koi8-r'])('preserves file encoding: %s', async (encoding) => {
    const encode = (text: string) => iconv.encode(text, encoding, { addBOM: encoding.startsWith('utf-16') });
    const text = 'Привет, мир! Это обычный текст на русском языке.\n';
    await using server = await serve('claude-code', { f: encode(text) });
    const { isError } = await edit(server, 'f', { old_string: 'обычный', new_string: 'короткий' });
    expect(isError).toBe(false);
    expect(readFileSync(server.path('f')).equals(encode(text.replace('обычный', 'короткий')))).toBe(true);
  });

  it('keeps the byte-order mark, bytes that are no text, and the mode', async () => {
    const [before, after] = ['two', 'three'].map((word) =>
      Buffer.concat([Buffer.from('\ufeffé'), Buffer.of(0xff, 0xc3, 0x0a), Buffer.from(`one ${word}\n`)]),
    );
    await using server = await serve('claude-code', { f: before ?? '' });
    chmodSync(server.path('f'), 0o640);
    expect((await edit(server, 'f', { old_string: 'two', new_string: 'three' })).isError).toBe(false);
    expect(readFileSync(server.path('f'))).toEqual(after);
    expect(statSync(server.path('f')).mode & 0o777).toBe(0o640);
  });

  it('refuses what the encoding of the file cannot hold', async () => {
    const before = iconv.encode('Привет, мир! Это обычный текст на русском языке.\n', 'windows-1251');
    await using server = await serve('claude-code', { f: before });
    const { error } = await edit(server, 'f', { old_string: 'мир', new_string: '世界' });
    expect(error.code).toBe('UNENCODABLE');
    expect(readFileSync(server.path('f'))).toEqual(before);
  });

  it('preserves line endings (LF/CRLF)', async () => {
    await using server = await serve('claude-code', { crlf: 'a\r\nb\r\nc\r\n', mixed: 'a\nb\r\nc\nd\n' });
    await edit(server, 'crlf', { old_string: 'a\nb', new_string: 'x\ny\nz' });
    expect(readFileSync(server.path('crlf'), 'utf8')).toBe('x\r\ny\r\nz\r\nc\r\n');
    await edit(server, 'mixed', { old_string: 'd', new_string: 'D' });
    expect(readFileSync(server.path('mixed'), 'utf8')).toBe('a\nb\r\nc\nD\n');
  });

  it('returns diff-style output showing changes', async () => {
    await using server = await serve('claude-code', { f: lines(9) });
    const path = server.path('f');
    const { text } = await edit(server, 'f', { old_string: 'line 5\n', new_string: 'five\n' });
    expect(text).toBe(
      [
        `Replaced 1 occurrence(s) in ${path}`,
        `--- ${path}`,
        `+++ ${path}`,
        '@@ -2,7 +2,7 @@',
        ' line 2',
        ' line 3',
        ' line 4',
        '-line 5',
        '+five',
        ' line 6',
        ' line 7',
        ' line 8',
      ].join('\n'),
    );
  });

  it('tells a change of more than 200 lines in numbers', async () => {
    await using server = await serve('claude-code', { f: lines(300) });
    const { text } = await edit(server, 'f', { old_string: 'line', new_string: 'row', replace_all: true });
    expect(text).toMatch(
      /^Replaced 300 occurrence\(s\) in .*\n--- .*\n\+\+\+ .*\n\(300 lines removed, 300 lines added;/,
    );
  });

  it('supports dry run mode', async () => {
    await using server = await serve('claude-code', { f: 'a\nb\n' }, { args: ['--dry-run'] });
    const path = server.path('f');
    const { text, outcome } = await edit(server, 'f', { old_string: 'a', new_string: 'x' });
    expect(text).toBe(
      [
        '[Dry Run] Would replace 1 occurrence(s)',
        `--- ${path}`,
        `+++ ${path}`,
        '@@ -1,2 +1,2 @@',
        '-a',
        '+x',
        ' b',
      ].join('\n'),
    );
    expect(outcome).toMatchObject({ kind: 'edit', replacements: 1, dryRun: true });
    expect(readFileSync(path, 'utf8')).toBe('a\nb\n');
  });

  it('deletes whole lines', async () => {
    await using server = await serve('claude-code', { f: 'a\nb\nc\n' });
    const { text } = await edit(server, 'f', { old_string: 'b\n', new_string: '' });
    expect(text).toMatch(/\n@@ -1,3 \+1,2 @@\n a\n-b\n c$/);
    expect(readFileSync(server.path('f'), 'utf8')).toBe('a\nc\n');
  });

  it('refuses a file over the size limit, and one that would be', async () => {
    const tree = { large: 'x'.repeat(1025), nearly: 'x'.repeat(1024) };
    await using server = await serve('claude-code', tree, {
      args: ['--max-file-size', '1KB', '--require-read', 'never'],
    });
    const large = await edit(server, 'large', { old_string: 'x', new_string: '', replace_all: true });
    expect(large.error).toMatchObject({ code: 'FILE_TOO_LARGE', size: 1025, limit: 1024 });
    const nearly = await edit(server, 'nearly', { old_string: 'x', new_string: 'xx', replace_all: true });
    expect(nearly.error).toMatchObject({ code: 'CONTENT_TOO_LARGE', size: 2048, limit: 1024 });
    for (const [name, content] of Object.entries(tree)) expect(readFileSync(server.path(name), 'utf8')).toBe(content);
  });

  it('refuses equal strings', async () => {
    await using server = await serve('claude-code', { f: 'a' });
    expect((await edit(server, 'f', { old_string: 'a', new_string: 'a' })).error.code).toBe('INVALID_ARGUMENT');
  });

  it('creates the file where old_string is empty and none is, else refuses', async () => {
    await using server = await serve('claude-code', { f: 'a' });
    const made = await server.call('Edit', { file_path: server.path('d/new'), old_string: '', new_string: 'x\n' });
    expect(made.isError).toBe(false);
    expect(made.outcome).toMatchObject({ kind: 'write', created: true, bytesWritten: 2 });
    expect(readFileSync(server.path('d/new'), 'utf8')).toBe('x\n');
    expect((await edit(server, 'f', { old_string: '', new_string: 'x' })).error.code).toBe('INVALID_ARGUMENT');
    expect(readFileSync(server.path('f'), 'utf8')).toBe('a');
  });

  it('says what is missing, what is a directory and what is no absolute path', async () => {
    await using server = await serve('claude-code', { 'd/f': 'a' });
    const args = { old_string: 'a', new_string: 'b' };
    const path = server.path('nothing');
    expect((await server.call('Edit', { file_path: path, ...args })).text).toBe(`File not found: ${path}`);
    expect((await server.call('Edit', { file_path: server.path('d'), ...args })).error.code).toBe('IS_DIRECTORY');
    expect((await server.call('Edit', { file_path: 'd/f', ...args })).text).toBe(
      `file_path must be an absolute path\nDid you mean ${server.path('d/f')}?`,
    );
    expect(existsSync(path)).toBe(false);
  });

  it('names files that a missing one may be taken for', async () => {
    await using server = await serve('claude-code', { 'index.ts': '', 'indices.txt': '' });
    const file_path = server.path('indx.ts');
    const { text, error } = await server.call('Edit', { file_path, old_string: 'a', new_string: 'b' });
    expect(text).toBe(`File not found: ${file_path}`);
    expect(error).toMatchObject({ code: 'NOT_FOUND', path: file_path, candidates: [server.path('index.ts')] });
  });

  it('requires the file to be read first', async () => {
    await using server = await serve('claude-code', { f: 'a' });
    const args = { file_path: server.path('f'), old_string: 'a', new_string: 'b' };
    expect((await server.call('Edit', args)).error.code).toBe('NOT_READ');
    expect(readFileSync(server.path('f'), 'utf8')).toBe('a');
  });
});
