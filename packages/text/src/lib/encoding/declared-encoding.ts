import { loadCodec } from './load-codec.ts';
import type { Encoding } from './text-format.ts';

/** Bytes in which a file may say its encoding: as many as browsers look at, and more for the headers of others. */
const HEAD_BYTES = 4096;

const FIRST_LINES = /^[^\n]*(?:\n[^\n]*)?/;

/** Comments in the first two lines: of Python, Ruby, Emacs and Vim. */
const COOKIE = /^[ \t\f]*(?:#|\/\/|\/?\*|;|--|%|"|<!--|\(\*|\{).*?coding[ \t]*[:=][ \t]*["']?([-\w.]+)/m;

const DECLARATIONS = [
  /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([-\w.:]+)["']/,
  /^\s*@charset\s+["']([-\w.:]+)["']/i,
  /<meta\s[^>]*?\bcharset\s*=\s*["']?\s*([-\w.:]+)/i,
  /^"Content-Type:[^"\n]*\bcharset=([-\w.:]+)/im,
];

/**
 * The encoding that a text declares of itself: in a coding cookie, the prolog of XML, a rule `@charset`, a `meta` element
 * or the header of a PO file. Null without one, or if its name is not known.
 */
export function declaredEncoding(bytes: Uint8Array): Encoding | null {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  const cookie = COOKIE.exec(FIRST_LINES.exec(head)?.[0] ?? '');
  const found = [cookie, ...DECLARATIONS.map((pattern) => pattern.exec(head))].find((match) => match !== null);
  return encodingNamed(found?.[1] ?? '');
}

/** True if each of the bytes, but for a cut character at their end, is a character of the encoding, and none a control. */
export async function fitsDeclaration(bytes: Uint8Array, encoding: Encoding): Promise<boolean> {
  const codec = await loadCodec(encoding);
  return !/[\ufffd\x80-\x9f]/.test(codec.decode(bytes.subarray(0, codec.completeLength(bytes))));
}

/** The encoding that a label names, however it is spelled; null for names that are not known. */
export function encodingNamed(label: string): Encoding | null {
  const plain = label
    .toLowerCase()
    .replace(/-(?:unix|dos|mac)$/, '')
    .replace(/[^a-z0-9]/g, '')
    .replace(/^(?:cs|x)(?=[a-z])/, '');
  const known = NAMES.get(plain);
  if (known !== undefined) return known;
  const [, family, page = ''] = /^(windows|win|cp|ibm|iso8859|koi8)(\w+)$/.exec(plain) ?? [];
  if (family === undefined) return null;
  const name =
    family === 'iso8859'
      ? `iso-8859-${page}`
      : family === 'koi8'
        ? `koi8-${page}`
        : page.length === 4 || page === '874'
          ? `windows-${page}`
          : `cp${page}`;
  return NAMES.get(name) ?? null;
}

const ENCODINGS: readonly Encoding[] = [
  'utf-8',
  'shift_jis',
  'euc-jp',
  'gbk',
  'gb18030',
  'big5',
  'euc-kr',
  'koi8-r',
  'koi8-u',
  'macintosh',
  'cp437',
  'cp850',
  'cp866',
  'windows-874',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-9',
  'iso-8859-15',
];

/** Other names, without signs. */
const ALIASES: Readonly<Record<string, Encoding>> = {
  utf8: 'utf-8',
  shiftjis: 'shift_jis',
  sjis: 'shift_jis',
  cp932: 'shift_jis',
  windows31j: 'shift_jis',
  ms932: 'shift_jis',
  mskanji: 'shift_jis',
  eucjp: 'euc-jp',
  ujis: 'euc-jp',
  japaneseiso8bit: 'euc-jp',
  japaneseshiftjis: 'shift_jis',
  gb2312: 'gbk',
  cp936: 'gbk',
  ms936: 'gbk',
  euccn: 'gbk',
  chinesegbk: 'gbk',
  cp950: 'big5',
  bigfive: 'big5',
  big5hkscs: 'big5',
  cnbig5: 'big5',
  euckr: 'euc-kr',
  cp949: 'euc-kr',
  uhc: 'euc-kr',
  ksc5601: 'euc-kr',
  ksc56011987: 'euc-kr',
  windows949: 'euc-kr',
  latin1: 'iso-8859-1',
  isolatin1: 'iso-8859-1',
  l1: 'iso-8859-1',
  iso88591: 'iso-8859-1',
  latin2: 'iso-8859-2',
  isolatin2: 'iso-8859-2',
  l2: 'iso-8859-2',
  latin5: 'iso-8859-9',
  l5: 'iso-8859-9',
  latin9: 'iso-8859-15',
  latin0: 'iso-8859-15',
  cyrillic: 'iso-8859-5',
  greek: 'iso-8859-7',
  hebrew: 'iso-8859-8',
  arabic: 'iso-8859-6',
  tis620: 'windows-874',
  iso885911: 'windows-874',
  ansi1251: 'windows-1251',
  mac: 'macintosh',
  macroman: 'macintosh',
  koi8: 'koi8-r',
};

const NAMES: ReadonlyMap<string, Encoding> = new Map([
  ...ENCODINGS.map((name): [string, Encoding] => [name, name]),
  ...ENCODINGS.map((name): [string, Encoding] => [name.replace(/[^a-z0-9]/g, ''), name]),
  ...Object.entries(ALIASES),
]);
