import { readUserFile } from '@dragoman/fs-core/internal/host';
import { publicKeys } from './key-source.ts';

const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 5000;

/**
 * The keys of an issuer, from the URL or file that the user gives, or else from the URL in the issuer's metadata.
 * @throws Error with one line for a person in a terminal, if it is a file that holds no keys
 */
export function keyLoader(issuer: string, jwks: string | null): () => Promise<unknown> {
  if (jwks === null) return async () => getJson(keysUrl(issuer, await metadataOf(issuer)));
  if (/^https?:\/\//.test(jwks)) return () => getJson(new URL(jwks));
  publicKeys(fileOf(jwks));
  return async () => fileOf(jwks);
}

function fileOf(path: string): unknown {
  const bytes = readUserFile(path, MAX_BYTES);
  if (bytes === null) throw new Error(`--jwks: no file "${path}" can be read`);
  try {
    return JSON.parse(bytes.toString());
  } catch (cause) {
    throw new Error(`--jwks: "${path}" is no JSON`, { cause });
  }
}

interface Metadata {
  readonly issuer?: unknown;
  readonly jwks_uri?: unknown;
}

async function metadataOf(issuer: string): Promise<Metadata> {
  const base = new URL(issuer);
  const path = base.pathname.replace(/\/$/, '');
  const addresses = [
    `${path}/.well-known/openid-configuration`,
    `/.well-known/oauth-authorization-server${path}`,
    `/.well-known/openid-configuration${path}`,
  ];
  let failure: unknown;
  for (const address of addresses) {
    try {
      return (await getJson(new URL(address, base))) as Metadata;
    } catch (error) {
      failure = error;
    }
  }
  throw new Error(`The issuer "${issuer}" tells nothing of itself`, { cause: failure });
}

/** @throws Error for metadata of another issuer, and for keys that could be exchanged on the way */
function keysUrl(issuer: string, { issuer: named, jwks_uri: uri }: Metadata): URL {
  if (named !== issuer) throw new Error(`The metadata of "${issuer}" is another's`);
  if (typeof uri !== 'string' || !URL.canParse(uri)) throw new Error(`The issuer "${issuer}" names no keys`);
  const url = new URL(uri);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && issuer.startsWith('http:'))) return url;
  throw new Error(`The keys of "${issuer}" do not come by https`);
}

async function getJson(url: URL): Promise<unknown> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { signal, redirect: 'error', headers: { accept: 'application/json' } });
  if (!response.ok || response.body === null) throw new Error(`"${url.href}" answers ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`"${url.href}" answers too much`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString());
}
