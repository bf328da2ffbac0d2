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
  let found = COOKIE.exec(FIRST_LINES.exec(head)?.[0] ?? '');
  for (const declaration of DECLARATIONS) found ??= declaration.exec(head);
  return found === null ? null : encodingNamed(found[1] ?? '');
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
    .replace(/[^a-z0-9]/g, '');
  byName ??= encodingsByName();
  return byName.get(plain) ?? byName.get(plain.replace(/^(?:cs|x)/, '')) ?? null;
}

/** The names of each encoding, without signs between their letters. */
const NAMES: Readonly<Record<Exclude<Encoding, `utf-16${string}` | 'gbk'>, string>> = {
  'utf-8': 'utf8',
  shift_jis: 'shiftjis sjis cp932 windows31j ms932 mskanji japaneseshiftjis',
  'euc-jp': 'eucjp ujis japaneseiso8bit',
  gb18030: 'gb18030 gbk gb2312 cp936 ms936 windows936 euccn chinesegbk chineseiso8bit',
  big5: 'big5 cp950 windows950 bigfive big5hkscs cnbig5 chinesebig5',
  'euc-kr': 'euckr cp949 windows949 uhc ksc5601 ksc56011987 koreaniso8bit',
  'koi8-r': 'koi8r koi8 cyrillickoi8',
  'koi8-u': 'koi8u',
  macintosh: 'macintosh mac macroman',
  cp437: 'cp437 ibm437',
  cp850: 'cp850 ibm850',
  cp866: 'cp866 ibm866',
  'windows-874': 'windows874 cp874 tis620 iso885911',
  'windows-1250': 'windows1250 cp1250 win1250',
  'windows-1251': 'windows1251 cp1251 win1251 ansi1251',
  'windows-1252': 'windows1252 cp1252 win1252',
  'windows-1253': 'windows1253 cp1253 win1253',
  'windows-1254': 'windows1254 cp1254 win1254',
  'windows-1255': 'windows1255 cp1255 win1255',
  'windows-1256': 'windows1256 cp1256 win1256',
  'windows-1257': 'windows1257 cp1257 win1257',
  'windows-1258': 'windows1258 cp1258 win1258',
  'iso-8859-1': 'iso88591 latin1 isolatin1 l1',
  'iso-8859-2': 'iso88592 latin2 isolatin2 l2',
  'iso-8859-5': 'iso88595 cyrillic',
  'iso-8859-6': 'iso88596 arabic',
  'iso-8859-7': 'iso88597 greek',
  'iso-8859-8': 'iso88598 hebrew',
  'iso-8859-9': 'iso88599 latin5 isolatin5 l5',
  'iso-8859-15': 'iso885915 latin9 latin0',
};

// Made on first use: most texts declare nothing.
let byName: ReadonlyMap<string, Encoding> | undefined;

function encodingsByName(): ReadonlyMap<string, Encoding> {
  return new Map(
    keysOf(NAMES).flatMap((encoding) => NAMES[encoding].split(' ').map((name) => [name, encoding] as const)),
  );
}

function keysOf<Key extends string>(table: Readonly<Record<Key, string>>): readonly Key[] {
  // An object literal of a closed type has no other keys.
  return Object.keys(table) as Key[];
}
