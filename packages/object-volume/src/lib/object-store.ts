/** Facts about an object in a store. */
export interface StoredObject {
  /** Key of 1,024 bytes in UTF-8 at most. */
  readonly key: string;
  /** Without quotes. */
  readonly etag: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch, of the last PUT. */
  readonly modifiedMs: number;
}

/** Headers that a PUT has to send again, or they are gone. */
export interface ObjectHeaders {
  readonly contentType?: string;
  readonly contentEncoding?: string;
  readonly contentLanguage?: string;
  readonly contentDisposition?: string;
  readonly cacheControl?: string;
  /** Metadata by name, without `x-amz-meta-`. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** The part of an object that is wanted. */
export interface ReadOptions {
  /** An ETag: nothing, if the object still has it. */
  readonly unless?: string;
  /** An ETag: nothing, if the object no longer has it. */
  readonly only?: string;
  /** First byte, and the one after the last; a part that is not there is left out. Absent: all, up to 64 MB. */
  readonly range?: readonly [from: number, to: number];
}

/** Conditions that the store honours. */
export interface StoreConditions {
  /** True if ETags stand in quotes in `If-Match` on PUT, as the standard says; else without. */
  readonly quotedEtags: boolean;
  /** True if a DELETE obeys `If-Match`. */
  readonly conditionalDelete: boolean;
}

/**
 * The narrow interface of a store that volumes need. Every method rejects with a ToolError: `PERMISSION_DENIED`,
 * `IO_ERROR`, `CANCELLED`.
 */
export interface ObjectStore extends AsyncDisposable {
  /** null: no such object; 'unchanged': it still has `unless`; 'changed': it no longer has `only`. */
  get(
    key: string,
    want: ReadOptions,
    signal?: AbortSignal,
  ): Promise<
    (StoredObject & { readonly bytes: Uint8Array; readonly headers: ObjectHeaders }) | null | 'unchanged' | 'changed'
  >;
  head(key: string, signal?: AbortSignal): Promise<(StoredObject & { readonly headers: ObjectHeaders }) | null>;
  /**
   * Puts an object in one request. Settles unknown outcomes itself, by the write mark in the metadata.
   * @param expected the ETag of what it replaces; null: only where no object is
   * @returns the new ETag; null where another came first
   */
  put(
    key: string,
    bytes: Uint8Array,
    expected: string | null,
    headers: ObjectHeaders,
    signal?: AbortSignal,
  ): Promise<string | null>;
  /** `unguarded`: somebody may have written it between the last look and the removal. */
  delete(key: string, expected: string, signal?: AbortSignal): Promise<'deleted' | 'lost' | 'unguarded'>;
  /** Copies content and headers, whatever is there. */
  copy(from: string, to: string, signal?: AbortSignal): Promise<void>;
  /** Pages of what has a prefix; with depth `one`, keys with a further `/` only as far as that. */
  list(
    prefix: string,
    options: { readonly depth: 'one' | 'all' },
    signal?: AbortSignal,
  ): AsyncIterable<{ readonly objects: readonly StoredObject[]; readonly prefixes: readonly string[] }>;
  /**
   * Finds out what the store honours, by an object that it writes below the prefix and removes.
   * @throws ToolError `READ_ONLY` where writers cannot be kept apart
   */
  probe(prefix?: string): Promise<StoreConditions>;
}
