import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Rules by which a store answers; those of Amazon, unless said otherwise. */
export interface StoreRules {
  /** True if it obeys `If-Match` on PUT. */
  readonly putIfMatch: boolean;
  /** True if it obeys `If-None-Match` on PUT. */
  readonly putIfNoneMatch: boolean;
  /** True if it obeys `If-Match` on DELETE; null: it refuses the header. */
  readonly deleteIfMatch: boolean | null;
  /** True if it obeys `If-None-Match` on GET. */
  readonly getIfNoneMatch: boolean;
  readonly ranges: boolean;
  /** True if lists show what was written. */
  readonly lists: boolean;
  /** Keys in a page of a list. */
  readonly pageSize: number;
}

interface SavedObject {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A request, for whoever wants to answer in place of the store. */
export interface InterceptedRequest {
  readonly method: string;
  /** Without the bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/**
 * Faulty answer: nothing; nothing, and the connection ends; or a status. `carriedOut`: the store has done what was
 * asked.
 */
export type Intervention =
  | 'never'
  | { readonly status: number; readonly code?: string; readonly carriedOut?: boolean }
  | { readonly destroy: true; readonly carriedOut?: boolean };

/** A store in the memory of the tests, in plain HTTP, for rules that no store on this machine has. */
export interface SmallStore extends AsyncDisposable {
  readonly endpoint: string;
  readonly keys: () => readonly string[];
  /** Number of requests so far. */
  readonly requests: () => number;
  /** Asked for each request from now on; null lets the store answer. */
  intervene(how: (asked: InterceptedRequest) => Intervention | null): void;
}

const AMAZON: StoreRules = {
  ...{ putIfMatch: true, putIfNoneMatch: true, deleteIfMatch: true, getIfNoneMatch: true },
  ...{ ranges: true, lists: true, pageSize: 1000 },
};

export async function startSmallStore(given: Partial<StoreRules> = {}): Promise<SmallStore> {
  const rules = { ...AMAZON, ...given };
  const objects = new Map<string, SavedObject>();
  let intervene: (asked: InterceptedRequest) => Intervention | null = () => null;
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    const body = await buffer(request);
    const asked = askedBy(request);
    const instead = intervene(asked);
    if (instead === 'never') return;
    if (instead === null || instead.carriedOut === true) {
      const reply = answer(objects, rules, asked, body);
      if (instead === null) return send(response, request, reply);
    }
    if ('destroy' in instead) response.destroy();
    else send(response, request, failed(instead.status, instead.code ?? 'Whatever'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    keys: () => [...objects.keys()],
    requests: () => requests,
    intervene(how) {
      intervene = how;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

function askedBy({ url = '', method = '', headers }: IncomingMessage): InterceptedRequest {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const key = pathname.split('/').slice(2).map(decodeURIComponent).join('/');
  return { method, key, query: searchParams, headers: headers as InterceptedRequest['headers'] };
}

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

function send(response: ServerResponse, { method }: IncomingMessage, { status, headers, body }: Reply): void {
  response.writeHead(status, { ...(body && { 'content-length': body.length }), ...headers });
  response.end(method === 'HEAD' ? undefined : body);
}

function failed(status: number, code: string): Reply {
  const body = Buffer.from(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>secret</Message></Error>`);
  return { status, headers: { 'content-type': 'application/xml' }, body };
}

function answer(objects: Map<string, SavedObject>, rules: StoreRules, asked: InterceptedRequest, body: Buffer): Reply {
  const { method, key } = asked;
  if (method === 'GET' && key === '') return listed(objects, rules, asked);
  const kept = objects.get(key);
  if (method === 'PUT') return put(objects, rules, asked, body);
  if (kept === undefined) return failed(404, 'NoSuchKey');
  if (method === 'DELETE') {
    const condition = asked.headers['if-match'];
    if (condition !== undefined && rules.deleteIfMatch === null) return failed(501, 'NotImplemented');
    if (condition !== undefined && rules.deleteIfMatch && condition !== kept.etag)
      return failed(412, 'PreconditionFailed');
    objects.delete(key);
    return { status: 204 };
  }
  return got(kept, rules, asked);
}

function got(kept: SavedObject, rules: StoreRules, { headers: asked }: InterceptedRequest): Reply {
  const headers = { ...kept.headers, etag: kept.etag, 'last-modified': new Date(0).toUTCString() };
  if (rules.getIfNoneMatch && asked['if-none-match'] === kept.etag) return { status: 304, headers };
  if (asked['if-match'] !== undefined && asked['if-match'] !== kept.etag) return failed(412, 'PreconditionFailed');
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(asked.range ?? '') ?? [];
  if (from === undefined || to === undefined || !rules.ranges) return { status: 200, headers, body: kept.bytes };
  if (Number(from) >= kept.bytes.length) return failed(416, 'InvalidRange');
  const body = kept.bytes.subarray(Number(from), Number(to) + 1);
  const range = `bytes ${from}-${Number(from) + body.length - 1}/${kept.bytes.length}`;
  return { status: 206, headers: { ...headers, 'content-range': range }, body };
}

function put(
  objects: Map<string, SavedObject>,
  rules: StoreRules,
  { key, headers }: InterceptedRequest,
  body: Buffer,
): Reply {
  const before = objects.get(key);
  if (rules.putIfNoneMatch && headers['if-none-match'] === '*' && before) return failed(412, 'PreconditionFailed');
  const condition = headers['if-match'];
  if (rules.putIfMatch && condition !== undefined) {
    if (before === undefined) return failed(404, 'NoSuchKey');
    if (before.etag !== condition) return failed(412, 'PreconditionFailed');
  }
  const source = headers['x-amz-copy-source'];
  const kept = source === undefined ? keptOf(headers, body) : objects.get(sourceKey(source));
  if (kept === undefined) return failed(404, 'NoSuchKey');
  objects.set(key, kept);
  const result = Buffer.from(`<CopyObjectResult><ETag>${kept.etag}</ETag></CopyObjectResult>`);
  return { status: 200, headers: { etag: kept.etag }, ...(source !== undefined && { body: result }) };
}

function sourceKey(source: string): string {
  return source.replace(/^\//, '').split('/').slice(1).map(decodeURIComponent).join('/');
}

function keptOf(given: InterceptedRequest['headers'], bytes: Buffer): SavedObject {
  const isKept = ([name]: [string, unknown]): boolean =>
    /^(x-amz-meta-.*|content-(?!length).*|cache-control)$/.test(name);
  const headers = Object.fromEntries(
    Object.entries(given)
      .filter(isKept)
      .map(([name, value]) => [name, String(value)]),
  );
  const etag = createHash('md5').update(bytes).update(JSON.stringify(headers)).digest('hex');
  return { bytes, etag: `"${etag}"`, headers };
}

function listed(
  objects: Map<string, SavedObject>,
  { lists, pageSize }: StoreRules,
  { query }: InterceptedRequest,
): Reply {
  const [prefix, delimiter, after] = ['prefix', 'delimiter', 'continuation-token'].map((name) => query.get(name) ?? '');
  const found = new Map<string, SavedObject | null>();
  for (const [key, kept] of lists ? objects : []) {
    if (!key.startsWith(prefix ?? '')) continue;
    const end = delimiter ? key.indexOf(delimiter, prefix?.length) : -1;
    if (end === -1) found.set(key, kept);
    else found.set(key.slice(0, end + 1), null);
  }
  const rest = [...found].sort(([one], [other]) => (one < other ? -1 : 1)).filter(([key]) => key > (after ?? ''));
  const page = rest.slice(0, pageSize);
  const entries = page.map(([key, kept]) =>
    kept === null
      ? `<CommonPrefixes><Prefix>${encodeURIComponent(key)}</Prefix></CommonPrefixes>`
      : `<Contents><Key>${encodeURIComponent(key)}</Key><ETag>${kept.etag}</ETag><Size>${kept.bytes.length}</Size></Contents>`,
  );
  const isCut = rest.length > page.length;
  const next = isCut ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : '';
  const body = `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`;
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: Buffer.from(body) };
}
