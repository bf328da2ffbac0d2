import { setImmediate } from 'node:timers/promises';
import type { ObjectStore, StoredObject, Want } from '../object-store.ts';
import type { Connection } from './connection.ts';
import type { Answer } from './exchange.ts';
import { bareEtag, headersIn, quoted } from './headers.ts';
import { patiently } from './patiently.ts';
import { entriesIn, type RawPage, rawPage } from './read-list.ts';
import { nameOf, statusOf } from './store-error.ts';

/** Gets an object, or a part of it. */
export function objectGetter({ send }: Connection): ObjectStore['get'] {
  const get: ObjectStore['get'] = async (key, want, signal) => {
    const [from, to] = want.range ?? [0, 0];
    const asked = { operation: 'GetObject', method: 'GET', key, headers: conditionsOf(want) } as const;
    const request = () => send({ ...asked, expectedBytes: to - from }, signal).catch(meaningOf);
    const answer = await patiently(request, signal);
    // No part of an empty object can be had, and nothing of another that begins at its end or later.
    if (answer === 'no-range') return get(key, withoutRange(want), signal);
    if (answer === null || typeof answer === 'string') return answer;
    return { ...describe(key, answer), bytes: answer.body, headers: headersIn(answer.headers) };
  };
  return get;
}

/** What some refusals mean. @throws any other error */
function meaningOf(error: unknown): null | 'unchanged' | 'changed' | 'no-range' {
  const status = statusOf(error);
  if (status === 304) return 'unchanged';
  if (status === 412) return 'changed';
  if (status === 416) return 'no-range';
  if (status === 404 && nameOf(error) !== 'NoSuchBucket') return null;
  throw error;
}

/** What is known of an object, without its content. */
export function objectHead({ send }: Connection): ObjectStore['head'] {
  return async (key, signal) => {
    const asked = { operation: 'HeadObject', method: 'HEAD', key } as const;
    const request = () =>
      send(asked, signal).catch((error: unknown) => {
        if (statusOf(error) === 404) return null;
        throw error;
      });
    const answer = await patiently(request, signal);
    return answer && { ...describe(key, answer), headers: headersIn(answer.headers) };
  };
}

function conditionsOf({ unless, only, range }: Want): Record<string, string> {
  return {
    ...(unless !== undefined && { 'if-none-match': quoted(unless) }),
    ...(only !== undefined && { 'if-match': quoted(only) }),
    ...(range !== undefined && { range: `bytes=${range[0]}-${range[1] - 1}` }),
  };
}

function withoutRange({ range: _, ...rest }: Want): Want {
  return rest;
}

function describe(key: string, { headers }: Answer): StoredObject {
  const whole = /\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1];
  const modifiedMs = Date.parse(headers['last-modified'] ?? '');
  return {
    key,
    etag: bareEtag(headers.etag),
    size: Number(whole ?? headers['content-length'] ?? 0),
    modifiedMs: Number.isNaN(modifiedMs) ? 0 : modifiedMs,
  };
}

/** Pages of what has a prefix. The next one is on its way while a page is read. */
export function objectLister({ send }: Connection): ObjectStore['list'] {
  return async function* (prefix, { depth }, signal) {
    // Some keys have characters that XML cannot.
    const always = { 'list-type': '2', 'encoding-type': 'url', prefix, ...(depth === 'one' && { delimiter: '/' }) };
    const ended = new AbortController();
    const ending = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
    const pageAfter = (token?: string): Promise<RawPage> => {
      const query = { ...always, ...(token !== undefined && { 'continuation-token': token }) };
      const request = async () =>
        rawPage(String((await send({ operation: 'ListObjectsV2', method: 'GET', query }, ending)).body));
      const page = patiently(request, ending);
      // Whoever comes to this page is told.
      page.catch(() => undefined);
      return page;
    };
    try {
      for (let coming: Promise<RawPage> | null = pageAfter(); coming !== null; ) {
        const { xml, next }: RawPage = await coming;
        coming = next === null ? null : pageAfter(next);
        // Until it has gone over the line.
        if (coming !== null) await setImmediate();
        yield entriesIn(xml);
      }
    } finally {
      ended.abort();
    }
  };
}
