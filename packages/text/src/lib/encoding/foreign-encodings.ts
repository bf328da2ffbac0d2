import type { Encoding } from './text-format.ts';

type ForeignEncoding = Exclude<Encoding, 'utf-8' | 'utf-16le' | 'utf-16be'>;

// Keys of an object, so that the compiler asks for each encoding.
const ALL: Readonly<Record<ForeignEncoding, true>> = {
  shift_jis: true,
  'euc-jp': true,
  gbk: true,
  gb18030: true,
  big5: true,
  'euc-kr': true,
  'koi8-r': true,
  'koi8-u': true,
  'iso-8859-1': true,
  macintosh: true,
  cp437: true,
  cp850: true,
  cp866: true,
  'windows-874': true,
  'windows-1250': true,
  'windows-1251': true,
  'windows-1252': true,
  'windows-1253': true,
  'windows-1254': true,
  'windows-1255': true,
  'windows-1256': true,
  'windows-1257': true,
  'windows-1258': true,
  'iso-8859-2': true,
  'iso-8859-5': true,
  'iso-8859-6': true,
  'iso-8859-7': true,
  'iso-8859-8': true,
  'iso-8859-9': true,
  'iso-8859-15': true,
};

/** Encodings in which bytes beyond ASCII mean something else than in UTF-8. */
// `Object.keys` forgets the type of the keys.
export const FOREIGN_ENCODINGS = Object.keys(ALL) as readonly ForeignEncoding[];
