import { COMMON_CHARACTERS } from './common-characters.ts';
import { LETTER_PAIRS } from './letter-pairs.ts';
import { LETTERS } from './letter-shares.ts';

/** Languages, and scripts of East Asia, of which characters are counted. */
export type Language = keyof typeof COMMON_CHARACTERS | keyof typeof LETTERS;

/** A text as an encoding reads it. */
export interface ReadText {
  readonly text: string;
  /** The commoner characters of an East Asian encoding, by its own order. */
  readonly firstLevel: ReadonlySet<string>;
}

/**
 * Likelihood of a text in a language, as a natural logarithm: of several readings of the same bytes, the one with the
 * highest is the likeliest.
 */
export function likelihoodOf({ text, firstLevel }: ReadText, language: Language): number {
  const writing = writingOf(language);
  const chanceBeside = writing.pairs === null ? besideEastAsian : besideLetters;
  let sum = 0;
  let before = ' ';
  let earlier = ' ';
  for (const character of text) {
    sum += chanceOf(character, writing, firstLevel) + chanceBeside({ earlier, before, character }, writing);
    earlier = before;
    before = character;
  }
  const isAlphabet = writing.pairs !== null && !writing.isLatin;
  return isAlphabet && text.match(/[^\0-\x7f]/g)?.length === 1 ? sum + LONE : sum;
}

/** A single letter, and no more, of a script in which whole words consist of such letters. */
const LONE = -8;

/** The characters of a language. */
interface Writing {
  /** Their chances, as natural logarithms. */
  readonly chances: ReadonlyMap<string, number>;
  readonly isLatin: boolean;
  /** Common pairs of letters; null of the scripts of East Asia. */
  readonly pairs: ReadonlySet<string> | null;
}

const ASCII_LETTER = Math.log(0.04);
const ASCII_SIGN = Math.log(0.01);
/** Bytes that are no character, controls, and private characters. */
const FAULT = Math.log(1e-8);

function chanceOf(character: string, { chances, isLatin, pairs }: Writing, firstLevel: ReadonlySet<string>): number {
  if (character <= '\x7f') return /[a-z]/i.test(character) ? ASCII_LETTER : ASCII_SIGN;
  const chance = chances.get(character) ?? chances.get(character.toLowerCase());
  if (chance !== undefined) return chance;
  if (/[\ufffd\x80-\x9f\ue000-\uf8ff]/.test(character)) return FAULT;
  if (/[\u2500-\u259f]/.test(character)) return Math.log(pairs === null ? 1e-4 : 8e-3);
  if (pairs === null) return Math.log(firstLevel.has(character) ? 2e-5 : 1e-7);
  if (isLatin && /\p{Script=Latin}/u.test(character)) return Math.log(character < '\u0180' ? 5e-5 : 5e-6);
  return Math.log(/[«»“”„‘’–—…©®°§€£±²³µ·№]/.test(character) ? 1e-3 : 1e-6);
}

/** A character and the two before it. */
interface Neighbours {
  readonly earlier: string;
  readonly before: string;
  readonly character: string;
}

/** A single character after or between letters is more likely one that swallowed a letter: `verf“en` for `verfügen`. */
function besideEastAsian({ earlier, before, character }: Neighbours): number {
  if (before <= '\x7f') return character > '\x7f' && /[a-z]/.test(before) ? -1.5 : 0;
  if (!/[a-z]/.test(character)) return 0;
  return /[a-z]/i.test(earlier) ? -7 : -1;
}

function besideLetters({ earlier, before, character }: Neighbours, { isLatin, pairs }: Writing): number {
  if (character <= '\x7f' && before <= '\x7f') return 0;
  const [isLetter, wasLetter] = [isLetterOf(character), isLetterOf(before)];
  if (!isLetter && !wasLetter) return 0;
  if (!wasLetter && before > '\x7f') return besideSign(before) + (isLetterOf(earlier) ? insideWord(before) : 0);
  if (!isLetter && character > '\x7f') return besideSign(character);
  const pair = `${wasLetter ? before : ' '}${isLetter ? character : ' '}`.toLowerCase();
  return (
    (pairs?.has(pair) ? 0 : UNUSUAL) + caseOf(before, character) + (isMixed(before, character) && !isLatin ? MIXED : 0)
  );
}

const UNUSUAL = -2;
/** Letters of two scripts in one word. */
const MIXED = -5;

/** A sign beside a letter: frames have space around them, and few signs stand in words. */
function besideSign(sign: string): number {
  return /[’·“”»«…–—]/.test(sign) ? 0 : -3;
}

/** Hardly a sign stands between two letters of a word: `Gr”áe` is `Größe` in another encoding. */
function insideWord(sign: string): number {
  return /[’·]/.test(sign) ? 0 : /[–—]/.test(sign) ? -2 : -4;
}

/** Words are in small letters but for their first, or else in capitals throughout. */
function caseOf(before: string, letter: string): number {
  if (!isCapital(letter)) return 0;
  if (!isLetterOf(before)) return -2;
  return isCapital(before) ? -0.7 : -6;
}

function isMixed(before: string, letter: string): boolean {
  return isLetterOf(before) && isLetterOf(letter) && before <= '\x7f' !== letter <= '\x7f';
}

function isLetterOf(character: string): boolean {
  return /[\p{L}\p{M}]/u.test(character);
}

function isCapital(letter: string): boolean {
  return letter !== letter.toLowerCase();
}

const writings = new Map<Language, Writing>();

function writingOf(language: Language): Writing {
  const known = writings.get(language);
  if (known !== undefined) return known;
  const writing = isCounted(language) ? eastAsian(language) : alphabetic(language);
  writings.set(language, writing);
  return writing;
}

function isCounted(language: Language): language is keyof typeof COMMON_CHARACTERS {
  return language in COMMON_CHARACTERS;
}

function alphabetic(language: keyof typeof LETTERS): Writing {
  const shares = [...LETTERS[language].matchAll(/(\D)(\d+)/gu)];
  const chances = new Map(shares.map(([, letter = '', share]) => [letter, Math.log(Number(share) / 1000)]));
  const pairs = new Set(LETTER_PAIRS[language].match(/../gsu));
  return { chances, isLatin: /^\p{Script=Latin}/u.test(LETTERS[language]), pairs };
}

function eastAsian(language: keyof typeof COMMON_CHARACTERS): Writing {
  const ranked = [...COMMON_CHARACTERS[language]].map((character, rank) => chance(character, 0.3 / (rank + 40)));
  const signs = [...'，。、：；（）“”！？《》「」・ー　…—'].map((sign) => chance(sign, 0.003));
  return {
    chances: new Map([...signs, ...(language === 'kanji' ? KANA : []), ...ranked]),
    isLatin: false,
    pairs: null,
  };
}

function chance(character: string, share: number): [string, number] {
  return [character, Math.log(share)];
}

function range(from: string, to: string, share: number): [string, number][] {
  const first = from.charCodeAt(0);
  const length = to.charCodeAt(0) - first + 1;
  return Array.from({ length }, (_, at) => chance(String.fromCharCode(first + at), share));
}

const KANA = [...range('ぁ', 'ん', 0.006), ...range('ァ', 'ヶ', 0.004), ...range('ｦ', 'ﾟ', 3e-4)];
