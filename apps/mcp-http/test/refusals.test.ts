import { writeFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { type HttpProcess, newToken, sha256, startHttp } from './http-process.ts';
import { initialize, modern, send, sendModern } from './messages.ts';
import { bytesFor, raw } from './raw-request.ts';

interface Line {
  readonly level: string;
  readonly message: string;
  readonly reason?: string;
  readonly leftOut?: number;
}

function linesOf({ log }: HttpProcess, message: string): Line[] {
  const lines: Line[] = log.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  return lines.filter((line) => line.message === message);
}

const metricsUrl = ({ log }: HttpProcess) => /"url":"([^"]+)"/.exec(log)?.[1] ?? '';

/** The counts of refusals that are not 0. */
async function countsOf(server: HttpProcess): Promise<Record<string, number>> {
  const text = await (await fetch(metricsUrl(server))).text();
  const counts = [...text.matchAll(/^dragoman_refused_total\{reason="(\w+)"\} (\d+)$/gm)];
  return Object.fromEntries(
    counts.map(([, reason, count]) => [reason, Number(count)] as const).filter(([, n]) => n > 0),
  );
}

async function openServer(args: readonly string[] = []) {
  const tree = await openTree({ 'a.txt': 'a\n' });
  const tokens = { ann: newToken(), reader: newToken(), lost: newToken() };
  const principals = [
    { name: 'ann', tokenSha256: sha256(tokens.ann), quota: { callsPerMinute: 1 } },
    { name: 'reader', tokenSha256: sha256(tokens.reader), readOnly: true },
    { name: 'lost', tokenSha256: sha256(tokens.lost), roots: [tree.path('gone')] },
  ];
  writeFileSync(tree.path('p.json'), JSON.stringify({ principals }));
  const own = ['--principals', tree.path('p.json'), '--workdir', tree.root, '--metrics', '127.0.0.1:0'];
  const server = await startHttp({ args: [...own, ...args] });
  const read = modern('tools/call', { name: 'Read', arguments: { file_path: tree.path('a.txt') } });
  return {
    tree,
    tokens,
    server,
    read: (token?: string) => sendModern(server.url, read, { ...(token !== undefined && { token }) }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await tree[Symbol.asyncDispose]();
    },
  };
}

const about = (host: string, headers: Readonly<Record<string, string>> = {}) => ({
  ...{ method: 'POST', path: '/mcp', headers: { host, ...headers }, body: '{}' },
});

