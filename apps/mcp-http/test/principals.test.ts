import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { ALL_OPTIONS } from '../src/lib/options/http-options.ts';
import { newToken, runHttp, sha256, startHttp } from './http-process.ts';
import { call, modern, openSession, send, sendModern } from './messages.ts';

const tokens = { ann: newToken(), ben: newToken(), reader: newToken(), gone: newToken(), lost: newToken() };

function principals(tree: TemporaryTree) {
  return {
    principals: [
      { name: 'ann', tokenSha256: sha256(tokens.ann), roots: [tree.path('ann')], deny: ['**/.env'] },
      {
        name: 'ben',
        tokenSha256: sha256(tokens.ben),
        roots: [tree.path('ben')],
        quota: { callsPerMinute: 3, sessions: 2 },
      },
      { name: 'reader', tokenSha256: sha256(tokens.reader), readOnly: true, dialect: 'claude-code' },
      { name: 'gone', tokenSha256: sha256(tokens.gone), expires: '2020-01-01T00:00:00Z' },
      { name: 'lost', tokenSha256: sha256(tokens.lost), roots: [tree.path('elsewhere')] },
      { name: 'outside', tokenSha256: sha256('outside'), roots: ['/'] },
    ],
  };
}

async function openTeam() {
  const tree = await openTree({ 'ann/a.txt': 'of ann\n', 'ann/.env': 'KEY=1\n', 'ben/b.txt': 'of ben\n' });
  const file = tree.path('principals.json');
  writeFileSync(file, JSON.stringify(principals(tree)));
  const args = ['--principals', file, '--allow-dir', tree.path('ann'), '--allow-dir', tree.path('ben')];
  const server = await startHttp({ args });
  const read = (token: string, path: string) =>
    sendModern(server.url, modern('tools/call', { name: 'Read', arguments: { file_path: path } }), { token });
  return {
    tree,
    file,
    server,
    read,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await tree[Symbol.asyncDispose]();
    },
  };
}

