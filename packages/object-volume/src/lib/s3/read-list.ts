import type { StoredObject } from '../object-store.ts';
import { bareEtag } from './headers.ts';
import { NoAnswer } from './store-error.ts';

/** A page of a list as it came. */
export interface RawPage {
  readonly xml: string;
  /** With which the next page is asked for; null for the last. */
  readonly next: string | null;
}

/** What a page shows. */
export interface ListEntries {
  readonly objects: readonly StoredObject[];
  readonly prefixes: readonly string[];
}

/** An answer to a ListObjectsV2, and how to go on from it. @throws NoAnswer for one that is not whole */
export function rawPage(xml: string): RawPage {
  if (!/<\/ListBucketResult>\s*$/.test(xml.slice(-100))) throw new NoAnswer('half of a list');
  const isCut = field(xml, '<IsTruncated>') === 'true';
  const next = field(xml, '<NextContinuationToken>');
  if (isCut && next === '') throw new NoAnswer('a list without its end');
  return { xml, next: isCut ? next : null };
}

const ENTRY = /<(Contents|CommonPrefixes)>([\s\S]*?)<\/\1>/g;

/**
 * Reads a page for keys in the encoding `url`. It is most of what a list takes: the SDK's reader of any XML needs four times
 * as long.
 */
export function entriesIn(xml: string): ListEntries {
  const objects: StoredObject[] = [];
  const prefixes: string[] = [];
  for (const [, kind, entry = ''] of xml.matchAll(ENTRY)) {
    const key = decodeKey(field(entry, kind === 'Contents' ? '<Key>' : '<Prefix>'));
    if (key === null) continue;
    if (kind === 'Contents') objects.push({ key, ...factsIn(entry) });
    else prefixes.push(key);
  }
  return { objects, prefixes };
}

function factsIn(entry: string): Omit<StoredObject, 'key'> {
  const modifiedMs = Date.parse(field(entry, '<LastModified>'));
  return {
    etag: bareEtag(field(entry, '<ETag>')),
    size: Number(field(entry, '<Size>')),
    modifiedMs: Number.isNaN(modifiedMs) ? 0 : modifiedMs,
  };
}

/** The text of an element by the tag that begins it; empty if there is none. */
function field(xml: string, tag: string): string {
  const start = xml.indexOf(tag);
  if (start === -1) return '';
  const from = start + tag.length;
  const text = xml.slice(from, xml.indexOf('<', from));
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
