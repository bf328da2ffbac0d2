import type { StoredObject } from '../object-store.ts';
import { bareEtag } from './headers.ts';
import { NoAnswer } from './store-error.ts';

/** A page of a list. */
export interface ListPage {
  readonly objects: readonly StoredObject[];
  readonly prefixes: readonly string[];
  /** With which the next page is asked for; null for the last. */
  readonly next: string | null;
}

const ENTRY = /<(Contents|CommonPrefixes)>([\s\S]*?)<\/\1>/g;

/**
 * Reads the answer to a ListObjectsV2 for keys in the encoding `url`. It is most of what a list takes: the SDK's reader
 * of any XML needs ten times as long.
 * @throws NoAnswer for one that is not whole
 */
export function readListPage(xml: string): ListPage {
  if (!/<\/ListBucketResult>\s*$/.test(xml)) throw new NoAnswer('half of a list');
  const isCut = field(xml, TRUNCATED) === 'true';
  const next = field(xml, TOKEN);
  if (isCut && next === '') throw new NoAnswer('a list without its end');
  const objects: StoredObject[] = [];
  const prefixes: string[] = [];
  for (const [, kind, entry = ''] of xml.matchAll(ENTRY)) {
    const key = decodeKey(field(entry, kind === 'Contents' ? KEY : PREFIX));
    if (key === null) continue;
    if (kind === 'Contents') objects.push({ key, ...factsIn(entry) });
    else prefixes.push(key);
  }
  return { objects, prefixes, next: isCut ? next : null };
}

const [TRUNCATED, TOKEN, KEY, PREFIX, ETAG, SIZE, MODIFIED] = [
  ...['IsTruncated', 'NextContinuationToken', 'Key', 'Prefix', 'ETag', 'Size', 'LastModified'],
].map((name) => new RegExp(`<${name}>([^<]*)</${name}>`));

function factsIn(entry: string): Omit<StoredObject, 'key'> {
  const modifiedMs = Date.parse(field(entry, MODIFIED));
  return {
    etag: bareEtag(field(entry, ETAG)),
    size: Number(field(entry, SIZE)),
    modifiedMs: Number.isNaN(modifiedMs) ? 0 : modifiedMs,
  };
}

/** The text of an element; empty if there is none. */
function field(xml: string, element: RegExp | undefined): string {
  const text = element?.exec(xml)?.[1] ?? '';
  return text.includes('&') ? text.replace(ENTITY, (_, name: string) => characterOf(name)) : text;
}

const ENTITY = /&(#x[0-9a-f]+|#\d+|amp|lt|gt|quot|apos);/gi;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function characterOf(name: string): string {
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return NAMED[name] ?? String.fromCodePoint(code);
}

/** Null for a key that is not UTF-8. */
function decodeKey(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