describe('principals', () => {
  it('see their own trees and nobody else’s', async () => {
    await using team = await openTeam();
    const { tree, read } = team;
    const [own, other] = [tree.path('ann', 'a.txt'), tree.path('ben', 'b.txt')];
    expect((await read(tokens.ann, own)).body.result.isError).toBeUndefined();
    expect((await read(tokens.ben, other)).body.result.isError).toBeUndefined();
    const foreign = [await read(tokens.ann, other), await read(tokens.ben, own)];
    const missing = await read(tokens.ann, tree.path('ben', 'no.txt'));
    for (const { body } of [...foreign, missing])
      expect(body.result._meta['dragoman/error'].code).toBe('ACCESS_DENIED');
    expect((await read(tokens.ann, tree.path('ann', '.env'))).body.result._meta['dragoman/error'].code).toBe(
      'ACCESS_DENIED',
    );
    // What a file says cannot widen what the command line allows.
    expect((await read('outside', tree.path('principals.json'))).body.result._meta['dragoman/error'].code).toBe(
      'ACCESS_DENIED',
    );
  });

  it('cannot use the session of another, though they know its id', async () => {
    await using team = await openTeam();
    const { url } = team.server;
    const session = await openSession(url, tokens.ann);
    const stolen = await send(url, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { token: tokens.ben, session });
    expect([stolen.status, stolen.body.error.message]).toEqual([404, 'Session not found']);
    const headers = { authorization: `Bearer ${tokens.ben}`, 'mcp-session-id': session };
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(404);
    expect(
      (await send(url, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { token: tokens.ann, session })).status,
    ).toBe(200);
  });

  it('are told which scope a tool takes that they are not shown', async () => {
    await using team = await openTeam();
    const { url } = team.server;
    const { body } = await sendModern(url, modern('tools/list'), { token: tokens.reader });
    expect(body.result.tools.map(({ name }: { name: string }) => name)).toEqual(['Read', 'Glob', 'Grep']);
    const session = await openSession(url, tokens.reader);
    const refused = await send(url, call('Write', { file_path: '/x', content: '' }), { token: tokens.reader, session });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toMatch(
      /error="insufficient_scope", scope="files:read files:write"$/,
    );
  });

  it('are let in until their time is over', async () => {
    await using team = await openTeam();
    const answer = await team.read(tokens.gone, '/x');
    expect([answer.status, answer.body.error.message]).toEqual([401, 'The token is not valid here']);
  });

  it('use what they may use', async () => {
    await using team = await openTeam();
    const { url } = team.server;
    const path = team.tree.path('ben', 'b.txt');
    for (let count = 0; count < 3; count += 1) expect((await team.read(tokens.ben, path)).status).toBe(200);
    const refused = await team.read(tokens.ben, path);
    expect([refused.status, refused.body.error.message]).toEqual([429, '3 calls a minute are allowed']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await team.read(tokens.ann, team.tree.path('ann', 'a.txt'))).status).toBe(200);
    await openSession(url, tokens.ben);
    await expect(openSession(url, tokens.ben)).rejects.toThrow('2 sessions are allowed');
  });

  it('write as much a day, and have as many calls at once, as they may', async () => {
    await using tree = await openTree({ 'ann/a.txt': 'of ann\n' });
    const file = tree.path('principals.json');
    const quota = { bytesWrittenPerDay: '2KB', concurrentCalls: 1 };
    writeFileSync(file, JSON.stringify({ principals: [{ name: 'ann', tokenSha256: sha256(tokens.ann), quota }] }));
    await using server = await startHttp({
      args: ['--principals', file, '--workdir', tree.root, '--shell', 'unrestricted', '--dialect', 'claude-code'],
    });
    const ask = (name: string, args: object) =>
      sendModern(server.url, modern('tools/call', { name, arguments: args }), { token: tokens.ann });
    const [begun, gate] = [tree.path('begun'), tree.path('gate')];
    const held = ask('Bash', { command: `touch '${begun}'; until [ -e '${gate}' ]; do sleep 0.05; done` });
    await expect.poll(() => existsSync(begun)).toBe(true);
    const second = await ask('Read', { file_path: tree.path('ann', 'a.txt') });
    expect([second.status, second.body.error.message]).toEqual([429, '1 calls at once are allowed']);
    writeFileSync(gate, '');
    expect((await held).status).toBe(200);
    const write = (name: string) => ask('Write', { file_path: tree.path(name), content: 'x'.repeat(1000) });
    for (const name of ['one', 'two']) expect((await write(name)).body.result.isError).toBeUndefined();
    const refused = await write('three');
    expect([refused.status, refused.body.error.message]).toEqual([429, '2048 bytes a day may be written']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect(existsSync(tree.path('three'))).toBe(false);
  });

  it('are read again when the file changes, unless it is faulty', async () => {
    await using team = await openTeam();
    const path = team.tree.path('ann', 'a.txt');
    const { url } = team.server;
    const replace = (text: string): void => {
      writeFileSync(`${team.file}.new`, text);
      renameSync(`${team.file}.new`, team.file);
    };
    replace('{ "principals": [ { "nam": 1 } ] }');
    team.server.process.kill('SIGHUP');
    await expect.poll(() => team.server.log).toContain('stay as they were');
    const ready = async () => {
      const answer = await fetch(new URL('/readyz', url));
      return [answer.status, await answer.text()];
    };
    expect(await ready()).toEqual([503, 'principals']);
    expect((await team.read(tokens.ann, path)).status).toBe(200);
    // Without a signal, a change is noticed all the same.
    replace(JSON.stringify({ principals: [{ name: 'ben', tokenSha256: sha256(tokens.ben) }] }));
    await expect.poll(async () => (await team.read(tokens.ann, path)).status, { timeout: 20_000 }).toBe(401);
    expect((await team.read(tokens.ben, path)).status).toBe(200);
    expect(await ready()).toEqual([200, 'ready']);
  });

  it('are refused where nothing is left that they may touch', async () => {
    await using team = await openTeam();
    const answer = await team.read(tokens.lost, team.tree.path('ann', 'a.txt'));
    expect([answer.status, answer.body.error.message]).toEqual([403, 'The token gives no rights here']);
    expect(answer.headers.get('www-authenticate')).toContain('error="access_denied"');
  });
});

