import { readdirSync, writeFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { newToken, runHttp, sha256, startHttp } from './http-process.ts';
import { openIssuer } from './issuer.ts';
import { modern, sendModern } from './messages.ts';

const quota = { bytesWrittenPerDay: '1KB' };

/** A server whose file names two issuers, of which it was told to believe one. */
async function openApart() {
  const [one, other] = [await openIssuer(), await openIssuer()];
  const tree = await openTree();
  const by = (issuer: string, name: string) => ({ name: `${name}-{claims.sub}`, match: { issuer } });
  writeFileSync(tree.path('p.json'), JSON.stringify({ principals: [by(one.url, 'one'), by(other.url, 'other')] }));
  const args = ['--principals', tree.path('p.json'), '--issuer', one.url, '--workdir', tree.root];
  const server = await startHttp({ args });
  const until = { aud: server.url, scope: 'files:read files:write', exp: Date.now() / 1000 + 600 };
  const tokenOf = (iss: string, key: typeof one.privateKey, kid: string) =>
    new SignJWT({ ...until, iss, sub: 'ci' }).setProtectedHeader({ alg: 'ES256', kid }).sign(key);
  return {
    ...{ one, other },
    async statusOf(...token: Parameters<typeof tokenOf>) {
      return (await sendModern(server.url, modern('tools/list'), { token: await tokenOf(...token) })).status;
    },
    async [Symbol.asyncDispose]() {
      for (const each of [server, tree, one, other]) await each[Symbol.asyncDispose]();
    },
  };
}

/** A server of a static principal `ci`, who has a memory, and of whoever has a token of an issuer. */
async function openShared() {
  const issuer = await openIssuer();
  const tree = await openTree({ 'memory/ci/kept.txt': 'kept by ci\n' });
  const token = newToken();
  const principals = [
    { name: 'ci', tokenSha256: sha256(token), quota },
    { name: '{claims.sub}', match: { claims: { sub: '*' } }, quota },
  ];
  writeFileSync(tree.path('p.json'), JSON.stringify({ principals }));
  const places = ['--workdir', tree.root, '--memory-dir', tree.path('memory'), '--dialect', 'text_editor'];
  const server = await startHttp({ args: ['--principals', tree.path('p.json'), '--issuer', issuer.url, ...places] });
  const claims = { iss: issuer.url, aud: server.url, scope: 'files:read files:write', exp: Date.now() / 1000 + 600 };
  return {
    tree,
    token,
    tokenOf: (sub: string) =>
      new SignJWT({ ...claims, sub }).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(issuer.privateKey),
    memory: async (of: string, args: object) =>
      sendModern(server.url, modern('tools/call', { name: 'memory', arguments: args }), { token: of }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await tree[Symbol.asyncDispose]();
      await issuer[Symbol.asyncDispose]();
    },
  };
}

const VIEW = { command: 'view', path: '/memories' };
const NOTE = { command: 'create', path: '/memories/note.txt', file_text: 'x'.repeat(2000) };

describe('a token of an issuer', () => {
  it('reads no memory and uses no quota of a static principal', async () => {
    await using shared = await openShared();
    const { memory, token, tokenOf } = shared;
    const same = await memory(await tokenOf('ci'), VIEW);
    expect([same.status, same.body.error.message]).toEqual([403, 'The token gives no rights here']);
    const other = await tokenOf('CI');
    expect((await memory(other, NOTE)).body.result.isError).toBeUndefined();
    expect((await memory(other, VIEW)).status).toBe(429);
    // The static one still has its memory, with what is in it, and its quota.
    expect(JSON.stringify((await memory(token, VIEW)).body)).toContain('kept.txt');
    expect(JSON.stringify((await memory(token, VIEW)).body)).not.toContain('note.txt');
    expect((await memory(token, NOTE)).body.result.isError).toBeUndefined();
    expect(readdirSync(shared.tree.path('memory')).sort()).toEqual([expect.stringMatching(/^@ci-[\da-f]{32}$/), 'ci']);
  });

  it('is none of another issuer, by whatever key and name', async () => {
    await using apart = await openApart();
    const { one, other, statusOf } = apart;
    expect(await statusOf(one.url, one.privateKey, 'one')).toBe(200);
    for (const iss of [one.url, other.url, `${one.url}/`, one.url.toUpperCase(), 'https://id.test', ''])
      for (const kid of ['one', 'two', '../one', '']) {
        expect(await statusOf(iss, other.privateKey, kid)).toBe(401);
        if (iss !== one.url) expect(await statusOf(iss, one.privateKey, kid)).toBe(401);
      }
  });

  it('may not be named as another principal by what the file says for certain', async () => {
    await using tree = await openTree();
    const principals = [
      { name: 'ci', tokenSha256: sha256('x') },
      { name: '{claims.sub}', match: { claims: { sub: 'ci' } } },
    ];
    writeFileSync(tree.path('p.json'), JSON.stringify({ principals }));
    const { code, log } = await runHttp(['--principals', tree.path('p.json'), '--issuer', 'https://id.test']);
    expect([code, log]).toEqual([2, expect.stringContaining('two principals have the name "ci"')]);
  });
});
