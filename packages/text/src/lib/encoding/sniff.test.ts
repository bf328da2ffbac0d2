import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { memoryFile } from '../../../test/memory-file.ts';
import { loadCodec } from './load-codec.ts';
import { sniff } from './sniff.ts';
import type { Encoding } from './text-format.ts';

function sniffed(content: string | Uint8Array | number[]) {
  return sniff(memoryFile(typeof content === 'string' ? Buffer.from(content) : Uint8Array.from(content)));
}

const SAMPLES: [language: string, text: string, encodings: Encoding[]][] = [
  [
    'Russian',
    'Привет, мир! Это обычный текст на русском языке, который нужно правильно распознать.\n',
    ['windows-1251', 'koi8-r', 'iso-8859-5'],
  ],
  [
    'Ukrainian',
    'Доброго дня! Це звичайний текст українською мовою, його слід розпізнати.\n',
    ['koi8-u', 'windows-1251'],
  ],
  [
    'Japanese',
    'これは日本語のテキストです。文字コードを正しく判定する必要があります。カタカナも含む。\n',
    ['shift_jis', 'euc-jp'],
  ],
  ['Simplified Chinese', '这是一个用于测试编码检测的中文文本，应该能够被正确识别出来。\n', ['gb18030']],
  ['Traditional Chinese', '這是一個用於測試編碼檢測的中文文本，應該能夠被正確識別出來。\n', ['big5']],
  ['Korean', '이것은 인코딩 감지를 테스트하기 위한 한국어 텍스트입니다.\n', ['euc-kr']],
  ['German', 'Die Größe der Straße über Österreich wäre schön für die Mädchen.\n', ['windows-1252']],
  ['French', 'Voilà un texte français où l’été était à côté de la forêt.\n', ['windows-1252']],
  ['Spanish', 'El niño comió una manzana en la montaña; ¿qué pasó mañana?\n', ['windows-1252']],
  ['Portuguese', 'Não há informações disponíveis para o usuário, então não é possível.\n', ['windows-1252']],
  ['Swedish', 'Räksmörgås är gott på ön, sade hon och gick hem över ängen.\n', ['windows-1252']],
  [
    'Polish',
    'Zażółć gęślą jaźń, proszę państwa, to jest zwykły polski tekst o żółwiach.\n',
    ['windows-1250', 'iso-8859-2'],
  ],
  ['Czech', 'Příliš žluťoučký kůň úpěl ďábelské ódy, řekl přítel a šel domů.\n', ['windows-1250', 'iso-8859-2']],
  ['Greek', 'Αυτό είναι ένα ελληνικό κείμενο για δοκιμή της ανίχνευσης.\n', ['windows-1253']],
  ['Hebrew', 'זהו טקסט בעברית לבדיקת זיהוי קידוד של קבצים\n', ['windows-1255']],
  ['Arabic', 'هذا نص عربي لاختبار اكتشاف الترميز في الملفات\n', ['windows-1256']],
  ['Turkish', 'Bu Türkçe bir metindir, şöyle güzel bir ığdır çağrısı yapıldı.\n', ['windows-1254']],
];

