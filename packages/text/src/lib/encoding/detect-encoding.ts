import { isAscii } from 'node:buffer';
import { loadCodec } from './load-codec.ts';
import type { Encoding } from './text-format.ts';
import { completeUtf8Length, type Utf8Census, utf8Census } from './utf8.ts';

/** The answers accepted from the detector, and the encoding used for each: the superset that programs really write. */
const CANDIDATES: Readonly<Record<string, Encoding>> = {
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1252': 'windows-1252',
  'windows-1253': 'windows-1253',
  'windows-1254': 'windows-1254',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
  'windows-1257': 'windows-1257',
  cp1258: 'windows-1258',
  cp874: 'windows-874',
  'iso-8859-2': 'iso-8859-2',
  'iso-8859-5': 'iso-8859-5',
  'iso-8859-6': 'iso-8859-6',
  'iso-8859-7': 'iso-8859-7',
  'iso-8859-8': 'iso-8859-8',
  'iso-8859-9': 'iso-8859-9',
  'koi8-r': 'koi8-r',
  'koi8-u': 'koi8-u',
  cp932: 'shift_jis',
  'euc-jp': 'euc-jp',
  gb18030: 'gb18030',
  big5: 'big5',
  cp949: 'euc-kr',
};

/**
 * The most likely encoding of bytes that are not UTF-8 throughout. Never fails: without evidence it is windows-1252,
 * which shows every byte of Western text and keeps ASCII readable in all others.
 */
export async function detectEncoding(bytes: Uint8Array): Promise<Encoding> {
  if (isDamagedUtf8(utf8Census(bytes.subarray(0, completeUtf8Length(bytes))))) return 'utf-8';
  const sample = foreignWords(bytes);
  const guesses = await guessEncodings(sample);
  const western = await readIn('windows-1252', sample);
  const central = await readInCentralEuropean(sample);
  const westernConfidence = guesses.find(({ encoding }) => encoding === 'windows-1252')?.confidence ?? 0;
  for (const { encoding, confidence } of guesses) {
    if (western.letters === 1 && !LATIN.has(encoding)) continue;
    const reading = await readIn(encoding, sample);
    // If every foreign character swallowed an ASCII letter, as in "鈁er" for "Über" read as Big5, the guess is wrong.
    const isSwallowing = reading.text.length < western.text.length && reading.letters === western.letters;
    if (isSwallowing || !readsWell(reading)) continue;
    const isRare = readsWell(western) && confidence < oddsOf(encoding, western.letters) * westernConfidence;
    if (isRare || reading.text === western.text) return westernEncoding(western.text);
    return CENTRAL_EUROPEAN.has(encoding) && central.strange < reading.strange ? central.encoding : encoding;
  }
  // The statistics recognise no Central European text by a few letters.
  return readsWell(western) || !readsWell(central) ? westernEncoding(western.text) : central.encoding;
}

interface Guess {
  readonly encoding: Encoding;
  readonly confidence: number;
}

/** Guesses encodings by statistics, the likeliest first. */
async function guessEncodings(sample: Buffer): Promise<Guess[]> {
  const { chardet } = await import('jschardet');
  const ranked = chardet.detectAll(sample, { includeEncodings: Object.keys(CANDIDATES), ignoreThreshold: true });
  return ranked.flatMap(({ encoding: name, confidence }) => {
    const encoding = CANDIDATES[name?.toLowerCase() ?? ''];
    return encoding === undefined ? [] : [{ encoding, confidence }];
  });
}

/** Bytes as text in one encoding. */
interface DecodedText {
  readonly encoding: Encoding;
  readonly text: string;
  /** Characters beyond ASCII. */
  readonly letters: number;
  /** Number of signs of a wrong guess in the text (`STRANGE`). */
  readonly strange: number;
}

async function readIn(encoding: Encoding, sample: Uint8Array): Promise<DecodedText> {
  const text = (await loadCodec(encoding)).decode(sample);
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const strange = STRANGE.reduce((sum, pattern) => sum + count(pattern), 0);
  return { encoding, text, letters: count(/[^\0-\x7f]/gu), strange };
}