describe('the commands of a principal', () => {
  it('end when the file gives it other rights, and those of others go on', async () => {
    await using tree = await openTree({ 'ann/a.txt': '', 'ben/b.txt': '' });
    const file = tree.path('principals.json');
    const entry = (name: 'ann' | 'ben') => ({ name, tokenSha256: sha256(tokens[name]), roots: [tree.path(name)] });
    writeFileSync(file, JSON.stringify({ principals: [entry('ann'), entry('ben')] }));
    await using server = await startHttp({
      args: ['--principals', file, '--allow-dir', tree.root, '--shell', 'unrestricted', '--dialect', 'claude-code'],
    });
    const begin = async (name: 'ann' | 'ben') => {
      const pidFile = tree.path(name, 'pid');
      const command = `echo $$ > '${pidFile}.new' && mv '${pidFile}.new' '${pidFile}' && exec sleep 600`;
      const args = { name: 'Bash', arguments: { command, run_in_background: true } };
      await sendModern(server.url, modern('tools/call', args), { token: tokens[name] });
      await expect.poll(() => existsSync(pidFile)).toBe(true);
      return Number(readFileSync(pidFile, 'utf8'));
    };
    const [ofAnn, ofBen] = [await begin('ann'), await begin('ben')];
    expect([isAlive(ofAnn), isAlive(ofBen)]).toEqual([true, true]);
    writeFileSync(`${file}.new`, JSON.stringify({ principals: [{ ...entry('ann'), readOnly: true }, entry('ben')] }));
    renameSync(`${file}.new`, file);
    server.process.kill('SIGHUP');
    await expect.poll(() => isAlive(ofAnn), { timeout: 10_000 }).toBe(false);
    expect(isAlive(ofBen)).toBe(true);
    process.kill(ofBen, 'SIGKILL');
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('a start', () => {
  it.each<[string, string[]]>([
    ['no token', []],
    ['an address for all and no token', ['--no-auth', '--listen', '0.0.0.0:0']],
    ['an address for all and no name', ['--token-env', 'T', '--listen', '0.0.0.0:0']],
    ['a variable without a token', ['--token-env', 'NONE']],
    ['no such file of principals', ['--principals', '/no/such/file']],
    ['an option that is none', ['--no-auth', '--lisen', '127.0.0.1:0']],
    ['a secret that is too short', ['--no-auth', '--secret-file', '/proc/sys/kernel/ostype']],
    ['no such file of keys', ['--issuer', 'https://id.test', '--jwks', '/no/such/file']],
    ['a file of keys that is none', ['--issuer', 'https://id.test', '--jwks', '/proc/sys/kernel/ostype']],
    ['words after token', ['token', 'now']],
  ])('with %s ends with one line', async (_, args) => {
    const { code, output, log } = await runHttp(args, { T: newToken() });
    expect([code, output]).toEqual([2, '']);
    expect(log).toMatch(/^dragoman-http: .+\n$/);
  });

  it('prints help, its version and new tokens', async () => {
    const help = (await runHttp(['--help'])).output;
    expect(help).toMatch(/^Usage: dragoman-http \[options\]/);
    expect([...help.matchAll(/^ {2}--([\w-]+)/gm)].map(([, name]) => name)).toEqual(
      ALL_OPTIONS.map(({ name }) => name),
    );
    expect((await runHttp(['--version'])).output).toMatch(/^\d+\.\d+\.\d+\n$/);
    const [token = '', line = ''] = (await runHttp(['token'])).output.split('\n');
    expect(JSON.parse(line)).toMatchObject({ tokenSha256: sha256(token) });
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(24);
  });
});
