import { readFileSync, writeFileSync } from 'node:fs';
import { type Dialect, encodeAs, type ServedDialect, serve } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

/** The tool of a dialect that gives a file its whole content, and its arguments. */
const WRITERS: Partial<
  Record<Dialect, (path: string, content: string) => [tool: string, args: Record<string, unknown>]>
> = {
  'claude-code': (file_path, content) => ['Write', { file_path, content }],
  agent: (file_path, content) => ['write', { file_path, content }],
  codex: (path, content) => [
    'apply_patch',
    { input: `*** Begin Patch\n*** Add File: ${path}\n${content.replaceAll(/^(?!$)/gm, '+')}*** End Patch\n` },
  ],
  editor: (path, content) => ['create_file', { path, content }],
  filesystem: (path, content) => ['write_file', { path, content }],
  gemini: (file_path, content) => ['write_file', { file_path, content }],
};

const UNREAD = { args: ['--require-read', 'never'] };

async function overwrite(
  server: ServedDialect,
  dialect: Dialect,
  { before, content }: { before: Buffer; content: string },
) {
  const path = server.path('file');
  writeFileSync(path, before);
  const [tool, args] = WRITERS[dialect]?.(path, content) ?? ['', {}];
  const result = await server.call(tool, args);
  expect(result.error).toEqual({});
  const note = /^Note: the file was .*$/m.exec(result.text)?.[0];
  return { after: readFileSync(path), note };
}

describe.each(Object.keys(WRITERS) as Dialect[])('an overwrite in %s', (dialect) => {
  const KEPT = [
    ['gb18030', '// 这是一个用于测试的文件\n', '// 版本\n'],
    ['windows-1251', 'Это обычный русский текст\n', 'файл\n'],
    ['shift_jis', 'これは日本語のテキストです\n', '削除\n'],
    ['utf-16le with mark', 'Windows Registry\r\n', '😀 é\n'],
    ['utf-16be with mark', 'one\n', 'two\n'],
    ['utf-8 with mark', 'one\n', 'é\n'],
    ['utf-8', 'é\n', 'ü\n'],
    ['utf-8', 'one\n', 'ü\n'],
  ] as const;

  it('keeps the encoding and the byte-order mark that the file had', async () => {
    await using server = await serve(dialect, {}, UNREAD);
    for (const [encoding, before, content] of KEPT) {
      const { after, note } = await overwrite(server, dialect, { before: encodeAs(before, encoding), content });
      expect([encoding, note, after.toString('latin1')]).toEqual([
        encoding,
        undefined,
        encodeAs(content, encoding).toString('latin1'),
      ]);
    }
  });

  it('says so where it cannot', async () => {
    await using server = await serve(dialect, {}, UNREAD);
    const before = encodeAs('Это обычный русский текст\n', 'windows-1251');
    const { after, note } = await overwrite(server, dialect, { before, content: 'naïve 😀\n' });
    expect(after.toString()).toBe('naïve 😀\n');
    expect(note).toBe('Note: the file was windows-1251 and is now utf-8.');
    const declared = {
      before: encodeAs('<a>é</a>\n', 'utf-16le with mark'),
      content: '<?xml version="1.0" encoding="utf-8"?>\n<a/>\n',
    };
    expect((await overwrite(server, dialect, declared)).note).toBe(
      'Note: the file was utf-16le with a byte-order mark and is now utf-8.',
    );
  });
});

/** The tool of a dialect that reads a text, and its arguments. */
const READERS: Partial<Record<Dialect, (path: string) => [tool: string, args: Record<string, unknown>]>> = {
  claude: (file_path) => ['Read', { file_path }],
  'claude-code': (file_path) => ['Read', { file_path }],
  agent: (file_path) => ['read', { file_path }],
  codex: (file_path) => ['read_file', { file_path }],
  editor: (path) => ['view', { path }],
  filesystem: (path) => ['read_text_file', { path }],
  gemini: (absolute_path) => ['read_file', { absolute_path }],
  'gemini-cli': (file_path) => ['read_file', { file_path }],
  text_editor: (path) => ['str_replace_based_edit_tool', { command: 'view', path }],
};