function readsWell({ letters, strange }: DecodedText): boolean {
  return strange <= letters * 0.1;
}

const CENTRAL_EUROPEAN: ReadonlySet<Encoding> = new Set<Encoding>(['windows-1250', 'iso-8859-2']);

/** The likelier of the two. They share most letters, but the other letters of the one are signs in the other. */
async function readInCentralEuropean(sample: Uint8Array): Promise<DecodedText> {
  const [windows, iso] = [await readIn('windows-1250', sample), await readIn('iso-8859-2', sample)];
  return iso.strange < windows.strange ? iso : windows;
}

// "5 ¤", "c½ur", "½uvre", "¼il"
const LATIN_9 = /¤|(?<=\p{L})[¼½](?=\p{L})|(?<![\p{L}\p{N}])[¼½](?=u|il)/u;

/**
 * ISO 8859-15 if the text, read as windows-1252, has signs that are not written there: `¤`, and fractions inside words,
 * where the former has the euro and `œ`. Characters beyond Latin-1 rule it out: in ISO 8859-15 they would be controls.
 */
function westernEncoding(western: string): Encoding {
  const hasMore = /[^\0-\xff]/u.test(western);
  return !hasMore && LATIN_9.test(western) ? 'iso-8859-15' : 'windows-1252';
}

/** The likely encodings of a text with a single byte beyond ASCII: in all others, whole words consist of such bytes. */
const LATIN: ReadonlySet<Encoding> = new Set<Encoding>([
  'windows-1250',
  'windows-1252',
  'windows-1254',
  'iso-8859-2',
  'iso-8859-9',
]);

/** More files hold "naïve" than "naďve": for a rarer encoding, the detector must be this many times as confident. */
const WESTERN_ODDS = 1.7;

/** Letters beyond ASCII that distinguish Baltic text from Western: both look much alike to the statistics. */
const TELLING = 8;

function oddsOf(candidate: Encoding, letters: number): number {
  const isUnsure = LATIN.has(candidate) || (candidate === 'windows-1257' && letters < TELLING);
  return isUnsure ? WESTERN_ODDS : 0;
}

/** Text with this many good sequences for a bad byte is damaged UTF-8 rather than another encoding. */
const DAMAGE_RATIO = 4;

/**
 * True if UTF-8 with a few stray bytes explains what is there. In a short text that takes sequences that are no chance,
 * and strays apart from each other: letters of two bytes in other encodings make other sequences, or strays in pairs.
 */
function isDamagedUtf8({ valid, likely, invalid, adjoining }: Utf8Census): boolean {
  return valid > DAMAGE_RATIO * invalid || (adjoining === 0 && likely >= invalid);
}

/**
 * The words that are not ASCII throughout: in a program they are few, and the English around them fits any encoding.
 */
function foreignWords(bytes: Uint8Array): Buffer {
  const words: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = endOfWord(bytes, from);
    const word = bytes.subarray(from, to + 1);
    if (!isAscii(word)) words.push(word);
    from = to + 1;
  }
  return Buffer.concat(words);
}

/** The next space, tab or line end, none of which is ever part of a longer character. */
function endOfWord(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && !SPACES.has(bytes[at] ?? 0)) at++;
  return at;
}

const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Patterns of text that show a wrong guess. */
const STRANGE = [
  // Bytes that are no character in the encoding.
  /\ufffd(?!$)/gu,
  // Control characters.
  /[\x80-\x9f]/gu,
  // Letters of two scripts side by side in one word.
  /[A-Za-z](?=[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}])|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}](?=[A-Za-z])/gu,
  /(?<=[A-Za-z])\p{Script=Han}{1,2}(?=[a-z])/gu,
  // Words of one letter, in scripts that have none.
  /(?<!\p{L})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}](?![\p{L}\p{M}])/gu,
  // Signs in the midst of words.
  /(?<=\p{L})[¡-©«¬®¯±-³¶¸¹»-¿×÷─-▟]+(?=\p{L})/gu,
  // Accents without a letter.
  /[ˇ˘˙˛˝]/gu,
];
