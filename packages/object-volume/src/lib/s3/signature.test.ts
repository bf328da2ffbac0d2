import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSigner, encodePart } from './signature.ts';

type Command = GetObjectCommand | PutObjectCommand;

interface SdkRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

const ENDPOINT = 'http://127.0.0.1:1/below';
const REGION = 'eu-central-1';

/** A request as the SDK signs it, which goes no further. */
async function signedBySdk(command: Command, credentials: { sessionToken?: string }): Promise<SdkRequest> {
  const whole = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG', ...credentials };
  const client = new S3Client({ endpoint: ENDPOINT, region: REGION, forcePathStyle: true, credentials: whole });
  let signed: unknown;
  client.middlewareStack.add(
    () => async (given) => {
      signed = given.request;
      return { response: null, output: { $metadata: {} } };
    },
    { step: 'finalizeRequest', priority: 'low', name: 'keep' },
  );
  await (command instanceof GetObjectCommand ? client.send(command) : client.send(command));
  return signed as SdkRequest;
}

/** The same request, signed here: with the headers that the SDK has signed, at the same time. */
function signedHere({ method, path, query, headers, body }: SdkRequest, credentials: { sessionToken?: string }) {
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1]?.split(';') ?? [];
  const added = ['x-amz-date', 'x-amz-content-sha256', 'x-amz-security-token'];
  const given = names.filter((name) => !added.includes(name)).map((name) => [name, headers[name] ?? '']);
  const search = Object.keys(query)
    .sort()
    .map((name) => `${encodePart(name)}=${encodePart(query[name] ?? '')}`);
  const time = (headers['x-amz-date'] ?? '').replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const sign = createSigner({ region: REGION, service: 's3' });
  const unsigned = { method, path, search: search.join('&'), headers: Object.fromEntries(given), body };
  const whole = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG', ...credentials };
  return sign(unsigned, whole, new Date(time));
}

// It warns on Node 20.
beforeAll(() => void vi.stubEnv('AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED', 'true'));
afterAll(() => void vi.unstubAllEnvs());

const key = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.constantFrom('a b/c+d', '100%', "it's (not)! *", 'ü/日本語/🎉', 'a//b', '../x', '~-._', 'a?b#c&d=e', '\u0007\n'),
);
const token = fc.option(fc.string({ unit: fc.constantFrom(...'abcXYZ019/+='), minLength: 1 }), { nil: undefined });
const withToken = (sessionToken: string | undefined) => (sessionToken === undefined ? {} : { sessionToken });

describe('a signature', () => {
  it('of a GET is the one that the SDK makes, whatever the key, the range, the condition and the token', async () => {
    const range = fc.option(fc.tuple(fc.nat(), fc.nat()), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(key, range, token, async (Key, part, sessionToken) => {
        const given = {
          Bucket: 'buck.et',
          Key,
          IfNoneMatch: '"e  tag"',
          ...(part && { Range: `bytes=${part.join('-')}` }),
        };
        const sdk = await signedBySdk(new GetObjectCommand(given), withToken(sessionToken));
        const here = signedHere(sdk, withToken(sessionToken));
        expect(sdk.path).toBe(`/below/buck.et/${Key.split('/').map(encodePart).join('/')}`);
        expect(here.authorization).toBe(sdk.headers.authorization);
        expect(here['x-amz-security-token']).toBe(sessionToken);
      }),
      { numRuns: 60 },
    );
  });

  it('of a PUT covers its content and its metadata', async () => {
    const value = fc.string({ unit: 'grapheme-ascii', maxLength: 20 }).map((text) => text.trim());
    await fc.assert(
      fc.asyncProperty(key, fc.uint8Array({ maxLength: 100 }), value, async (Key, Body, owner) => {
        const given = { Bucket: 'b', Key, Body, IfMatch: 'x', ContentType: 'text/plain', Metadata: { owner } };
        const sdk = await signedBySdk(new PutObjectCommand(given), {});
        expect(signedHere({ ...sdk, body: Body }, {}).authorization).toBe(sdk.headers.authorization);
      }),
      { numRuns: 60 },
    );
  });

  it('leaves out spaces at the ends of a header, and no other bytes', () => {
    const sign = createSigner({ region: REGION, service: 's3' });
    const of = (value: string) => {
      const request = { method: 'GET', path: '/', search: '', headers: { host: 'h', 'x-amz-meta-a': value } };
      return sign(request, { accessKeyId: 'A', secretAccessKey: 's' }, new Date(0)).authorization;
    };
    expect(of('  a  b ')).toBe(of('a b'));
    // The bytes of "à" in UTF-8, of which the second is a no-break space in Latin-1.
    expect(of('\u00c3\u00a0')).not.toBe(of('\u00c3'));
  });

  it('is made with a key of each day and secret', () => {
    const sign = createSigner({ region: REGION, service: 's3' });
    const request = { method: 'GET', path: '/', search: '', headers: { host: 'h' } };
    const of = (secretAccessKey: string, time: string) =>
      sign(request, { accessKeyId: 'A', secretAccessKey }, new Date(time)).authorization;
    const [day, next] = ['2026-01-01T23:59:59Z', '2026-01-02T00:00:00Z'];
    const all = [of('one', day), of('one', next), of('two', next), of('one', day)];
    expect(new Set(all).size).toBe(3);
    expect(all[3]).toBe(all[0]);
  });
});
