import { lines, numbered, serve } from '@dragoman/testing';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>\n';

describe('Read', () => {
  it('reads entire file contents', async () => {
    await using server = await serve('claude-code', { 'a.txt': 'one\ntwo\n\nthree', empty: '' });
    const path = server.path('a.txt');
    const { text, outcome, isError } = await server.call('Read', { file_path: path });
    expect(text).toBe('     1\tone\n     2\ttwo\n     3\t\n     4\tthree');
    expect(isError).toBe(false);
    expect(outcome).toEqual({
      kind: 'text',
      path,
      realPath: path,
      startLine: 1,
      endLine: 4,
      totalLines: 4,
      encoding: 'utf-8',
    });
    expect((await server.call('Read', { file_path: server.path('empty') })).text).toBe('(empty file)');
  });

  it('reads a partial file with offset', async () => {
    await using server = await serve('claude-code', { f: lines(100) });
    const file_path = server.path('f');
    expect((await server.call('Read', { file_path, offset: 98 })).text).toBe(numbered(98, 100));
    expect((await server.call('Read', { file_path, offset: '98' })).text).toBe(numbered(98, 100));

    const past = await server.call('Read', { file_path, offset: 101 });
    expect(past.text).toBe(`Offset 101 is past the end: ${file_path} has 100 lines`);
    expect(past.error).toMatchObject({ code: 'INVALID_RANGE', totalLines: 100 });
    for (const offset of [2 ** 53 - 1, 2 ** 53, 1e20, '100000000000000000000']) {
      expect((await server.call('Read', { file_path, offset })).error.code).toBe('INVALID_RANGE');
    }
  });

  it('reads a partial file with limit', async () => {
    await using server = await serve('claude-code', { f: lines(2500) });
    const file_path = server.path('f');
    const note = (from: number, to: number, total = '') =>
      `[Showing lines ${from}-${to}${total}; more lines follow. Use offset=${to + 1} to continue.]`;
    expect((await server.call('Read', { file_path, offset: 10, limit: 3 })).text).toBe(
      `${numbered(10, 12)}\n${note(10, 12)}`,
    );
    expect((await server.call('Read', { file_path })).text).toBe(`${numbered(1, 2000)}\n${note(1, 2000, ' of 2500')}`);
    expect((await server.call('Read', { file_path, limit: 10_000 })).text).toBe(numbered(1, 2500));
    expect((await server.call('Read', { file_path, offset: 2001, limit: 500 })).text).toBe(numbered(2001, 2500));
  });

  const refusals = [
    [{ offset: 0 }, 'offset'],
    [{ offset: 1.5 }, 'offset'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 10_001 }, 'limit'],
    [{ limit: 1e20 }, 'limit'],
    [{ limit: 'many' }, 'limit'],
    [{ limt: 1 }, 'limt'],
  ] as const;
  it('refuses arguments by their names', async () => {
    await using server = await serve('claude-code', { f: 'a' });
    for (const [args, name] of refusals) {
      const { error, text } = await server.call('Read', { file_path: server.path('f'), ...args });
      expect([args, error.code, text]).toEqual([args, 'INVALID_ARGUMENT', expect.stringContaining(`"${name}"`)]);
    }
  });

  it('says which argument is missing, and that a path must be absolute', async () => {
    await using server = await serve('claude-code', { f: 'a' });
    expect((await server.call('Read', {})).text).toContain('"file_path" is required');
    const { text, error } = await server.call('Read', { file_path: 'f' });
    expect(text).toBe(`file_path must be an absolute path\nDid you mean ${server.path('f')}?`);
    expect(error.code).toBe('INVALID_ARGUMENT');
  });

  const russian = 'Привет, мир! Это обычный текст на русском языке.';
  const japanese = 'これは日本語のテキストです。文字コードを正しく判定する必要があります。';
  const chinese = '这是一个用于测试编码检测的中文文本，应该能够被正确识别出来。';
  const french = 'Voilà un texte français où l’été était à côté de la forêt.';
  const texts = [
    ['utf-8', japanese],
    ['utf-16le', japanese],
    ['utf-16be', japanese],
    ['windows-1252', french],
    ['windows-1251', russian],
    ['koi8-r', russian],
    ['iso-8859-5', russian],
    ['iso-8859-2', 'Příliš žluťoučký kůň úpěl ďábelské ódy, řekl přítel a šel domů.'],
    ['shift_jis', japanese],
    ['euc-jp', japanese],
    ['gb18030', chinese],
    ['big5', '這是一個用於測試編碼檢測的中文文本，應該能夠被正確識別出來。'],
    ['euc-kr', '이것은 인코딩 감지를 테스트하기 위한 한국어 텍스트입니다.'],
  ] as const;
  it('supports text files with any encoding', async () => {
    const encode = ([encoding, sentence]: (typeof texts)[number]) =>
      iconv.encode(`${sentence}\n`, encoding, { addBOM: encoding.startsWith('utf-16') });
    await using server = await serve('claude-code', Object.fromEntries(texts.map((each) => [each[0], encode(each)])));
    for (const [encoding, sentence] of texts) {
      const { text, outcome } = await server.call('Read', { file_path: server.path(encoding) });
      expect([outcome.encoding, text]).toEqual([encoding, `     1\t${sentence}`]);
    }
  });

  it('supports binary file detection', async () => {
    const wasm = Buffer.concat([Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]), Buffer.alloc(4088)]);
    await using server = await serve('claude-code', { 'a.txt': wasm });
    const path = server.path('a.txt');
    const { text, isError, error } = await server.call('Read', { file_path: path });
    expect(isError).toBe(true);
    expect(text).toBe(`Cannot display binary file: ${path} (4.0 KB)`);
    expect(error).toMatchObject({ code: 'UNSUPPORTED_FILE', mimeType: 'application/wasm', size: 4096 });
  });

  it('supports image files, whatever their name, and shows SVG as the text that it is', async () => {
    await using server = await serve('claude-code', { 'a.txt': PNG, 'b.svg': SVG });
    const { content, outcome } = await server.call('Read', { file_path: server.path('a.txt') });
    expect(content).toEqual([{ type: 'image', mimeType: 'image/png', data: PNG.toString('base64') }]);
    expect(outcome).toMatchObject({ kind: 'image', mimeType: 'image/png', size: PNG.length });
    expect((await server.call('Read', { file_path: server.path('b.svg') })).text).toBe(`     1\t${SVG.trimEnd()}`);
  });

  it('refuses an image over 5 MB of base64 that nothing can scale, and names that limit', async () => {
    const bytes = ((5 * 1024 * 1024) / 4) * 3;
    const image = (size: number) => Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]);
    await using server = await serve('claude-code', { fits: image(bytes), not: image(bytes + 1) });
    expect((await server.call('Read', { file_path: server.path('fits') })).isError).toBe(false);
    const { text, error } = await server.call('Read', { file_path: server.path('not') });
    expect(error).toMatchObject({ code: 'FILE_TOO_LARGE', size: bytes + 1, limit: bytes });
    expect(text).toMatch(
      /: PNG of 1 × 1 pixels \(3\.8 MB\), too large: the limit is 8000 pixels a side and 5 MB of base64$/,
    );
  });

  it('displays line numbers in output', async () => {
    await using server = await serve('claude-code', { f: lines(1_000_002) }, { args: ['--max-file-size', '20MB'] });
    const file_path = server.path('f');
    const { text } = await server.call('Read', { file_path, offset: 999_999 });
    expect(text).toBe(numbered(999_999, 1_000_002));
    expect(text).toMatch(/^999999\tline 999999\n1000000\tline 1000000\n/);
  });

  it('handles files up to a configurable max size', async () => {
    await using server = await serve(
      'claude-code',
      { fits: 'x'.repeat(1024), not: 'x'.repeat(1025) },
      { args: ['--max-file-size', '1KB'] },
    );
    expect((await server.call('Read', { file_path: server.path('fits') })).isError).toBe(false);
    const { text, error } = await server.call('Read', { file_path: server.path('not') });
    expect(error).toMatchObject({ code: 'FILE_TOO_LARGE', size: 1025, limit: 1024 });
    expect(text).toContain('1025 bytes');
    expect(text).toContain('1024 bytes');
  });

  it('truncates long lines with an indicator', async () => {
    await using server = await serve('claude-code', {
      f: `${'x'.repeat(2001)}\n${'😀'.repeat(2000)}\n${'é'.repeat(3000)}`,
    });
    const { text } = await server.call('Read', { file_path: server.path('f') });
    expect(text.split('\n')).toEqual([
      `     1\t${'x'.repeat(2000)}... [truncated, 2001 chars total]`,
      `     2\t${'😀'.repeat(2000)}`,
      `     3\t${'é'.repeat(2000)}... [truncated, 3000 chars total]`,
    ]);
  });

  it('ends a response over the limit at a whole line, and the note goes on where it ended', async () => {
    await using server = await serve('claude-code', { f: lines(2000) }, { args: ['--max-response-size', '2KB'] });
    const file_path = server.path('f');
    const shown: string[] = [];
    for (let offset: number | undefined = 1; offset !== undefined; ) {
      const { text } = await server.call('Read', { file_path, offset });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
      shown.push(...text.split('\n').filter((line) => !line.startsWith('[')));
      const next: string | undefined = /\[Showing .* Use offset=(\d+) to continue\.\]$/.exec(text)?.[1];
      offset = next === undefined ? undefined : Number(next);
    }
    expect(shown.join('\n')).toBe(numbered(1, 2000));
  });

  it('shows the beginning of a line that is over the limit alone, and how to go on behind it', async () => {
    await using server = await serve(
      'claude-code',
      { f: `${'x'.repeat(1500)}\nnext\n` },
      { args: ['--max-response-size', '1KB'] },
    );
    const { text } = await server.call('Read', { file_path: server.path('f') });
    expect(text).toMatch(/^ {5}1\tx+\n\[Line 1 alone exceeds the response size limit\. Use offset=2 to continue\.\]$/);
    expect(text).toHaveLength(1024);
    expect((await server.call('Read', { file_path: server.path('f'), offset: 2 })).text).toBe('     2\tnext');
  });

  it('returns an error for non-existent files, with names that are near', async () => {
    await using server = await serve('claude-code', { 'index.ts': '' });
    const path = server.path('indx.ts');
    const { text, isError, error } = await server.call('Read', { file_path: path });
    expect(text).toBe(`File not found: ${path}`);
    expect(isError).toBe(true);
    expect(error).toMatchObject({ code: 'NOT_FOUND', path, candidates: [server.path('index.ts')] });
  });

  it('returns an error for directories', async () => {
    await using server = await serve('claude-code', { 'd/f': '' });
    const { text, isError, error } = await server.call('Read', { file_path: server.path('d') });
    expect(text).toBe(`Cannot read directory: ${server.path('d')}`);
    expect(isError).toBe(true);
    expect(error.code).toBe('IS_DIRECTORY');
  });
});
