import { openTree, serve } from '@dragoman/testing';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { type CodePage, give, readOn, refuse } from './results.ts';

describe('read_code', () => {
  it('gives content and everything known about it', async () => {
    await using tree = await openTree({ 'a.ts': 'one\r\ntwo\r\n' });
    await using server = await serve('budgeted', tree);
    expect(await give(server, 'read_code', { file_path: 'a.ts', max_tokens: 100 })).toEqual({
      file_path: 'a.ts',
      content: 'one\r\ntwo\r\n',
      start_line: 1,
      end_line: 2,
      starts_mid_line: false,
      ends_mid_line: false,
      total_lines: 2,
      total_bytes: 10,
      encoding: 'utf-8',
      version: 'sha256:6f4792b265fe72790b344fd3ef5294701d9d087bed9fce815c0f4bbad6d2ed87',
      truncated: false,
      truncated_by: null,
      limits: { max_tokens: 100, max_bytes: expect.any(Number), max_lines: null },
      usage: { tokens: 4, bytes: 10, lines: 2 },
      continuation: null,
    });
  });

  it('gives no more than the minimum where that is asked for', async () => {
    await using tree = await openTree({ f: 'one\ntwo\n' });
    await using server = await serve('budgeted', tree);
    expect(await give(server, 'read_code', { file_path: 'f', metadata_level: 'minimal', max_lines: 1 })).toEqual({
      file_path: 'f',
      content: 'one\n',
      start_line: 1,
      end_line: 1,
      version: expect.stringMatching(/^sha256:/),
      truncated: true,
      continuation: expect.any(String),
    });
  });

  it('joins to the file under the narrowest limits, whatever its encoding', async () => {
    const text = 'naïve\r\n日本 😀 text\r\n\r\nlast';
    await using tree = await openTree({
      utf8: text,
      mark: `\ufeff${text}`,
      utf16: iconv.encode(text, 'utf-16le', { addBOM: true }),
      utf16be: iconv.encode(text, 'utf-16be', { addBOM: true }),
    });
    await using server = await serve('budgeted', tree);
    for (const file_path of ['utf8', 'mark', 'utf16', 'utf16be']) {
      for (const limits of [{ max_bytes: 4 }, { max_lines: 1 }, { max_tokens: 4 }, { max_bytes: 5, max_tokens: 4 }]) {
        const pages = await readOn(server, { file_path }, limits);
        expect(pages.map(({ content }) => content).join('')).toBe(text);
      }
    }
  });

  it('takes null for what is not given', async () => {
    await using tree = await openTree({ f: 'one\n' });
    await using server = await serve('budgeted', tree);
    const nothing = { start_line: null, end_line: null, max_tokens: null, continuation: null, metadata_level: null };
    expect(await give(server, 'read_code', { file_path: 'f', ...nothing })).toMatchObject({ content: 'one\n' });
    expect(await refuse(server, 'read_code', { file_path: null })).toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('answers without limits within its own', async () => {
    await using tree = await openTree({ f: '\u0001'.repeat(1_000_000), long: 'word '.repeat(1_000_000) });
    await using server = await serve('budgeted', tree, { args: ['--max-response-size', '200KB'] });
    for (const file_path of ['f', 'long']) {
      const page = await give<CodePage>(server, 'read_code', { file_path });
      expect(page).toMatchObject({ truncated: true, truncated_by: 'server_limit', ends_mid_line: true });
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(200 * 1024);
      expect(Buffer.byteLength(JSON.stringify(page))).toBeGreaterThan(190 * 1024);
    }
    const asked = await give(server, 'read_code', { file_path: 'long', max_bytes: 10_000_000 });
    expect(asked).toMatchObject({ truncated_by: 'server_limit' });
  });

  it('pages all the same where nothing can be kept', async () => {
    await using tree = await openTree({ f: 'one\ntwo\n', home: 'no directory' });
    await using server = await serve('budgeted', tree, { env: { HOME: tree.path('home') } });
    const pages = await readOn(server, { file_path: 'f' }, { max_lines: 1 });
    expect(pages.map(({ content }) => content)).toEqual(['one\n', 'two\n']);
  });

  it.each([
    [{ continuation: 'forged' }, 'INVALID_ARGUMENT'],
    [{ continuation: '' }, 'INVALID_ARGUMENT'],
    [{ continuation: 7 }, 'INVALID_ARGUMENT'],
    [{ max_bytes: 0 }, 'INVALID_ARGUMENT'],
    [{ max_tokens: -1 }, 'INVALID_ARGUMENT'],
    [{ max_lines: 1.5 }, 'INVALID_ARGUMENT'],
    [{ max_bytes: 1 }, 'INVALID_ARGUMENT'],
    [{ start_line: 4 }, 'INVALID_RANGE'],
    [{ start_line: 3, end_line: 2 }, 'INVALID_RANGE'],
    [{ metadata_level: 'all' }, 'INVALID_ARGUMENT'],
    [{ start_lien: 1 }, 'INVALID_ARGUMENT'],
    [{ file_path: 'none' }, 'NOT_FOUND'],
    [{ file_path: '.' }, 'IS_DIRECTORY'],
    [{ file_path: '/etc/passwd' }, 'ACCESS_DENIED'],
    [{ file_path: 'a\0b' }, 'INVALID_ARGUMENT'],
    [{ file_path: 'binary' }, 'UNSUPPORTED_FILE'],
  ])('refuses %j as %s and keeps the connection', async (args, code) => {
    await using tree = await openTree({ f: '日本\nx\ny\n', binary: Buffer.from([0, 1, 2, 255, 254]) });
    await using server = await serve('budgeted', tree);
    const asked = { file_path: 'f', ...args };
    expect(await refuse(server, 'read_code', asked)).toMatchObject({
      code,
      message: expect.any(String),
      file_path: asked.file_path,
    });
    expect(await give(server, 'read_code', { file_path: 'f' })).toMatchObject({ total_lines: 3 });
  });
});
