import { isAscii } from 'node:buffer';
import { loadCodec } from './codec.ts';
import type { Encoding } from './text-format.ts';
import { completeUtf8Length, utf8Census } from './utf8.ts';

/** What the detector may answer, and what we call it: the superset that programs really write. */
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
 * The most likely encoding of bytes that are not UTF-8 throughout. Never fails: what nothing speaks for is windows-1252,
 * which shows every byte of Western text and keeps ASCII readable in all others.
 */
export async function detectEncoding(bytes: Uint8Array): Promise<Encoding> {
  const { valid, invalid } = utf8Census(bytes.subarray(0, completeUtf8Length(bytes)));
  if (valid > DAMAGE_RATIO * invalid) return 'utf-8';
  const sample = foreignWords(bytes);
  const { chardet } = await import('jschardet');
  const ranked = chardet.detectAll(sample, { includeEncodings: Object.keys(CANDIDATES), ignoreThreshold: true });
  const guesses = ranked.flatMap(({ encoding, confidence }) => {
    const candidate = CANDIDATES[encoding?.toLowerCase() ?? ''];
    return candidate === undefined ? [] : [{ candidate, confidence }];
  });
  const western = (await loadCodec('windows-1252')).decode(sample);
  const westernConfidence = guesses.find(({ candidate }) => candidate === 'windows-1252')?.confidence ?? 0;
  const letters = foreignLetters(western);
  for (const { candidate, confidence } of guesses) {
    if (letters === 1 && !LATIN.has(candidate)) continue;
    const text = (await loadCodec(candidate)).decode(sample);
    // Where each character took an ASCII letter in, as "Über" is "鈁er" in Big5, none of them was meant.
    const isSwallowing = text.length < western.length && foreignLetters(text) === letters;
    if (isSwallowing || !readsWell(text)) continue;
    const isRare = confidence < oddsOf(candidate, letters) * westernConfidence;
    return isRare || text === western ? 'windows-1252' : candidate;
  }
  return 'windows-1252';
}

/** Of all that a single byte beyond ASCII may be one of these is likeliest: others hold whole words of such bytes. */
const LATIN: ReadonlySet<Encoding> = new Set<Encoding>([
  'windows-1250',
  'windows-1252',
  'windows-1254',
  'iso-8859-2',
  'iso-8859-9',
]);

/** "naïve" in an English text stands in far more files than "naďve" in a Czech one: so much likelier must the rarer be. */
const WESTERN_ODDS = 1.7;

/** So many letters tell Baltic text from Western, which the statistics hold for much alike. */
const TELLING = 8;

function oddsOf(candidate: Encoding, letters: number): number {
  const isUnsure = LATIN.has(candidate) || (candidate === 'windows-1257' && letters < TELLING);
  return isUnsure ? WESTERN_ODDS : 0;
}

/** Text with this many good sequences for a bad byte is damaged UTF-8 rather than another encoding. */
const DAMAGE_RATIO = 4;

/** The words that are not ASCII throughout: in a program they are few, and the English around them speaks for any encoding. */
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

/**
 * Letters of two scripts side by side in one word, words of one letter in scripts that have none, or characters that do
 * not exist, show a wrong guess.
 */
function readsWell(text: string): boolean {
  const strange = STRANGE.reduce((count, pattern) => count + (text.match(pattern)?.length ?? 0), 0);
  return strange <= foreignLetters(text) * 0.1;
}

function foreignLetters(text: string): number {
  return text.match(/[^\0-\x7f]/gu)?.length ?? 0;
}

const STRANGE = [
  /\ufffd(?!$)/gu,
  /[A-Za-z](?=[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}])|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}](?=[A-Za-z])/gu,
  /(?<!\p{L})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}](?![\p{L}\p{M}])/gu,
];
