import type { ListObjectsV2CommandInput } from '@aws-sdk/client-s3';
import type { ObjectStore, StoredObject, Want } from '../object-store.ts';
import type { Connection } from './connection.ts';
import { bareEtag, headersIn, quoted } from './headers.ts';
import { patiently } from './patiently.ts';
import { type ListPage, readListPage } from './read-list.ts';
import { NoAnswer, nameOf, statusOf } from './store-error.ts';

interface Described {
  readonly ETag?: string | undefined;
  readonly LastModified?: Date | undefined;
  readonly ContentLength?: number | undefined;
  readonly ContentRange?: string | undefined;
}

/** Gets an object, or a part of it. */
export function objectGetter({ sdk, client, bucket: Bucket, ask }: Connection): ObjectStore['get'] {
  const get: ObjectStore['get'] = async (key, want, signal) => {
    const command = new sdk.GetObjectCommand({ Bucket, Key: key, ...conditionsOf(want) });
    const [from, to] = want.range ?? [0, 0];
    const whole = async (abortSignal: AbortSignal) => {
      const answer = await client.send(command, { abortSignal });
      const bytes = (await answer.Body?.transformToByteArray()) ?? new Uint8Array();
      if (answer.ContentLength !== undefined && answer.ContentLength !== bytes.length)
        throw new NoAnswer('half of an answer');
      return { ...describe(key, answer), bytes, headers: headersIn(answer) };
    };
    const request = () => ask({ bytes: to - from, signal }, whole).catch(refusal);
    const answer = await patiently(request, signal);
    // No part of an empty object can be had, and nothing of another that begins at its end or later.
    return answer === 'no-range' ? get(key, withoutRange(want), signal) : answer;
  };
  return get;
}

/** What some answers mean that the SDK throws. @throws any other error */
function refusal(error: unknown): null | 'unchanged' | 'changed' | 'no-range' {
  const status = statusOf(error);
  if (status === 304) return 'unchanged';
  if (status === 412) return 'changed';
  if (status === 416) return 'no-range';
  if (status === 404 && nameOf(error) !== 'NoSuchBucket') return null;
  throw error;
}

/** What is known of an object, without its content. */
export function objectHead({ sdk, client, bucket: Bucket, ask }: Connection): ObjectStore['head'] {
  return async (key, signal) => {
    const command = new sdk.HeadObjectCommand({ Bucket, Key: key });
    const answer = await patiently(async () => {
      try {
        return await ask({ signal }, (abortSignal) => client.send(command, { abortSignal }));
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw error;
      }
    }, signal);
    return answer && { ...describe(key, answer), headers: headersIn(answer) };
  };
}

function conditionsOf({ unless, only, range }: Want) {
  return {
    ...(unless !== undefined && { IfNoneMatch: quoted(unless) }),
    ...(only !== undefined && { IfMatch: quoted(only) }),
    ...(range !== undefined && { Range: `bytes=${range[0]}-${range[1] - 1}` }),
  };
}

function withoutRange({ range: _, ...rest }: Want): Want {
  return rest;
}

function describe(key: string, { ETag, LastModified, ContentLength = 0, ContentRange }: Described): StoredObject {
  const whole = /\/(\d+)$/.exec(ContentRange ?? '')?.[1];
  const size = whole === undefined ? ContentLength : Number(whole);
  return { key, etag: bareEtag(ETag), size, modifiedMs: LastModified?.getTime() ?? 0 };
}

/** Pages of what has a prefix. */
export function objectLister(connection: Connection): ObjectStore['list'] {
  return async function* (Prefix, { depth }, signal) {
    // Some keys have characters that XML cannot.
    const input = { Prefix, EncodingType: 'url', ...(depth === 'one' && { Delimiter: '/' }) } as const;
    for (let token: string | null | undefined; token !== null; ) {
      const asked = { ...input, ...(token !== undefined && { ContinuationToken: token }) };
      const { objects, prefixes, next } = await patiently(() => listPage(connection, asked, signal), signal);
      yield { objects, prefixes };
      token = next;
    }
  };
}

type Asked = Omit<ListObjectsV2CommandInput, 'Bucket'>;

async function listPage(
  { sdk, client, bucket: Bucket, ask }: Connection,
  asked: Asked,
  signal?: AbortSignal,
): Promise<ListPage> {
  const command = new sdk.ListObjectsV2Command({ Bucket, ...asked });
  let page: ListPage | undefined;
  command.middlewareStack.add(
    (next) => async (given) => {
      const answered = await next(given);
      page = await takePage(answered.response);
      return answered;
    },
    // Nearer to the store than what reads answers otherwise.
    { name: 'readListPage', step: 'deserialize', priority: 'low' },
  );
  await ask({ signal }, (abortSignal) => client.send(command, { abortSignal }));
  if (page === undefined) throw new NoAnswer('no list');
  return page;
}

/** Reads the page in an answer, and leaves an empty one there for the SDK. */
async function takePage(response: unknown): Promise<ListPage | undefined> {
  const answer = response as { statusCode: number; body: AsyncIterable<Uint8Array> | Uint8Array };
  if (answer.statusCode !== 200 || answer.body instanceof Uint8Array) return undefined;
  const parts: Uint8Array[] = [];
  for await (const part of answer.body) parts.push(part);
  answer.body = Buffer.from('<ListBucketResult></ListBucketResult>');
  return readListPage(Buffer.concat(parts).toString());
}