/** Bytes, and the encoding of which the answer says that it is a guess; null if it says none. */
const GUESSES: Readonly<Record<string, readonly [bytes: string, guess: string | null]>> = {
  'one word of Mac Roman': ['ma\x96ana\n', 'windows-1252'],
  'one word of a DOS code page': ['// Gr\x94\xe1e\n', 'windows-1252'],
  'words of a DOS code page': ['// Gr\x94\xe1e l\x94schen, zur\x81ck\n', null],
  'a frame': ['\xc9\xcd\xcd\xbb\n\xba hi \xba\n\xc8\xcd\xcd\xbc\n', null],
  'one word of Latin-1': ['caf\xe9\n', null],
  ASCII: ['cafe\n', null],
};

describe.each(Object.keys(READERS) as Dialect[])('a read in %s', (dialect) => {
  it('says that an encoding is guessed, if an old one is in question', async () => {
    await using server = await serve(dialect, {});
    for (const [name, [bytes, guess]] of Object.entries(GUESSES)) {
      const path = server.path(name);
      writeFileSync(path, Buffer.from(bytes, 'latin1'));
      const [tool, args] = READERS[dialect]?.(path) ?? ['', {}];
      const { text } = await server.call(tool, args);
      expect([name, /\[encoding guessed: (.*)\]/.exec(text)?.[1] ?? null]).toEqual([name, guess]);
    }
  });
});

/** The edit of a dialect that replaces a text. */
const EDITORS: Partial<
  Record<Dialect, (path: string, from: string, to: string) => [tool: string, args: Record<string, unknown>]>
> = {
  'claude-code': (file_path, old_string, new_string) => ['Edit', { file_path, old_string, new_string }],
  editor: (path, old_str, new_str) => ['str_replace', { path, old_str, new_str }],
  filesystem: (path, oldText, newText) => ['edit_file', { path, edits: [{ oldText, newText }] }],
  gemini: (file_path, old_string, new_string) => ['replace', { file_path, old_string, new_string }],
  text_editor: (path, old_str, new_str) => [
    'str_replace_based_edit_tool',
    { command: 'str_replace', path, old_str, new_str },
  ],
};

interface Edit {
  readonly before: Buffer;
  readonly from: string;
  readonly to: string;
}

async function edit(server: ServedDialect, dialect: Dialect, { before, from, to }: Edit) {
  const path = server.path('file');
  writeFileSync(path, before);
  return editAgain(server, dialect, { from, to });
}

async function editAgain(server: ServedDialect, dialect: Dialect, { from, to }: Omit<Edit, 'before'>) {
  const path = server.path('file');
  const [tool, args] = EDITORS[dialect]?.(path, from, to) ?? ['', {}];
  const result = await server.call(tool, args);
  return { result, after: readFileSync(path).toString('latin1') };
}

