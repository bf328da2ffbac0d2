import type { IncomingHttpHeaders } from 'node:http';
import type { ObjectHeaders } from '../object-store.ts';
import { WrongAnswer } from './store-error.ts';

const KEPT = {
  contentType: 'content-type',
  contentEncoding: 'content-encoding',
  contentLanguage: 'content-language',
  contentDisposition: 'content-disposition',
  cacheControl: 'cache-control',
} as const;
const METADATA = 'x-amz-meta-';
const NO_METADATA: ObjectHeaders['metadata'] = {};

/** Selects the headers of an answer that belong to the object. */
export function headersIn(answer: IncomingHttpHeaders): ObjectHeaders {
  const kept: Record<string, string> = {};
  for (const [name, header] of Object.entries(KEPT)) {
    const value = answer[header];
    if (typeof value === 'string') kept[name] = value;
  }
  const names = Object.keys(answer).filter((name) => name.startsWith(METADATA));
  if (names.length === 0) return { ...kept, metadata: NO_METADATA };
  return {
    ...kept,
    metadata: Object.fromEntries(names.map((name) => [name.slice(METADATA.length), `${answer[name]}`])),
  };
}

/** The same, for a PUT. */
export function putHeaders({ metadata, ...kept }: ObjectHeaders): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, header] of Object.entries(KEPT)) {
    const value = kept[name as keyof typeof KEPT];
    if (value !== undefined) headers[header] = value;
  }
  for (const [name, value] of Object.entries(metadata)) headers[METADATA + name.toLowerCase()] = value;
  return headers;
}

/**
 * An ETag without its quotes; a weak one, which no condition takes, as it is; empty if there is none.
 * @throws WrongAnswer for one that no header can have
 */
export function bareEtag(etag = ''): string {
  if (etag.length > 1024 || /[^\x20-\x7e]/.test(etag)) throw new WrongAnswer('with an ETag that is none');
  return /^".*"$/.test(etag) ? etag.slice(1, -1) : etag;
}

/** An ETag as a store takes it in `If-Match`: as the standard says, or without quotes. */
export function conditionOf(etag: string, isQuoted: boolean): string {
  return isQuoted ? quoted(etag) : etag;
}

export function quoted(etag: string): string {
  return etag.startsWith('W/') ? etag : `"${etag}"`;
}