describe('sniff', () => {
  it('takes ASCII and UTF-8 for text, and is sure when it saw all or more than ASCII', async () => {
    const text = { kind: 'text', encoding: 'utf-8', bomLength: 0, lineEnding: '\n' };
    expect(await sniffed('')).toEqual({ ...text, sure: true });
    expect(await sniffed('a\nb\r\nc')).toEqual({ ...text, sure: true });
    expect(await sniffed('a'.repeat(5000))).toEqual({ ...text, sure: false });
    expect(await sniffed(`${'a'.repeat(4099)}é`)).toMatchObject({ encoding: 'utf-8', sure: true });
    expect(await sniffed(`é${'a'.repeat(5000)}`)).toEqual({ ...text, sure: true });
    expect(await sniffed('a\r\nb\r\nc\n')).toEqual({ ...text, lineEnding: '\r\n', sure: true });
  });

  it('reads byte-order marks', async () => {
    expect(await sniffed('\ufeffa')).toMatchObject({ encoding: 'utf-8', bomLength: 3, sure: true });
    expect(await sniffed(Buffer.from('\ufeffa\r\n', 'utf16le'))).toMatchObject({
      encoding: 'utf-16le',
      bomLength: 2,
      lineEnding: '\r\n',
    });
    expect(await sniffed(Buffer.from('\ufeffa\r\n', 'utf16le').swap16())).toMatchObject({
      encoding: 'utf-16be',
      bomLength: 2,
      lineEnding: '\r\n',
    });
  });

  it.each([...SAMPLES.map(([language, text]) => [language, text]), ['code', 'int main() {\n  return 0;\n}\n']])(
    'knows %s in UTF-16 without a mark',
    async (_, text) => {
      const little = Buffer.from(text ?? '', 'utf16le');
      expect(await sniffed(little)).toMatchObject({ kind: 'text', encoding: 'utf-16le', bomLength: 0 });
      expect(await sniffed(Buffer.from(little).swap16())).toMatchObject({ kind: 'text', encoding: 'utf-16be' });
    },
  );

  it.each(
    SAMPLES.flatMap(([language, text, encodings]) => encodings.map((encoding) => [language, encoding, text] as const)),
  )('knows %s in %s', async (_, encoding, text) => {
    const codec = await loadCodec(encoding);
    const bytes = codec.encode(text);
    expect(codec.decode(bytes)).toBe(text);
    const found = await sniffed(bytes);
    expect(found).toMatchObject({ kind: 'text', sure: false });
    if (found.kind === 'text') expect((await loadCodec(found.encoding)).decode(bytes)).toBe(text);
  });

  it.each(
    SAMPLES.flatMap(([language, text, encodings]) => encodings.map((encoding) => [language, encoding, text] as const)),
  )('knows %s in %s between much that is ASCII', async (_, encoding, text) => {
    const codec = await loadCodec(encoding);
    const bytes = codec.encode(`${'export const value = compute(other, 12);\n'.repeat(40)}// ${text}`);
    const found = await sniffed(bytes);
    if (found.kind !== 'text') throw new Error(found.kind);
    expect((await loadCodec(found.encoding)).decode(bytes)).toBe(codec.decode(bytes));
  });

  it('takes UTF-8 with a fault for UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('Größe über Straße'), Buffer.of(0xff), Buffer.from('für')]);
    expect(await sniffed(bytes)).toMatchObject({ kind: 'text', encoding: 'utf-8', sure: false });
  });

  it.each([
    ['a letter', 'caf\xc3\xa9 \xff'],
    ['a line of code', 'const x = 1; // \xc3\xbc\xff\n'],
    ['a stray byte in a word', 'na\xc3\xafve caf\xe9'],
    ['a sign', '\xe2\x82\xac 10 \x80'],
    ['half a character', '\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa and more'],
    ['an overlong form', '\xc3\xa9\xc3\xa9 \xc0 \xc3\xa9'],
  ])('takes short UTF-8 with a stray byte for UTF-8: %s', async (_, content) => {
    expect(await sniffed(Buffer.from(content, 'latin1'))).toMatchObject({ kind: 'text', encoding: 'utf-8' });
  });

  it.each([
    ['a vertical tab', '\x0b'],
    ['a backspace', '\b'],
    ['a bell', '\x07'],
    ['^A', '\x01'],
    ['a delete', '\x7f'],
    ['every control but NUL', Array.from({ length: 31 }, (_, at) => String.fromCharCode(at + 1)).join('')],
  ])('takes text with a stray byte and %s for text', async (_, control) => {
    for (const text of [
      `int main() {${control}}\n\xff`,
      `gar\xe7on${control}`,
      `\xff${control}`,
      `Gr\xc3\xbc\xdfe${control}`,
    ])
      expect(await sniffed(Buffer.from(text, 'latin1'))).toMatchObject({ kind: 'text' });
  });

  it.each([
    ['application/xml', '<?xml version="1.0" encoding="iso-8859-1"?><a>gar\xe7on\x01</a>'],
    ['application/rtf', '{\\rtf1 gar\xe7on\x07}'],
    ['application/postscript', '%!PS-Adobe-3.0\n(gar\xe7on\b) show\n'],
    ['text/vcard', 'BEGIN:VCARD\r\nFN:Gar\xe7on\x0b\r\n'],
  ])('takes %s for the text that it is', async (_, content) => {
    expect(await sniffed(Buffer.from(content, 'latin1'))).toMatchObject({ kind: 'text' });
  });

  it('shows a Western letter in ASCII as what it most likely is', async () => {
    expect(await sniffed(Buffer.from('// caf\xe9\nconst x = 1;\n', 'latin1'))).toMatchObject({
      encoding: 'windows-1252',
    });
    expect(await sniffed(Buffer.from('BM\xfcller, Stra\xdfe\n', 'latin1'))).toMatchObject({ kind: 'text' });
  });

  it.each<[Encoding, string]>([
    ['windows-1252', 'naïve café'],
    ['windows-1252', 'The naïve approach fails: the café is closed. '.repeat(20)],
    ['windows-1252', 'Noël'],
    ['windows-1252', 'El Niño'],
    ['windows-1252', '# Temperatur über 5 °C'],
    ['windows-1252', 'à la carte'],
    ['windows-1252', '£100'],
    ['windows-1252', '© 1999–2004'],
    ['windows-1252', 'ñ'],
    ['windows-1250', 'Antonín Dvořák'],
    ['windows-1250', 'Erdős'],
    ['windows-1250', '// Hiba történt'],
    ['windows-1250', 'Błąd podczas odczytu pliku'],
    ['iso-8859-2', 'Błąd podczas odczytu pliku'],
    ['iso-8859-2', 'Příliš žluťoučký kůň'],
    ['iso-8859-2', 'Greška pri čitanju datoteke'],
    ['iso-8859-15', 'Prix : 10 €'],
    ['iso-8859-15', 'cœur'],
    ['iso-8859-15', 'Prix : 10 € pour le cœur'],
    ['iso-8859-15', 'Œuvre'],
    ['windows-1252', 'Prix : 10 €, “cœur”'],
    ['windows-1252', '1½ Zoll für Übergrößen'],
    ['gb18030', '使用API，A和B都可以'],
    ['windows-1254', '# Dosya bulunamadı'],
    ['windows-1257', 'Ačiū, labas rytas'],
    ['windows-1251', '# файл не найден'],
    ['windows-1251', 'да'],
    ['shift_jis', '日本'],
    ['big5', '// 錯誤'],
  ])('takes few letters in %s for what they most likely are: %j', async (encoding, text) => {
    const bytes = (await loadCodec(encoding)).encode(`${text}\n`);
    const found = await sniffed(bytes);
    if (found.kind !== 'text') throw new TypeError(`taken for ${found.kind}`);
    const taken = (await loadCodec(found.encoding)).decode(bytes);
    expect(taken, `taken for ${found.encoding}, of which few letters should be no proof`).toBe(`${text}\n`);
  });

  it.each([
    [
      'image/png',
      [
        ...Buffer.from(
          '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\0IDAT',
          'latin1',
        ),
        ...deflateSync(Buffer.alloc(6000, 'x')),
      ],
    ],
    ['image/jpeg', [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]],
    ['image/jpeg', [0xff, 0xd8, 0xff, 0xe0]],
    ['image/gif', [...Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')]],
    ['image/webp', [...Buffer.from('RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\0\0\0', 'latin1')]],
    ['image/bmp', [...Buffer.from('BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0', 'latin1')]],
    ['image/x-icon', [0, 0, 1, 0, 1, 0, 16, 16, 0, 0]],
    ['image/tiff', [0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 0, 0]],
    ['image/avif', [...Buffer.from('\0\0\0\x20ftypavif\0\0\0\0avifmif1', 'latin1')]],
    ['image/heic', [...Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')]],
  ])('sees %s by its first bytes', async (mimeType, bytes) => {
    expect(await sniffed(bytes)).toEqual({ kind: 'image', mimeType });
  });

  it('tells PDF, other binary files, and binary of no known type', async () => {
    expect(await sniffed('%PDF-1.7\n%âãÏÓ\n')).toEqual({ kind: 'pdf', mimeType: 'application/pdf' });
    expect(await sniffed([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])).toEqual({ kind: 'binary', mimeType: 'application/wasm' });
    expect(await sniffed('ab\0cd\n')).toEqual({ kind: 'binary', mimeType: null });
    const utf32 = { kind: 'binary', mimeType: 'text/plain; charset=utf-32le' };
    expect(await sniffed([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])).toEqual(utf32);
    expect(await sniffed([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])).toMatchObject({ kind: 'binary' });
  });

  it('takes a PDF for one behind what others left before it, and no other file that names it', async () => {
    const pdf = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj <</Length 2>> stream\n\x01\x00\nendstream', 'latin1');
    for (const before of ['\n', 'X-Header: 1\r\n\r\n', '\ufeff', '\n'.repeat(1000)]) {
      expect(await sniffed(Buffer.concat([Buffer.from(before), pdf]))).toEqual({
        kind: 'pdf',
        mimeType: 'application/pdf',
      });
    }
    expect(await sniffed('A PDF begins with\n%PDF-1.7\n')).toMatchObject({ kind: 'text' });
    const late = Buffer.concat([Buffer.from('\n'.repeat(1100)), pdf]);
    expect(await sniffed(late)).toMatchObject({ kind: 'binary' });
    const quoted = Buffer.concat([Buffer.from('magic = %PDF-1.7 '), pdf.subarray(10)]);
    expect(await sniffed(quoted)).toMatchObject({ kind: 'binary' });
  });
});
