import type { S3Client } from '@aws-sdk/client-s3';
import { within } from './patiently.ts';
import { tellOfRequests } from './tell-of-requests.ts';

/** Where the objects are. */
export interface S3StoreOptions {
  readonly bucket: string;
  /** URL of the store. Default: Amazon's, by the region. */
  readonly endpoint?: string;
  /** Default: as the SDK finds it; `us-east-1` where an endpoint is named. */
  readonly region?: string;
  /** Whether the bucket stands in the path of a URL, and not in its host. Default false. */
  readonly pathStyle?: boolean;
  /** How long an answer may take, besides the time for its bytes. Default 10,000. */
  readonly timeoutMs?: number;
  /** Default: as the SDK finds them: environment, profiles, roles, web identity. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /**
   * Told of each request that was made, for metrics. Must not throw.
   * @param operation as S3 calls it, such as `GetObject`
   * @param status of the answer; 0 where there was none
   */
  readonly onRequest?: (operation: string, status: number) => void;
}

export type Sdk = typeof import('@aws-sdk/client-s3');

/** The SDK, a client of it, and how long its requests may take. */
export interface Connection {
  readonly sdk: Sdk;
  readonly client: S3Client;
  readonly bucket: string;
  /** Makes one request, once. @throws NoAnswer, the SDK's error */
  ask<Result>(
    options: { readonly bytes?: number; readonly signal?: AbortSignal | undefined },
    request: (abortSignal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
}

const SOCKETS = 64;
const TIMEOUT_MS = 10_000;
/** The slowest line on which content arrives in time. */
const BYTES_PER_MS = 250;

/** Loads the SDK and makes a client; nothing is asked yet. */
export async function connect(options: S3StoreOptions): Promise<Connection> {
  const {
    bucket,
    endpoint,
    pathStyle: forcePathStyle = false,
    timeoutMs = TIMEOUT_MS,
    credentials,
    onRequest,
  } = options;
  // Node 20 would be reason for a warning on stderr, which belongs to the app.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const sdk = await import('@aws-sdk/client-s3');
  const region = options.region ?? (endpoint === undefined ? undefined : (process.env.AWS_REGION ?? 'us-east-1'));
  const agent = { keepAlive: true, maxSockets: SOCKETS };
  const client = new sdk.S3Client({
    forcePathStyle,
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    ...(credentials && { credentials }),
    // Attempts are counted here, where an unknown outcome is settled before the next.
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { httpAgent: agent, httpsAgent: agent, connectionTimeout: timeoutMs },
  });
  if (onRequest) tellOfRequests(client, onRequest);
  return {
    sdk,
    client,
    bucket,
    ask: ({ bytes = 0, signal }, request) => within({ timeoutMs: timeoutMs + bytes / BYTES_PER_MS, signal }, request),
  };
}