describe('a refusal', () => {
  it('is a line of the log and is counted, each by its reason', async () => {
    await using at = await openServer();
    const { server, tokens, read } = at;
    const secret = newToken();
    const write = modern('tools/call', { name: 'Write', arguments: { file_path: '/x', content: '' } });
    const refused: readonly (readonly [reason: string, principal: string | undefined, status: number | undefined])[] = [
      ['no_token', undefined, (await read()).status],
      ['invalid_token', undefined, (await read(secret)).status],
      ['access_denied', 'lost', (await read(tokens.lost)).status],
      ['insufficient_scope', 'reader', (await sendModern(server.url, write, { token: tokens.reader })).status],
      ['quota', 'ann', [await read(tokens.ann), await read(tokens.ann)][1]?.status],
      ['host', undefined, (await raw(server.url, about('evil.test'))).status],
      ['origin', undefined, (await raw(server.url, about('localhost', { origin: 'https://evil.test' }))).status],
    ];
    const told = () => linesOf(server, 'Request refused');
    await expect.poll(() => told().length).toBe(refused.length);
    const time = expect.any(String);
    expect(told()).toEqual(
      refused.map(([reason, principal, status]) => ({
        ...{ time, level: 'warn', message: 'Request refused', reason, status, from: '127.0.0.1' },
        ...(principal !== undefined && { principal }),
        ...(reason === 'host' && { given: 'evil.test' }),
        ...(reason === 'origin' && { given: 'https://evil.test' }),
      })),
    );
    expect(await countsOf(server)).toEqual(Object.fromEntries(refused.map(([reason]) => [reason, 1])));
    for (const token of [secret, ...Object.values(tokens)]) expect(server.log).not.toContain(token);
  });

  it('counts for a header that is there twice, too', async () => {
    await using at = await openServer();
    const headers = 'Host: localhost\r\nOrigin: http://localhost\r\nAuthorization: a\r\nAuthorization: b\r\n';
    await bytesFor(at.server.url, `POST /mcp HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
    expect(await countsOf(at.server)).toEqual({ headers: 1 });
  });

  it('shows what a client made up without its effects', async () => {
    await using at = await openServer();
    const hosts = ['\x9b31mred', 'a\u00adb', `${'x'.repeat(5000)}.test`, '{"level":"info"}', 'secret@evil.test'];
    for (const host of hosts)
      await bytesFor(
        at.server.url,
        Buffer.from(`GET /mcp HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 'latin1').toString('latin1'),
      );
    await expect.poll(() => linesOf(at.server, 'Request refused').length).toBe(hosts.length);
    expect(at.server.log.replaceAll('\n', '')).not.toMatch(/[\p{C}\u2028\u2029]|x{65}|secret/u);
    // A name of a client, too, is shown in the line of a call.
    const session = await send(at.server.url, initialize('\u202e\u200b'), { token: at.tokens.reader });
    expect(session.status).toBe(200);
    await sendModern(at.server.url, modern('tools/call', { name: 'a\u202eb\u009b\u2028' }), {
      token: at.tokens.reader,
      headers: { 'mcp-name': `=?base64?${Buffer.from('a\u202eb\u009b\u2028').toString('base64')}?=` },
    });
    await expect.poll(() => at.server.log).toContain('"tool":"a\\u202eb\\u009b\\u2028"');
  });

  it('fills no log: of many, so many have a line, and one says how many more there were', async () => {
    await using at = await openServer();
    const many = 300;
    for (let count = 0; count < many; count += 50)
      await Promise.all(Array.from({ length: 50 }, (_, index) => at.read(`wrong-${count + index}`)));
    // One of another kind is told all the same.
    await at.read();
    await expect.poll(() => linesOf(at.server, 'More requests refused').length, { timeout: 20_000 }).toBeGreaterThan(0);
    const told = linesOf(at.server, 'Request refused');
    expect(told.filter(({ reason }) => reason === 'no_token')).toHaveLength(1);
    const ofTokens = told.filter(({ reason }) => reason === 'invalid_token').length;
    const summed = async () =>
      linesOf(at.server, 'More requests refused').reduce((sum, { leftOut = 0 }) => sum + leftOut, ofTokens);
    await expect.poll(summed, { timeout: 20_000 }).toBe(many);
    expect(ofTokens).toBeLessThan(many / 2);
    expect(await countsOf(at.server)).toEqual({ no_token: 1, invalid_token: many });
  });
});

describe('metrics', () => {
  it('are shown to who asks for a host that is allowed, as the endpoint is', async () => {
    await using at = await openServer(['--allow-host', 'files.test']);
    const url = metricsUrl(at.server);
    const statusFor = async (host: string, headers: Readonly<Record<string, string>> = {}) =>
      (await raw(url, { method: 'GET', path: '/metrics', headers: { host, ...headers }, body: '' })).status;
    for (const host of ['localhost', '127.0.0.1:1234', 'files.test', '[::1]']) expect(await statusFor(host)).toBe(200);
    for (const host of ['evil.test', '10.0.0.1', 'localhost.evil.test', 'local host'])
      expect(await statusFor(host)).toBe(403);
    expect(await statusFor('localhost', { origin: 'https://evil.test' })).toBe(403);
    expect(await countsOf(at.server)).toEqual({ host: 4, origin: 1 });
    await expect.poll(() => linesOf(at.server, 'Request refused').length).toBe(5);
  });
});
