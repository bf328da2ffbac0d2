/** Encodings by their WHATWG names, in lower case, where they have one. */
export type Encoding =
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'shift_jis'
  | 'euc-jp'
  | 'gbk'
  | 'gb18030'
  | 'big5'
  | 'euc-kr'
  | 'koi8-r'
  | 'koi8-u'
  | 'iso-8859-1'
  | 'macintosh'
  | `cp${437 | 850 | 866}`
  | `windows-${874 | 1250 | 1251 | 1252 | 1253 | 1254 | 1255 | 1256 | 1257 | 1258}`
  | `iso-8859-${2 | 5 | 6 | 7 | 8 | 9 | 15}`;

/** The endings that Dragoman writes; a lone CR ends no line. */
export type LineEnding = '\n' | '\r\n';

/** The likeliest encoding of bytes, and others that they may as well be in. */
export interface EncodingGuess {
  readonly encoding: Encoding;
  readonly alternatives: readonly Encoding[];
  /** True if a DOS code page or Mac Roman is in question, and would give another text. */
  readonly isGuess?: true;
}

/** Encoding, mark and newlines by which a file's bytes are read as lines of text. */
export interface TextFormat {
  readonly encoding: Encoding;
  /** Bytes of the byte-order mark, which belongs to no line. */
  readonly bomLength: number;
  /** Ending of most lines seen so far. */
  readonly lineEnding: LineEnding;
  /** False if the encoding is presumed (nothing but ASCII seen so far) or guessed from statistics. */
  readonly sure: boolean;
  /** Encodings that the bytes may as well be in: text that they write in other bytes is refused. */
  readonly alternatives?: readonly Encoding[];
  /** See `EncodingGuess`. */
  readonly isGuess?: true;
}

/** Text, and how its bytes are to be read. */
export interface SniffedText extends TextFormat {
  readonly kind: 'text';
}

/** Kind of a file, judged by its first bytes. */
export type ContentKind =
  | SniffedText
  | { readonly kind: 'image'; readonly mimeType: string }
  | { readonly kind: 'pdf'; readonly mimeType: 'application/pdf' }
  | { readonly kind: 'binary'; readonly mimeType: string | null };

/** The ending of most lines in `bytes`; LF if there are as many of each, or none. */
export function majorityEnding(bytes: Uint8Array, encoding: Encoding): LineEnding {
  // Most files hold no CR, and looking for one takes a tenth of the time that counting does.
  if (!bytes.includes(0x0d)) return '\n';
  const unit = unitSize(encoding);
  const low = encoding === 'utf-16be' ? 1 : 0;
  let lf = 0;
  let crlf = 0;
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) {
    const start = at - low;
    if (!isUnit(bytes, start, { encoding, code: 0x0a })) continue;
    if (isUnit(bytes, start - unit, { encoding, code: 0x0d })) crlf++;
    else lf++;
  }
  return crlf > lf ? '\r\n' : '\n';
}

/** Bytes of one code unit. */
export function unitSize(encoding: Encoding): 1 | 2 {
  return encoding === 'utf-16le' || encoding === 'utf-16be' ? 2 : 1;
}

interface AsciiUnit {
  readonly encoding: Encoding;
  readonly code: number;
}

/** True if the code unit that starts at byte `at` is the ASCII character `code`. */
export function isUnit(bytes: Uint8Array, at: number, { encoding, code }: AsciiUnit): boolean {
  if (encoding === 'utf-16le') return at >= 0 && at % 2 === 0 && bytes[at] === code && bytes[at + 1] === 0;
  if (encoding === 'utf-16be') return at >= 0 && at % 2 === 0 && bytes[at] === 0 && bytes[at + 1] === code;
  return bytes[at] === code;
}
