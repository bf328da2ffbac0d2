import { openTree } from '@dragoman/testing';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttp } from './http-process.ts';
import { type Issuer, openIssuer } from './issuer.ts';
import { modern, sendModern } from './messages.ts';

async function openGuarded(issuer: Issuer) {
  const entries = [
    {
      name: 'team-{claims.team}',
      match: { scope: 'files:read', claims: { team: '*' } },
      roots: ['{tree}/{claims.team}'],
    },
    { name: 'guest', match: { scope: 'files:read guest' }, roots: ['{tree}/blue'] },
  ];
  const tree = await openTree({ 'red/a.txt': 'red\n', 'blue/a.txt': 'blue\n' });
  const { writeFileSync } = await import('node:fs');
  const file = tree.path('principals.json');
  writeFileSync(file, JSON.stringify({ principals: entries }).replaceAll('{tree}', tree.root));
  const server = await startHttp({
    args: ['--workdir', tree.root, '--principals', file, '--issuer', issuer.url, '--shell', 'unrestricted'],
  });
  const sign = (claims: JWTPayload, header: { alg?: string; kid?: string } = {}, key = issuer.privateKey) =>
    new SignJWT({
      iss: issuer.url,
      aud: server.url,
      scope: 'files:read files:write',
      team: 'red',
      exp: Date.now() / 1000 + 600,
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'one', ...header })
      .sign(key);
  const read = (token: string, team = 'red') =>
    sendModern(server.url, modern('tools/call', { name: 'Read', arguments: { file_path: tree.path(team, 'a.txt') } }), {
      token,
    });
  return {
    tree,
    server,
    sign,
    read,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await tree[Symbol.asyncDispose]();
    },
  };
}

let issuer: Issuer;
let guarded: Awaited<ReturnType<typeof openGuarded>>;

beforeAll(async () => {
  issuer = await openIssuer();
  guarded = await openGuarded(issuer);
});

