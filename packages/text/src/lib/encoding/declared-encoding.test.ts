import { describe, expect, it } from 'vitest';
import { memoryFile } from '../../../test/memory-file.ts';
import { readDocument } from '../edit/text-document.ts';
import { declaredEncoding } from './declared-encoding.ts';
import { loadCodec } from './load-codec.ts';
import { sniff } from './sniff.ts';
import type { Encoding } from './text-format.ts';

const DECLARATIONS: [encoding: Encoding, text: string][] = [
  ['windows-1251', '# -*- coding: cp1251 -*-\n'],
  ['windows-1251', '#!/usr/bin/python\n# vim: set fileencoding=windows-1251 :\n'],
  ['iso-8859-1', '# encoding: ISO-8859-1\n'],
  ['euc-jp', ';; -*- mode: lisp; coding: euc-jp-unix -*-\n'],
  ['shift_jis', '/* -*- coding: sjis -*- */\n'],
  ['koi8-r', '<!DOCTYPE html>\n<html><head><META CHARSET=koi8-r>\n'],
  ['gb18030', '<meta http-equiv="Content-Type" content="text/html; charset=gb2312">\n'],
  ['iso-8859-2', "<?xml version='1.0' encoding='iso-8859-2'?>\n"],
  ['windows-1250', 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=CP1250\\n"\n'],
  ['big5', '@charset "Big5";\n'],
  ['utf-8', '# coding: utf8\n'],
];

describe('declaredEncoding', () => {
  it.each(DECLARATIONS)('finds %s in %j', (encoding, text) => {
    expect(declaredEncoding(Buffer.from(text))).toBe(encoding);
  });

  it.each([
    'encoding = 1\n',
    '\n\n# coding: cp1251\n',
    '# coding: klingon\n',
    'msgid "charset=cp1251"\n',
    'x = "coding: cp1251"\n',
  ])('finds none in %j', (text) => {
    expect(declaredEncoding(Buffer.from(text))).toBeNull();
  });

  it('beats statistics where it fits the bytes', async () => {
    const bytes = Buffer.concat([
      Buffer.from('# coding: koi8-r\n# '),
      (await loadCodec('koi8-r')).encode('ВСЕ'),
      Buffer.of(0x0a),
    ]);
    expect(await sniff(memoryFile(bytes))).toMatchObject({ encoding: 'koi8-r', alternatives: [] });
    const misdeclared = Buffer.concat([
      Buffer.from('# coding: utf-8\n# '),
      (await loadCodec('windows-1251')).encode('файл не найден'),
    ]);
    expect(await sniff(memoryFile(misdeclared))).toMatchObject({ encoding: 'windows-1251' });
    const unfit = Buffer.concat([Buffer.from('# coding: euc-jp\n# caf'), Buffer.of(0xe9, 0x0a)]);
    expect(await sniff(memoryFile(unfit))).toMatchObject({ encoding: 'windows-1252' });
  });

  it('counts for new text in ASCII, and not in UTF-8', async () => {
    const ascii = await readDocument(memoryFile(Buffer.from('# coding: cp1251\nx = 1\n')));
    expect(ascii.format.encoding).toBe('windows-1251');
    const unicode = await readDocument(memoryFile(Buffer.from('# coding: cp1251\nx = "é"\n')));
    expect(unicode.format.encoding).toBe('utf-8');
  });
});
