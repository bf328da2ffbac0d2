import { createHash, createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { S3_CREDENTIALS } from '../../../packages/testing/src/s3/s3-endpoint.ts';

/** What a request says besides what every one does. */
interface Saying {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export interface BareAnswer {
  readonly status: number;
  readonly etag: string;
  readonly body: Buffer;
}

/** Requests to a store as small as they can be: signed, over connections that stay open, and nothing else. */
export type Ask = (method: string, path: string, saying?: Saying) => Promise<BareAnswer>;

const REGION = 'us-east-1';
const PAYLOAD = 'UNSIGNED-PAYLOAD';

export function bareRequests(endpoint: string): Ask {
  const { hostname, port, host } = new URL(endpoint);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return (method, path, { query = {}, headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const at = pathOf(path);
      const search = Object.keys(query)
        .sort()
        .map((name) => `${name}=${encode(query[name] ?? '')}`)
        .join('&');
      const signed = signedHeaders({ method, at, search, host });
      const sent = { ...headers, ...signed, ...(body && { 'content-length': body.length }) };
      const outgoing = request({ hostname, port, agent, method, path: search ? `${at}?${search}` : at, headers: sent });
      outgoing.on('error', reject);
      outgoing.on('response', (response) => {
        const { statusCode: status = 0, headers: got } = response;
        buffer(response).then((bytes) => resolve({ status, etag: got.etag ?? '', body: bytes }), reject);
      });
      outgoing.end(body);
    });
}

/** Lists all that has a prefix, page by page. Returns how many requests that took. */
export async function bareLists(ask: Ask, bucket: string, prefix: string): Promise<number> {
  let token: string | undefined;
  let requests = 0;
  do {
    const query = { 'list-type': '2', prefix, ...(token !== undefined && { 'continuation-token': token }) };
    const { body } = await ask('GET', bucket, { query });
    requests += 1;
    token = /<NextContinuationToken>([^<]+)</.exec(body.toString())?.[1];
  } while (token !== undefined);
  return requests;
}

interface Signing {
  readonly method: string;
  readonly at: string;
  readonly search: string;
  readonly host: string;
}

/** Signature Version 4 of what the store checks at least. */
function signedHeaders({ method, at, search, host }: Signing) {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const names = 'host;x-amz-content-sha256;x-amz-date';
  const canonical = `host:${host}\nx-amz-content-sha256:${PAYLOAD}\nx-amz-date:${time}\n`;
  const asked = [method, at, search, canonical, names, PAYLOAD].join('\n');
  const scope = `${day}/${REGION}/s3/aws4_request`;
  const digest = createHash('sha256').update(asked).digest('hex');
  const signature = hmac(keyOf(day), `AWS4-HMAC-SHA256\n${time}\n${scope}\n${digest}`).toString('hex');
  const credential = `Credential=${S3_CREDENTIALS.accessKeyId}/${scope}`;
  return {
    'x-amz-date': time,
    'x-amz-content-sha256': PAYLOAD,
    authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

const keys = new Map<string, Buffer>();

function keyOf(day: string): Buffer {
  const known = keys.get(day);
  if (known !== undefined) return known;
  const key = [REGION, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${S3_CREDENTIALS.secretAccessKey}`, day));
  keys.set(day, key);
  return key;
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function pathOf(path: string): string {
  return `/${path.split('/').map(encode).join('/')}`;
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
