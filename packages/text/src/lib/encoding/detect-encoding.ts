import { CANDIDATES, type Candidate, LANGUAGES } from './candidates.ts';
import { firstLevelOf } from './first-level.ts';
import { foreignWords } from './foreign-words.ts';
import { loadCodec } from './load-codec.ts';
import { likelihoodOf } from './reading-likelihood.ts';
import type { Encoding, EncodingGuess } from './text-format.ts';
import { utf8Census } from './utf8.ts';

/** Likelihoods that differ by less decide nothing: one guess in thirty may be wrong. */
const DECISIVE = Math.log(30);

/**
 * Guesses the encoding of bytes that are not plainly UTF-8, by the words beyond ASCII. Never fails: without evidence it
 * is windows-1252, which shows every byte of Western text and keeps ASCII readable in all others.
 */
export async function detectEncoding(bytes: Uint8Array): Promise<EncodingGuess> {
  const words = foreignWords(bytes);
  const readings = await Promise.all([readUtf8(words), ...CANDIDATES.map((candidate) => readAs(candidate, words))]);
  readings.sort((one, other) => other.likelihood - one.likelihood);
  const [best, ...others] = readings;
  if (best === undefined) return { encoding: 'windows-1252', alternatives: [] };
  const near = others.filter(({ likelihood }) => best.likelihood - likelihood < DECISIVE);
  const isGuess = near.some((other) => other.text !== best.text && [best, other].some(isOld));
  return { encoding: best.encoding, alternatives: near.map(({ encoding }) => encoding), ...(isGuess && { isGuess }) };
}

/** Code pages of systems that are gone: nobody expects their letters, which look like nonsense in another. */
function isOld({ encoding }: Reading): boolean {
  return /^(?:cp|mac)/.test(encoding);
}

interface Reading {
  readonly encoding: Encoding;
  readonly text: string;
  readonly likelihood: number;
}

async function readAs({ encoding: candidate, share, languages }: Candidate, words: Buffer): Promise<Reading> {
  const first = (await loadCodec(candidate)).decode(words);
  const encoding = candidate === 'windows-1252' ? westernEncoding(first) : candidate;
  const text = encoding === candidate ? first : (await loadCodec(encoding)).decode(words);
  const firstLevel = await firstLevelOf(encoding);
  const likelihoods = languages.map((language) => likelihoodOf({ text, firstLevel }, language));
  return { encoding, text, likelihood: Math.log(share) + Math.max(...likelihoods) };
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

/** Share of damaged UTF-8 among the files that are not UTF-8, and weight of UTF-8 without a fault. */
const DAMAGED_SHARE = 0.05;
const WHOLE_WEIGHT = 3;
const STRAY = Math.log(2e-3);

/** UTF-8 in any language, in which a few bytes may be damaged; no reading at all without a sequence of several bytes. */
async function readUtf8(words: Buffer): Promise<Reading> {
  const { valid, invalid } = utf8Census(words);
  const encoding = 'utf-8';
  if (valid === 0) return { encoding, text: '', likelihood: Number.NEGATIVE_INFINITY };
  const text = words.toString('utf8').replaceAll('\ufffd', '');
  const firstLevel = await firstLevelOf('gb18030');
  const likelihoods = LANGUAGES.map((language) => likelihoodOf({ text, firstLevel }, language));
  const share = invalid === 0 ? WHOLE_WEIGHT : DAMAGED_SHARE;
  return { encoding, text, likelihood: Math.log(share) + invalid * STRAY + Math.max(...likelihoods) };
}
