import type { ObjectHeaders } from '../object-store.ts';

/** Headers as the SDK names them. */
interface SdkHeaders {
  readonly ContentType?: string | undefined;
  readonly ContentEncoding?: string | undefined;
  readonly ContentLanguage?: string | undefined;
  readonly ContentDisposition?: string | undefined;
  readonly CacheControl?: string | undefined;
  readonly Metadata?: Record<string, string> | undefined;
}

export function headersIn(answer: SdkHeaders): ObjectHeaders {
  return {
    ...(answer.ContentType !== undefined && { contentType: answer.ContentType }),
    ...(answer.ContentEncoding !== undefined && { contentEncoding: answer.ContentEncoding }),
    ...(answer.ContentLanguage !== undefined && { contentLanguage: answer.ContentLanguage }),
    ...(answer.ContentDisposition !== undefined && { contentDisposition: answer.ContentDisposition }),
    ...(answer.CacheControl !== undefined && { cacheControl: answer.CacheControl }),
    metadata: answer.Metadata ?? {},
  };
}

export function sdkHeaders(headers: ObjectHeaders) {
  return {
    ...(headers.contentType !== undefined && { ContentType: headers.contentType }),
    ...(headers.contentEncoding !== undefined && { ContentEncoding: headers.contentEncoding }),
    ...(headers.contentLanguage !== undefined && { ContentLanguage: headers.contentLanguage }),
    ...(headers.contentDisposition !== undefined && { ContentDisposition: headers.contentDisposition }),
    ...(headers.cacheControl !== undefined && { CacheControl: headers.cacheControl }),
    Metadata: { ...headers.metadata },
  };
}

/** An ETag without its quotes; of a weak one, which no condition takes, as it is. */
export function bareEtag(etag = ''): string {
  return /^".*"$/.test(etag) ? etag.slice(1, -1) : etag;
}

/** An ETag as a store takes it in `If-Match`: as the standard says, or without quotes. */
export function conditionOf(etag: string, isQuoted: boolean): string {
  return isQuoted ? quoted(etag) : etag;
}

export function quoted(etag: string): string {
  return etag.startsWith('W/') ? etag : `"${etag}"`;
}
