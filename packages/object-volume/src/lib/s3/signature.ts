import { createHash, createHmac } from 'node:crypto';

/** Keys of the account that sends a request. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** A request as it goes over the line, but for its signature. */
export interface UnsignedRequest {
  readonly method: string;
  /** Encoded, without the query. */
  readonly path: string;
  /** Encoded and in the order of the names; empty for none. */
  readonly search: string;
  /** Headers by names in lower case, `host` among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

/** Gives the headers of a request, those that prove who sends it included. */
export type Sign = (request: UnsignedRequest, credentials: Credentials, now?: Date) => Record<string, string>;

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** Signs requests by Amazon's Signature Version 4, in which S3 encodes a path once. */
export function createSigner({ region, service }: { readonly region: string; readonly service: string }): Sign {
  let last: { readonly secret: string; readonly day: string; readonly key: Buffer } | null = null;

  const keyOf = (secret: string, day: string): Buffer => {
    if (last?.secret !== secret || last.day !== day) {
      const key = [region, service, 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${secret}`, day));
      last = { secret, day, key };
    }
    return last.key;
  };

  return (request, { accessKeyId, secretAccessKey, sessionToken }, now = new Date()) => {
    const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
    const day = time.slice(0, 8);
    const bodyHash = sha256(request.body ?? '');
    const headers: Record<string, string> = {
      ...request.headers,
      'x-amz-content-sha256': bodyHash,
      'x-amz-date': time,
      ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
    };
    const names = Object.keys(headers).sort();
    const scope = `${day}/${region}/${service}/aws4_request`;
    const digest = sha256(canonical(request, { names, headers, bodyHash }));
    const signature = hmac(keyOf(secretAccessKey, day), [ALGORITHM, time, scope, digest].join('\n')).toString('hex');
    headers.authorization = `${ALGORITHM} Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
    return headers;
  };
}

interface SignedHeaders {
  readonly names: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyHash: string;
}

/** A request as both sides write it down to compare it. In bytes, as headers go over the line. */
function canonical({ method, path, search }: UnsignedRequest, { names, headers, bodyHash }: SignedHeaders): Buffer {
  const lines = names.map((name) => `${name}:${headers[name]?.replace(/ +/g, ' ').replace(/^ | $/g, '')}\n`).join('');
  return Buffer.from([method, path, search, lines, names.join(';'), bodyHash].join('\n'), 'latin1');
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** A text as a part of a URL, in the one spelling that is signed. */
export function encodePart(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
