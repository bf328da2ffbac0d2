import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ISSUER = 'https://id.example.com';
const AUDIENCE = 'https://files.example.com/mcp';

/** Options for a server that takes JSON Web Tokens, and one that it takes. */
export function signedToken(directory: string): { readonly options: readonly string[]; readonly token: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256' }];
  const jwks = join(directory, 'keys.json');
  writeFileSync(jwks, JSON.stringify({ keys }));
  const principals = join(directory, 'principals.json');
  writeFileSync(principals, JSON.stringify({ principals: [{ name: 'bench', match: {} }] }));
  const exp = Math.floor(Date.now() / 1000) + 24 * 3600;
  const claims = { iss: ISSUER, aud: AUDIENCE, exp, scope: 'files:read files:write' };
  const signed = [{ alg: 'ES256', kid: 'one' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return {
    options: ['--issuer', ISSUER, '--jwks', jwks, '--principals', principals, '--public-url', AUDIENCE],
    token: `${signed}.${signature.toString('base64url')}`,
  };
}
