import { type Answer, createExchange } from './exchange.ts';
import { refusalIn } from './refusal.ts';
import { createSigner, encodePart, type Sign } from './signature.ts';
import { statusOf, WrongAnswer } from './store-error.ts';
import { type Target, targetOf } from './target.ts';
import { within } from './with-retry.ts';

/** The endpoint and bucket of the objects, and credentials for them. */
export interface S3StoreOptions {
  readonly bucket: string;
  /** URL of the store. Default: Amazon's, by the region. */
  readonly endpoint?: string;
  /** Default: as the SDK finds it; `us-east-1` where an endpoint is named. */
  readonly region?: string;
  /** True if the bucket stands in the path of a URL, and not in its host. Default false. */
  readonly pathStyle?: boolean;
  /** Milliseconds that an answer may take, besides the time for its bytes. Default 10,000. */
  readonly timeoutMs?: number;
  /** Default: as the SDK finds them: environment, profiles, roles, web identity. */
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
  /**
   * Told of each request that was made, for metrics. Must not throw.
   * @param operation as S3 calls it, such as `GetObject`
   * @param status of the answer; 0 where there was none
   */
  readonly onRequest?: (operation: string, status: number) => void;
}

/** One request of the bucket, or of an object in it. */
export interface StoreRequest {
  /** Name of the operation in S3. */
  readonly operation: string;
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Key of the object; absent for the bucket. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Headers by names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Bytes of content that are asked for: the answer may take so much longer. Default 0. */
  readonly expectedBytes?: number;
  /** The most bytes that the body of a success may have. Default: what is expected, and room for a notice. */
  readonly maxBytes?: number;
}

/** A bucket, and how it is asked. */
export interface Connection extends Disposable {
  readonly bucket: string;
  /**
   * Makes one request, once.
   * @throws StoreRefusal for an answer that is no success; WrongAnswer for a longer one to a GET than `maxBytes`; NoAnswer,
   * any error where none came
   */
  send(request: StoreRequest, signal?: AbortSignal): Promise<Answer>;
}

const TIMEOUT_MS = 10_000;
/** The slowest line on which content arrives in time. */
const BYTES_PER_MS = 250;
/** Largest body of a refusal, or of an answer without content. */
const NOTICE_BYTES = 64 * 1024;

/** Loads the SDK, which knows who asks and where the bucket is; nothing is asked yet. */
export async function connect(options: S3StoreOptions): Promise<Connection> {
  const { bucket, timeoutMs = TIMEOUT_MS, onRequest = () => undefined } = options;
  const { credentials, target } = await knownToSdk(options);
  const exchange = createExchange();

  const send = async (request: StoreRequest, signal: AbortSignal): Promise<Answer> => {
    const at = await target();
    const { url, search, path } = placeIn(at, request);
    const { method, headers = {}, body, maxBytes = NOTICE_BYTES + (request.expectedBytes ?? 0) } = request;
    const length = body === undefined ? {} : { 'content-length': `${body.length}` };
    const unsigned = { method, path, search, headers: { ...headers, ...length, host: url.host }, body };
    const signed = at.sign(unsigned, await credentials());
    const outgoing = { url, method, path: search ? `${path}?${search}` : path, headers: signed, body, maxBytes };
    return await exchange(outgoing, signal);
  };

  return {
    bucket,
    async send(request, signal) {
      const { operation, body, expectedBytes = 0 } = request;
      const limitMs = timeoutMs + ((body?.length ?? 0) + expectedBytes) / BYTES_PER_MS;
      try {
        const answer = await within({ timeoutMs: limitMs, signal }, (ending) => send(request, ending));
        const refusal = refusalIn(answer);
        if (refusal !== null) throw refusal;
        // Of the answer to a change, its headers tell what became of it.
        if (!answer.isWhole && request.method === 'GET') throw new WrongAnswer('with more bytes than were asked for');
        onRequest(operation, answer.status);
        return answer;
      } catch (error) {
        onRequest(operation, statusOf(error) ?? 0);
        throw error;
      }
    },
    [Symbol.dispose]: () => exchange[Symbol.dispose](),
  };
}

type SigningTarget = Target & { readonly sign: Sign };

/** Has the SDK look up, when it is needed, who asks and where the bucket is. */
async function knownToSdk({ bucket, endpoint, credentials, pathStyle = false, ...options }: S3StoreOptions) {
  // Node 20 would be reason for a warning on stderr, which belongs to the app.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const sdk = await import('@aws-sdk/client-s3');
  // Unset as somebody writes it in a file of settings; the SDK takes it for a name.
  if (process.env.AWS_REGION?.trim() === '') delete process.env.AWS_REGION;
  const region = options.region ?? (endpoint === undefined ? undefined : (process.env.AWS_REGION ?? 'us-east-1'));
  const client = new sdk.S3Client({
    forcePathStyle: pathStyle,
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    ...(credentials && { credentials }),
  });
  let found: Promise<SigningTarget> | null = null;
  const find = async (): Promise<SigningTarget> => {
    const target = await targetOf(sdk, client, bucket);
    return { ...target, sign: createSigner(target) };
  };
  const target = (): Promise<SigningTarget> => {
    found ??= find().catch((error: unknown) => {
      found = null;
      throw error;
    });
    return found;
  };
  return { target, credentials: () => client.config.credentials() };
}

function placeIn({ url }: Target, { key, query = {} }: StoreRequest) {
  const base = url.pathname.replace(/\/$/, '');
  const names = Object.keys(query).sort();
  return {
    url,
    path: key === undefined ? base || '/' : `${base}/${key.split('/').map(encodePart).join('/')}`,
    search: names.map((name) => `${encodePart(name)}=${encodePart(query[name] ?? '')}`).join('&'),
  };
}
