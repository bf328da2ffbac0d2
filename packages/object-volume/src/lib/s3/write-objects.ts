import { assertNotCancelled } from '@dragoman/fs-core/internal/kernel';
import type { ObjectHeaders, ObjectStore, StoreConditions } from '../object-store.ts';
import { bears, marked, markOf, mayHaveBorne } from '../write-mark.ts';
import type { Connection } from './connection.ts';
import { bareEtag, conditionOf, putHeaders } from './headers.ts';
import { encodePart } from './signature.ts';
import { isPassing, NoAnswer, statusOf, storeError, WrongAnswer } from './store-error.ts';
import { MAX_ATTEMPTS, pause, withRetry } from './with-retry.ts';

/** A PUT as it goes to the store. */
export interface PutRequest {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly headers: ObjectHeaders;
  /** The value of `If-Match`; null where nothing may be there. */
  readonly ifMatch: string | null;
}

/** Puts once, always in one request. @returns the ETag; null where the condition does not hold @throws as `send` */
export async function putOnce(
  { send }: Connection,
  { key, bytes, headers, ifMatch }: PutRequest,
): Promise<string | null> {
  const condition: Record<string, string> = ifMatch === null ? { 'if-none-match': '*' } : { 'if-match': ifMatch };
  const asked = { operation: 'PutObject', method: 'PUT', key, body: bytes } as const;
  try {
    const answer = await send({ ...asked, headers: { ...putHeaders(headers), ...condition } });
    const etag = bareEtag(answer.headers.etag);
    if (etag === '') throw new WrongAnswer('without an ETag');
    return etag;
  } catch (error) {
    // A missing object is 404 to some stores and 412 to others.
    if ([404, 409, 412].includes(statusOf(error) ?? 0)) return null;
    throw error;
  }
}

type Head = ObjectStore['head'];

/** Puts on a condition, and finds out what became of a PUT that was not answered. */
export function objectPutter(connection: Connection, head: Head, honoured: () => StoreConditions): ObjectStore['put'] {
  return async (key, bytes, expected, given, signal) => {
    const headers = markOf(given) === undefined ? marked(given) : given;
    const ifMatch = expected === null ? null : conditionOf(expected, honoured().quotedEtags);
    let unknown: UnansweredPut | null = null;
    for (let attempt = 1; ; attempt += 1) {
      assertNotCancelled(signal);
      const answer = await putOnce(connection, { key, bytes, headers, ifMatch }).catch(unanswered);
      if (typeof answer === 'string') return answer;
      unknown = answer ?? unknown;
      // What was sent before may have been carried out by now, so the condition fails by our own write.
      if (unknown === null) return null;
      const settled = await settle({ head, key, expected, headers, ...unknown });
      if (settled !== 'again') return settled;
      if (attempt >= MAX_ATTEMPTS) throw storeError(unknown.error);
      await pause(attempt, signal);
    }
  };
}

/** A PUT whose outcome is unknown. */
interface UnansweredPut {
  readonly error: unknown;
}

/** @throws ToolError for any error but that of a PUT whose outcome is unknown */
function unanswered(error: unknown): UnansweredPut {
  if (isPassing(error) || error instanceof WrongAnswer) return { error };
  throw storeError(error);
}

interface UnsettledPut extends UnansweredPut {
  readonly head: Head;
  readonly key: string;
  readonly expected: string | null;
  /** Headers of the PUT. */
  readonly headers: ObjectHeaders;
}

/**
 * Looks at what is there now, for as long as it takes. `again`: nothing was changed by the PUT.
 * @throws ToolError of unknown outcome if what is there does not tell whether the PUT was carried out before
 */
async function settle({ head, key, expected, headers, error }: UnsettledPut): Promise<string | null | 'again'> {
  const mark = markOf(headers) ?? '';
  // The call's own signal does not end this: somebody has to know what became of the write.
  const now = await head(key).catch((failure: unknown) => {
    throw storeError(failure, true);
  });
  if (now !== null && markOf(now.headers) === mark) return now.etag;
  // Others have written since, from what was written here. No object has that ETag.
  if (now !== null && bears(now.headers, mark)) return `superseded-${mark}`;
  if ((now?.etag ?? null) === expected) return 'again';
  if (now !== null && mayHaveBorne(now.headers, headers)) throw storeError(error, true);
  return null;
}

/** Removes what still has the expected ETag, as far as the store can tell. */
export function objectRemover(
  connection: Connection,
  head: Head,
  honoured: () => StoreConditions,
): ObjectStore['delete'] {
  return async (key, expected, signal) => {
    const { conditionalDelete: isGuarded, quotedEtags } = honoured();
    const condition = isGuarded ? conditionOf(expected, quotedEtags) : null;
    let isUnknown = false;
    for (let attempt = 1; ; attempt += 1) {
      assertNotCancelled(signal);
      if (!isGuarded || isUnknown) {
        const now = await head(key, signal);
        if (now === null) return isUnknown ? 'deleted' : 'lost';
        if (now.etag !== expected) return 'lost';
      }
      try {
        await deleteOnce(connection, { key, ifMatch: condition }, signal);
        return isGuarded ? 'deleted' : 'unguarded';
      } catch (error) {
        assertNotCancelled(signal);
        if (isGuarded && !isUnknown && [404, 409, 412].includes(statusOf(error) ?? 0)) return 'lost';
        const isAnswered = !isPassing(error) && statusOf(error) !== 412;
        if (isAnswered || attempt >= MAX_ATTEMPTS) throw storeError(error, true);
        isUnknown = true;
      }
      await pause(attempt, signal);
    }
  };
}

/** Deletes once. @throws as `send` */
export async function deleteOnce(
  { send }: Connection,
  { key, ifMatch }: Pick<PutRequest, 'key' | 'ifMatch'>,
  signal?: AbortSignal,
): Promise<void> {
  const headers: Record<string, string> = ifMatch === null ? {} : { 'if-match': ifMatch };
  await send({ operation: 'DeleteObject', method: 'DELETE', key, headers }, signal);
}

/** Copies within the store, whatever is there. */
export function objectCopier({ send, bucket }: Connection): ObjectStore['copy'] {
  return async (from, key, signal) => {
    const source = `${encodePart(bucket)}/${from.split('/').map(encodePart).join('/')}`;
    const asked = { operation: 'CopyObject', method: 'PUT', key, headers: { 'x-amz-copy-source': source } } as const;
    const request = async (): Promise<void> => {
      const { body } = await send(asked, signal);
      // What goes wrong after the answer has begun stands in one that looks like a success.
      if (!/<\/CopyObjectResult>\s*$/.test(body.toString())) throw new NoAnswer('half of an answer');
    };
    await withRetry(request, signal);
  };
}
