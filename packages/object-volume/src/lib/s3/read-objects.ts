import { setImmediate } from 'node:timers/promises';
import type { ObjectStore, ReadOptions, StoredObject } from '../object-store.ts';
import type { Connection, StoreRequest } from './connection.ts';
import type { Answer } from './exchange.ts';
import { bareEtag, headersIn, quoted } from './headers.ts';
import { listProgress } from './list-progress.ts';
import { entriesIn, type RawPage, rawPage } from './read-list.ts';
import { NoAnswer, nameOf, notHonoured, statusOf, storeError, WrongAnswer } from './store-error.ts';
import { withRetry } from './with-retry.ts';

/** The most bytes of an object that is asked for without a range. */
const WHOLE_BYTES = 64 * 1024 ** 2;

/** Gets an object, or a part of it. */
export function objectGetter(connection: Connection): ObjectStore['get'] {
  return async (key, want, signal) => {
    const asked = {
      operation: 'GetObject',
      method: 'GET',
      key,
      headers: conditionsOf(want),
      ...boundsOf(want),
    } as const;
    const request = async () => {
      const answer = await connection.send(asked, signal).catch(meaningOf);
      if (answer === 'no-range') return nothingOf(connection, { key, want, signal });
      if (answer === null || typeof answer === 'string') return answer;
      return { ...partIn(key, answer, want.range ?? null), headers: headersIn(answer.headers) };
    };
    return await withRetry(request, signal);
  };
}

/** A whole object is of a size that is not known before, so no time is added for it. */
function boundsOf({ range }: ReadOptions): Pick<StoreRequest, 'expectedBytes' | 'maxBytes'> {
  return range === undefined ? { maxBytes: WHOLE_BYTES } : { expectedBytes: range[1] - range[0] };
}

interface RefusedRead {
  readonly key: string;
  readonly want: ReadOptions;
  readonly signal: AbortSignal | undefined;
}

/** No part of an empty object can be had, and nothing of another that begins at its end or later. */
async function nothingOf({ send }: Connection, { key, want, signal }: RefusedRead): ReturnType<ObjectStore['get']> {
  const { range, ...conditions } = want;
  if (range === undefined) throw new WrongAnswer('416 to a request for the whole object');
  const asked = { operation: 'HeadObject', method: 'HEAD', key, headers: conditionsOf(conditions) } as const;
  const answer = await send(asked, signal).catch(meaningOf);
  if (answer === null || answer === 'changed' || answer === 'unchanged') return answer;
  if (answer === 'no-range') throw new WrongAnswer('416 to a request for no range');
  const object = describe(key, answer);
  if (object.size > range[0]) throw new NoAnswer('no part of an object that has one');
  return { ...object, bytes: Buffer.alloc(0), headers: headersIn(answer.headers) };
}

/**
 * The bytes of an answer to a GET, and the object that they are of.
 * @throws WrongAnswer for other bytes than those that were asked for
 */
function partIn(
  key: string,
  answer: Answer,
  range: ReadOptions['range'] | null,
): StoredObject & { readonly bytes: Uint8Array } {
  const { status, body, headers } = answer;
  const [from, to] = range ?? [0, WHOLE_BYTES];
  if (status !== 206) {
    if (from > 0 || body.length > to) throw notHonoured('Range on GET');
    return { ...describe(key, answer, body.length), bytes: body };
  }
  const [, first, last, whole] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  const size = Number(whole);
  const end = Math.min(to, size);
  if (!Number.isSafeInteger(size) || Number(first) !== from || Number(last) !== end - 1 || body.length !== end - from)
    throw new WrongAnswer('with other bytes than were asked for');
  return { ...describe(key, answer, size), bytes: body };
}

/** Meaning of some refusals. @throws any other error */
function meaningOf(error: unknown): null | 'unchanged' | 'changed' | 'no-range' {
  const status = statusOf(error);
  if (status === 304) return 'unchanged';
  if (status === 412) return 'changed';
  if (status === 416) return 'no-range';
  if (status === 404 && nameOf(error) !== 'NoSuchBucket') return null;
  throw error;
}

/** Returns the function that asks for the facts about an object, without its content. */
export function objectHead({ send }: Connection): ObjectStore['head'] {
  return async (key, signal) => {
    const asked = { operation: 'HeadObject', method: 'HEAD', key } as const;
    const request = () =>
      send(asked, signal).catch((error: unknown) => {
        if (statusOf(error) === 404) return null;
        throw error;
      });
    const answer = await withRetry(request, signal);
    return answer && { ...describe(key, answer), headers: headersIn(answer.headers) };
  };
}

function conditionsOf({ unless, only, range }: ReadOptions): Record<string, string> {
  return {
    ...(unless !== undefined && { 'if-none-match': quoted(unless) }),
    ...(only !== undefined && { 'if-match': quoted(only) }),
    ...(range !== undefined && { range: `bytes=${range[0]}-${range[1] - 1}` }),
  };
}

/** @param size if it is known from elsewhere than the length of the answer */
function describe(key: string, { headers }: Answer, size = Number(headers['content-length'])): StoredObject {
  const modifiedMs = Date.parse(headers['last-modified'] ?? '');
  const etag = bareEtag(headers.etag);
  if (etag === '') throw new WrongAnswer('without an ETag');
  if (!Number.isSafeInteger(size)) throw new WrongAnswer('without a size');
  return { key, etag, size, modifiedMs: Number.isNaN(modifiedMs) ? 0 : modifiedMs };
}

/** A page of a thousand keys of the greatest length, each letter encoded, takes half of that. */
const PAGE_BYTES = 8 * 1024 ** 2;

/** Pages of what has a prefix. The next one is on its way while a page is read. */
export function objectLister({ send }: Connection): ObjectStore['list'] {
  return async function* (prefix, { depth }, signal) {
    // Some keys have characters that XML cannot.
    const always = { 'list-type': '2', 'encoding-type': 'url', prefix, ...(depth === 'one' && { delimiter: '/' }) };
    const ended = new AbortController();
    const ending = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
    const progress = listProgress();
    const pageAfter = (token?: string): Promise<RawPage> => {
      const query = { ...always, ...(token !== undefined && { 'continuation-token': token }) };
      const asked = { operation: 'ListObjectsV2', method: 'GET', query, maxBytes: PAGE_BYTES } as const;
      const page = withRetry(async () => rawPage(String((await send(asked, ending)).body)), ending);
      // Whoever comes to this page is told.
      page.catch(() => undefined);
      return page;
    };
    try {
      for (let coming: Promise<RawPage> | null = pageAfter(); coming !== null; ) {
        const fromMs = performance.now();
        const { xml, next }: RawPage = await coming;
        if (next !== null) progress.goOn(next, performance.now() - fromMs);
        coming = next === null ? null : pageAfter(next);
        // Until it has gone over the line.
        if (coming !== null) await setImmediate();
        const entries = entriesIn(xml);
        progress.count(entries);
        yield entries;
      }
    } catch (error) {
      throw error instanceof WrongAnswer ? storeError(error) : error;
    } finally {
      ended.abort();
    }
  };
}
