import { existsSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { type HttpProcess, runHttp, startHttp, startOwned, OWNER_TOKEN as token } from './http-process.ts';
import { call, modern, openSession, send, sendModern } from './messages.ts';
import { raw } from './raw-request.ts';

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

async function metricsOf({ log }: HttpProcess): Promise<string> {
  return (await fetch(/(http:\S+?\/metrics)/.exec(log)?.[1] ?? '')).text();
}

function statusOver(socketPath: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath, path: '/readyz', headers: { host: 'localhost' } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    asking.on('error', reject).end();
  });
}

describe('--listen', () => {
  it.skipIf(process.platform === 'win32')(
    'takes a socket, which is its user’s alone, and the place of one that a killed server left',
    async () => {
      await using tree = await openTree();
      const path = tree.path('socket');
      const args = ['--workdir', tree.root, '--listen', `unix:${path}`];
      await using killed = await startOwned(args);
      expect(killed.url).toBe(`http://unix:${path}:/mcp`);
      expect(await statusOver(path)).toBe(200);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect((await runHttp([...args, '--no-auth'])).log).toMatch(/^dragoman-http: Cannot listen on unix:/);
      killed.process.kill('SIGKILL');
      await killed.ended;
      expect(existsSync(path)).toBe(true);
      await using next = await startOwned(args);
      expect([next.url, await statusOver(path)]).toEqual([killed.url, 200]);
    },
  );

  it('says which address it cannot have', async () => {
    await using server = await startHttp({ args: ['--no-auth'] });
    const { host } = new URL(server.url);
    const { code, log } = await runHttp(['--no-auth', '--listen', host]);
    expect(code).toBe(2);
    expect(log).toMatch(/^dragoman-http: Cannot listen on 127\.0\.0\.1:\d+: .*EADDRINUSE/);
  });
});

describe('the endpoint', () => {
  it('lies at --path, is called by --allow-host, and is known by --public-url', async () => {
    await using tree = await openTree();
    const named = ['--public-url', 'https://files.test/team/mcp', '--allow-host', 'inside.test', '--path', '/files'];
    await using server = await startOwned(['--workdir', tree.root, ...named]);
    const { origin } = new URL(server.url);
    expect((await sendModern(`${origin}/files`, modern('tools/list'), { token })).status).toBe(200);
    expect((await fetch(`${origin}/mcp`)).status).toBe(404);
    const ask = (host: string) => raw(server.url, { method: 'GET', path: '/healthz', headers: { host }, body: '' });
    for (const host of ['files.test', 'inside.test:80', 'INSIDE.TEST']) expect((await ask(host)).status).toBe(200);
    expect((await ask('outside.test')).status).toBe(403);
    for (const path of ['', '/files', '/team/mcp']) {
      const metadata = await fetch(`${origin}/.well-known/oauth-protected-resource${path}`);
      expect(await metadata.json()).toMatchObject({ resource: 'https://files.test/team/mcp' });
    }
    const refused = await sendModern(`${origin}/files`, modern('tools/list'));
    expect(refused.headers.get('www-authenticate')).toBe(
      'Bearer resource_metadata="https://files.test/.well-known/oauth-protected-resource/team/mcp", scope="files:read"',
    );
  });
});

describe('--session-idle', () => {
  it('drops what a session holds, whose id stays good', async () => {
    await using tree = await openTree({ 'a.txt': 'hello\n' });
    const idle = ['--require-read', 'always', '--session-idle', '100', '--metrics', '127.0.0.1:0'];
    await using server = await startOwned(['--workdir', tree.root, ...idle]);
    const session = await openSession(server.url, token, 'claude-code');
    await send(server.url, call('Read', { file_path: tree.path('a.txt') }), { token, session });
    await expect.poll(() => metricsOf(server)).toContain('\ndragoman_sessions 0\n');
    const write = call('Write', { file_path: tree.path('a.txt'), content: 'new\n' });
    const { status, body } = await send(server.url, write, { token, session });
    expect([status, body.result._meta['dragoman/error'].code]).toEqual([200, 'NOT_READ']);
  });
});

describe('what a server tells', () => {
  it('is text where that is asked for, and names principals in metrics', async () => {
    await using tree = await openTree();
    const args = ['--workdir', tree.root, '--log-format', 'text', '--metrics', '127.0.0.1:0', '--metrics-principals'];
    await using server = await startOwned(args);
    const read = modern('tools/call', { name: 'Read', arguments: { file_path: tree.path('none') } });
    await sendModern(server.url, read, { token });
    await expect.poll(() => server.log).toMatch(/^\S+Z info 7 owner Read \d+ ms \d+ bytes NOT_FOUND$/m);
    expect(await metricsOf(server)).toContain('{tool="Read",code="NOT_FOUND",principal="owner"} 1\n');
  });

  it('is nothing of calls below that level', async () => {
    await using tree = await openTree();
    await using server = await startOwned(['--workdir', tree.root, '--log-level', 'warn']);
    const session = await openSession(server.url, token);
    expect((await send(server.url, list, { token, session })).status).toBe(200);
    await send(server.url, call('Read', { file_path: tree.path('none') }), { token, session });
    expect(server.log).toBe('');
  });
});

describe('a start', () => {
  it('in a home or the root, without directories, ends with a line that names it', async () => {
    await using home = await openTree();
    const env = { HOME: home.root };
    const { code, log } = await runHttp(['--no-auth'], env, home.root);
    expect(code).toBe(2);
    expect(log).toMatch(
      /^dragoman-http: Started in "[^"]+", the home directory, which is allowed only by name: [^\n]+\n$/,
    );
    const args = ['--token-env', 'OWNER', '.'];
    await using named = await startHttp({ args, env: { OWNER: token, ...env }, cwd: home.root });
    expect((await sendModern(named.url, modern('tools/list'), { token })).status).toBe(200);
  });

  it('with a variable that means nothing to any program ends, unless that holds the token', async () => {
    const { code, log } = await runHttp(['--no-auth'], { DRAGOMAN_READONLY: '1', DRAGOMAN_OVERLAY: '1' });
    expect(code).toBe(2);
    expect(log).toBe('dragoman-http: Unknown variable DRAGOMAN_READONLY; did you mean "DRAGOMAN_READ_ONLY"?\n');
    const others = { DRAGOMAN_LOG: 'debug', DRAGOMAN_PORT: 'tcp://10.0.0.1:80', DRAGOMAN_SERVICE_HOST: '10.0.0.1' };
    const env = { DRAGOMAN_MINE: token, ...others };
    await using server = await startHttp({ args: ['--token-env', 'DRAGOMAN_MINE'], env });
    expect((await sendModern(server.url, modern('tools/list'), { token })).status).toBe(200);
  });

  it('passes over a directory that is missing beside others, and says so once', async () => {
    await using tree = await openTree({ one: null });
    await using server = await startOwned([tree.path('gone'), tree.path('one')]);
    expect((await sendModern(server.url, modern('tools/list'), { token })).status).toBe(200);
    const told = server.log.split('\n').filter((line) => line.includes('Allowed directory skipped'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(tree.path('gone'));
    const { code, log } = await runHttp(['--no-auth', tree.path('gone')]);
    expect([code, log]).toEqual([2, expect.stringContaining(tree.path('gone'))]);
  });
});