describe.each(Object.keys(EDITORS) as Dialect[])('an edit in %s', (dialect) => {
  it('writes no UTF-8 where a word reads as such by chance', async () => {
    await using server = await serve(dialect, {}, UNREAD);
    for (const word of ['系统', '什么', '版本', '函数']) {
      const before = encodeAs(`int a; // ${word}\n`, 'gb18030');
      const { after } = await edit(server, dialect, { before, from: 'int a', to: '/* 修复 */ int a' });
      expect([word, after]).toEqual([word, encodeAs(`/* 修复 */ int a; // ${word}\n`, 'gb18030').toString('latin1')]);
    }
  });

  it('keeps the encoding that was found before an edit removed what told it', async () => {
    await using server = await serve(dialect, {}, UNREAD);
    const long = '这是一个用于测试编码检测的中文文本';
    const before = encodeAs(`a // ${long}\nb // 木材\n`, 'gb18030');
    await edit(server, dialect, { before, from: long, to: '' });
    await editAgain(server, dialect, { from: 'b', to: 'c' });
    const { after } = await editAgain(server, dialect, { from: 'a // ', to: 'a // 修复' });
    expect(after).toBe(encodeAs('a // 修复\nc // 木材\n', 'gb18030').toString('latin1'));
    await editAgain(server, dialect, { from: ' // 木材', to: '' });
    await editAgain(server, dialect, { from: '修复', to: 'x' });
    expect((await editAgain(server, dialect, { from: 'x', to: '文件' })).after).toBe(
      encodeAs('a // 文件\nc\n', 'gb18030').toString('latin1'),
    );
  });

  it('refuses what candidates would write in different bytes, and names them', async () => {
    await using server = await serve(dialect, {}, UNREAD);
    const before = encodeAs('int a; // 机构\n', 'gb18030');
    const { result, after } = await edit(server, dialect, { before, from: 'int a', to: 'int 本' });
    expect([result.error.code, after]).toEqual(['UNENCODABLE', before.toString('latin1')]);
    expect(result.text).toMatch(/gbk.*euc-jp/);
    const { after: ascii } = await editAgain(server, dialect, { from: 'int a', to: 'int b' });
    expect(ascii).toBe(encodeAs('int b; // 机构\n', 'gb18030').toString('latin1'));
  });

  it('writes no four-byte character into GBK, and one into GB18030', async () => {
    await using server = await serve(dialect, {}, UNREAD);
    const before = encodeAs('// 这是一个用于测试的文件\n', 'gb18030');
    const { result, after } = await edit(server, dialect, { before, from: '//', to: '// 😀' });
    expect([result.error.code, after]).toEqual(['UNENCODABLE', before.toString('latin1')]);
    const four = Buffer.concat([before, Buffer.from([0x94, 0x39, 0xfc, 0x36, 0x0a])]);
    const { after: more } = await edit(server, dialect, { before: four, from: '//', to: '// 😀' });
    expect(more).toContain(Buffer.from([0x94, 0x39, 0xfc, 0x36, 0x20, 0xd5, 0xe2]).toString('latin1'));
  });

  it('weighs the words of 64 KB, not the sign in a licence header', async () => {
    await using server = await serve(dialect, {}, UNREAD);
    const text = `/* © 1999 */\n${'int value = compute(other, 12);\n'.repeat(200)}// Файл не найден\n`;
    const { result, after } = await edit(server, dialect, {
      before: encodeAs(text, 'windows-1251'),
      from: '/* ',
      to: '/* é',
    });
    expect([result.error.code, after.length]).toEqual(['UNENCODABLE', text.length]);
    const { after: russian } = await editAgain(server, dialect, { from: '/* ', to: '/* мы ' });
    expect(russian).toBe(encodeAs(text.replace('/* ', '/* мы '), 'windows-1251').toString('latin1'));
  });

  it('writes what an ASCII file declares, and UTF-8 where the bytes are UTF-8', async () => {
    await using server = await serve(dialect, {}, UNREAD);
    const cookie = '# -*- coding: cp1251 -*-\nx = 1\n';
    const { after } = await edit(server, dialect, { before: Buffer.from(cookie), from: 'x = 1', to: 'x = "мир"' });
    expect(after).toBe(encodeAs(cookie.replace('1\n', '"мир"\n'), 'windows-1251').toString('latin1'));
    const { after: unicode } = await edit(server, dialect, {
      before: Buffer.from(`${cookie}é\n`),
      from: 'x = 1',
      to: 'x = "мир"',
    });
    expect(unicode).toBe(Buffer.from(cookie.replace('1\n', '"мир"\né\n')).toString('latin1'));
  });

  it('knows DOS code pages by their frames', async () => {
    await using server = await serve(dialect, {}, UNREAD);
    const frame = Buffer.from(
      '\xc9\xcd\xcd\xcd\xcd\xcd\xbb\r\n\xba Gr\x94\xe1e \xba\r\n\xc8\xcd\xcd\xcd\xcd\xcd\xbc\r\n',
      'latin1',
    );
    const { after } = await edit(server, dialect, { before: frame, from: '╔═', to: '╔═ü' });
    expect(after).toBe(frame.toString('latin1').replace('\xc9\xcd', '\xc9\xcd\x81'));
    const russian = Buffer.concat([Buffer.from('\xda\xc4\xc4\xbf\n', 'latin1'), encodeAs('Файл не найден\n', 'cp866')]);
    const { after: mir } = await edit(server, dialect, { before: russian, from: 'не найден', to: 'найден' });
    expect(mir).toBe(`\xda\xc4\xc4\xbf\n${encodeAs('Файл найден\n', 'cp866').toString('latin1')}`);
  });
});
