import type { StoredObject } from '../object-store.ts';
import { bareEtag } from './headers.ts';
import { NoAnswer, WrongAnswer } from './store-error.ts';

/** A page of a list as it came. */
export interface RawPage {
  readonly xml: string;
  /** Token that asks for the next page; null for the last. */
  readonly next: string | null;
}

/** Entries of a page. */
export interface ListEntries {
  readonly objects: readonly StoredObject[];
  readonly prefixes: readonly string[];
}

/** Longer than what any store makes of a key, and short enough for a URL. */
const MAX_TOKEN_LENGTH = 4096;

/**
 * An answer to a ListObjectsV2, and how to go on from it.
 * @throws NoAnswer for one that is not whole, WrongAnswer for a token that cannot be one
 */
export function rawPage(xml: string): RawPage {
  if (!/<\/ListBucketResult>\s*$/.test(xml.slice(-100))) throw new NoAnswer('half of a list');
  if (field(xml, '<IsTruncated>') !== 'true') return { xml, next: null };
  const next = field(xml, '<NextContinuationToken>');
  if (next === '') throw new NoAnswer('a list without its end');
  if (next === null || next.length > MAX_TOKEN_LENGTH) throw unreadable();
  return { xml, next };
}

/**
 * Reads a page for keys in the encoding `url`. It is most of what a list takes: the SDK's reader of any XML needs four times
 * as long. A key that is not UTF-8, or whose text XML cannot have, is left out.
 * @throws WrongAnswer for an entry without its end, a size that is none
 */
export function entriesIn(xml: string): ListEntries {
  const objects: StoredObject[] = [];
  for (const entry of elements(xml, 'Contents')) {
    const key = decodeKey(field(entry, '<Key>'));
    if (key !== null) objects.push({ key, ...factsIn(entry) });
  }
  const prefixes: string[] = [];
  for (const entry of elements(xml, 'CommonPrefixes')) {
    const prefix = decodeKey(field(entry, '<Prefix>'));
    if (prefix !== null) prefixes.push(prefix);
  }
  return { objects, prefixes };
}

/** Ten times what a page of S3 holds. */
const MOST_IN_A_PAGE = 10_000;

/** Yields the text in each element of a name. No letter is looked at twice, whatever the text. */
function* elements(xml: string, name: string): Generator<string> {
  const [begin, end] = [`<${name}>`, `</${name}>`];
  let count = 0;
  for (let start = xml.indexOf(begin); start !== -1; ) {
    count += 1;
    const from = start + begin.length;
    const to = xml.indexOf(end, from);
    if (to === -1 || count > MOST_IN_A_PAGE) throw unreadable();
    yield xml.slice(from, to);
    start = xml.indexOf(begin, to);
  }
}

function factsIn(entry: string): Omit<StoredObject, 'key'> {
  const modifiedMs = Date.parse(field(entry, '<LastModified>') ?? '');
  return {
    etag: bareEtag(field(entry, '<ETag>') ?? ''),
    size: sizeIn(field(entry, '<Size>')),
    modifiedMs: Number.isNaN(modifiedMs) ? 0 : modifiedMs,
  };
}

function sizeIn(text: string | null): number {
  const size = Number(text);
  if (text !== null && /^\d*$/.test(text) && Number.isSafeInteger(size)) return size;
  throw new WrongAnswer('with a size that is none');
}

/** The text of an element by the tag that begins it; empty if there is none, null if it holds no character of XML. */
function field(xml: string, tag: string): string | null {
  const start = xml.indexOf(tag);
  if (start === -1) return '';
  const from = start + tag.length;
  const text = xml.slice(from, xml.indexOf('<', from));
  if (!text.includes('&')) return text;
  let isText = true;
  const decoded = text.replace(ENTITY, (_, name: string) => {
    const character = characterOf(name);
    isText &&= character !== null;
    return character ?? '';
  });
  return isText ? decoded : null;
}

const ENTITY = /&(#x[0-9a-f]+|#\d+|amp|lt|gt|quot|apos);/gi;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const LAST_CHARACTER = 0x10ffff;

/** Null for a number that is no character's. */
function characterOf(name: string): string | null {
  const named = NAMED[name.toLowerCase()];
  if (named !== undefined) return named;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= LAST_CHARACTER ? String.fromCodePoint(code) : null;
}

/** Null for a key that is not UTF-8. */
function decodeKey(encoded: string | null): string | null {
  if (encoded === null) return null;
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

function unreadable(): WrongAnswer {
  return new WrongAnswer('with a list that cannot be read');
}