afterAll(async () => {
  await guarded[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
});

describe('tokens of an issuer', () => {
  it('let in whom the file names, each to its own', async () => {
    const { sign, read } = guarded;
    const red = await sign({});
    expect((await read(red)).body.result.content[0].text).toContain('red');
    expect((await read(red, 'blue')).body.result._meta['dragoman/error'].code).toBe('ACCESS_DENIED');
    expect((await read(await sign({ team: 'blue' }), 'blue')).body.result.content[0].text).toContain('blue');
    // The first entry that fits is the one that counts.
    const scope = 'files:read guest';
    expect((await read(await sign({ scope }))).body.result.content[0].text).toContain('red');
    const guest = await sign({ scope, team: undefined });
    expect((await read(guest, 'blue')).body.result.content[0].text).toContain('blue');
    expect((await read(guest)).body.result._meta['dragoman/error'].code).toBe('ACCESS_DENIED');
  });

  it('come from where the metadata of the server says', async () => {
    const metadata = new URL('/.well-known/oauth-protected-resource/mcp', guarded.server.url);
    expect(await (await fetch(metadata)).json()).toMatchObject({
      resource: guarded.server.url,
      authorization_servers: [issuer.url],
    });
  });

  it.each<[string, JWTPayload]>([
    ['is over', { exp: Date.now() / 1000 - 60 }],
    ['is not valid yet', { nbf: Date.now() / 1000 + 600 }],
    ['never ends', { exp: undefined as unknown as number }],
    ['is for another server', { aud: 'https://other.test/mcp' }],
    ['is for nobody', { aud: undefined as unknown as string }],
    ['is of another issuer', { iss: 'https://other.test' }],
  ])('are refused where one %s', async (_, claims) => {
    const { status, headers } = await guarded.read(await guarded.sign(claims));
    expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('error="invalid_token"')]);
  });

  it('have half a minute of grace, as clocks differ', async () => {
    const { sign, read } = guarded;
    expect((await read(await sign({ exp: Date.now() / 1000 - 15 }))).status).toBe(200);
    expect((await read(await sign({ nbf: Date.now() / 1000 + 15 }))).status).toBe(200);
  });

  it.each(['RS256', 'PS384', 'ES512', 'EdDSA'])('may be signed by %s', async (alg) => {
    await using own = await openIssuer();
    const { publicKey, privateKey } = await generateKeyPair(alg);
    own.keys.push({ ...(await exportJWK(publicKey)), kid: alg, alg });
    await using other = await openGuarded(own);
    expect((await other.read(await other.sign({}, { alg, kid: alg }, privateKey))).status).toBe(200);
  });

  it('are refused where they are signed by nobody, or with what is public', async () => {
    const [, payload = '', signature = ''] = (await guarded.sign({})).split('.');
    const header = (alg: unknown) => Buffer.from(JSON.stringify({ alg, kid: 'one' })).toString('base64url');
    const hmac = await new SignJWT({ iss: issuer.url, aud: guarded.server.url, exp: Date.now() / 1000 + 60 })
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .sign(Buffer.from(JSON.stringify(issuer.keys[0])));
    const { privateKey: foreign } = await generateKeyPair('ES256');
    const changed = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), team: 'blue' }),
    );
    const bad = [
      `${header('none')}.${payload}.`,
      ...[{}, { toString: 1 }, ['ES256'], 7, null].map((alg) => `${header(alg)}.${payload}.${signature}`),
      hmac,
      await guarded.sign({}, {}, foreign),
      `${header('ES256')}.${changed.toString('base64url')}.${signature}`,
    ];
    for (const token of bad) expect((await guarded.read(token)).status).toBe(401);
  });

  it.each(['../blue', '.hidden', 'a/b', 'a\0', '', 'x'.repeat(200)])(
    'give no rights where a claim is unfit for a path: %j',
    async (team) => {
      const { status, body } = await guarded.read(await guarded.sign({ team }));
      expect([status, body.error.message]).toEqual([403, 'The token gives no rights here']);
    },
  );

  it('are told which scope they lack', async () => {
    const token = await guarded.sign({ scope: 'files:read' });
    expect((await guarded.read(token)).status).toBe(200);
    const write = modern('tools/call', {
      name: 'Write',
      arguments: { file_path: guarded.tree.path('red', 'b'), content: '' },
    });
    const bash = modern('tools/call', { name: 'Bash', arguments: { command: 'true' } });
    const refused = async (request: typeof write) => {
      const { status, headers } = await sendModern(guarded.server.url, request, { token });
      return [status, headers.get('www-authenticate')?.replace(/^.*?, /, '')];
    };
    const lacking = (scope: string) => [403, `error="insufficient_scope", scope="${scope}"`];
    expect(await refused(write)).toEqual(lacking('files:read files:write'));
    expect(await refused(bash)).toEqual(lacking('files:read files:write shell:run'));
  });

  it('go on counting while keys change, are late, or are lies', async () => {
    await using own = await openIssuer();
    await using other = await openGuarded(own);
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    expect((await other.read(await other.sign({}))).status).toBe(200);
    const asked = own.asked;
    for (let count = 0; count < 1000; count += 1) expect((await other.read(`bad-${count}`)).status).toBe(401);
    for (let count = 0; count < 20; count += 1)
      expect(
        (await other.read(await other.sign({ jti: String(count) }, { kid: `no-${count}` }, privateKey))).status,
      ).toBe(401);
    expect(own.asked - asked).toBeLessThanOrEqual(1);
    // A new key, a silent issuer, and what is no key: whoever holds the known key is served all the while.
    own.keys.splice(0, 0, { ...(await exportJWK(publicKey)), kid: 'two' }, { kty: 'oct', k: 'c2VjcmV0', kid: 'three' });
    own.state.isSilent = true;
    const late = other.read(await other.sign({}, { kid: 'four' }, privateKey));
    expect((await other.read(await other.sign({ jti: 'again' }))).status).toBe(200);
    expect((await late).status).toBe(401);
  });
});
