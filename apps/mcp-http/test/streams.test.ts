import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { type HttpProcess, startOwned, OWNER_TOKEN as token } from './http-process.ts';
import { call, modern, openSession, send, sendModern } from './messages.ts';

const bash = (command: string) => ({ name: 'Bash', arguments: { command } });

async function openServer(args: readonly string[] = []) {
  const tree = await openTree({ 'a.txt': 'hello\n' });
  const shown = ['--dialect', 'claude-code', '--shell', 'unrestricted', '--workdir', tree.root];
  const server = await startOwned([...shown, ...args]);
  return {
    tree,
    server,
    url: server.url,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await tree[Symbol.asyncDispose]();
    },
  };
}

/** A command that says that it runs, and that runs until it is let go. */
function held(tree: TemporaryTree) {
  const [begun, gate] = [tree.path('begun'), tree.path('gate')];
  return {
    ...bash(`touch '${begun}'; while [ ! -e '${gate}' ]; do sleep 0.05; done`),
    begun: () => expect.poll(() => existsSync(begun), { timeout: 20_000 }).toBe(true),
    letGo: () => writeFileSync(gate, ''),
  };
}

const cancelledLine = (server: HttpProcess) =>
  expect.poll(() => server.log, { timeout: 20_000 }).toMatch(/"tool":"Bash".*"code":"CANCELLED"/);

describe('a stream', () => {
  it('opens at the first log message that a client asked for', async () => {
    await using at = await openServer();
    const read = { name: 'Read', arguments: { file_path: at.tree.path('a.txt') } };
    const plain = await sendModern(at.url, modern('tools/call', read), { token });
    expect(plain.headers.get('content-type')).toBe('application/json');
    const meta = { 'io.modelcontextprotocol/logLevel': 'debug' };
    const told = await sendModern(at.url, modern('tools/call', read, { meta }), { token });
    expect(told.headers.get('content-type')).toBe('text/event-stream');
    expect(told.headers.get('x-accel-buffering')).toBe('no');
    expect(told.text).toContain('"method":"notifications/message"');
    // What has an id could be asked for again.
    expect(told.text).not.toMatch(/^id:/m);
    expect(told.body.result.content[0].text).toContain('hello');
  });

  it('tells of progress while a call goes on', async () => {
    await using at = await openServer();
    mkdirSync(at.tree.path('many'));
    for (let index = 0; index < 3000; index += 1) writeFileSync(at.tree.path('many', `f${index}`), 'word\n');
    const glob = { name: 'Glob', arguments: { pattern: '**/*', path: at.tree.path('many') } };
    const answer = await sendModern(at.url, modern('tools/call', glob, { meta: { progressToken: 'p' } }), { token });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const [first] = [...answer.text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
    expect(first).toMatchObject({ method: 'notifications/progress', params: { progressToken: 'p' } });
    expect(answer.body.result.isError).toBeUndefined();
  });

  it('of changes is acknowledged, and ends with the server', async () => {
    await using at = await openServer();
    const { message, headers } = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
    const all = { ...headers, 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const body = JSON.stringify(message);
    const plain = await fetch(at.url, { method: 'POST', headers: { ...all, accept: 'application/json' }, body });
    expect(plain.status).toBe(406);
    const stream = await fetch(at.url, { method: 'POST', headers: { ...all, accept: 'text/event-stream' }, body });
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    at.server.process.kill('SIGTERM');
    const text = await stream.text();
    expect(text).toContain('"method":"notifications/subscriptions/acknowledged"');
    expect(text).toContain('"io.modelcontextprotocol/subscriptionId":7');
    expect(await at.server.ended).toEqual({ code: 0 });
  });

  it('is not opened for a client that takes JSON alone', async () => {
    await using at = await openServer();
    const meta = { 'io.modelcontextprotocol/logLevel': 'debug' };
    const read = { name: 'Read', arguments: { file_path: at.tree.path('a.txt') } };
    const headers = { accept: 'application/json' };
    const answer = await sendModern(at.url, modern('tools/call', read, { meta }), { token, headers });
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.body.result.content[0].text).toContain('hello');
  });
});

describe('a call', () => {
  it('ends when its client closes the stream', async () => {
    await using at = await openServer();
    const command = held(at.tree);
    const { message, headers } = modern('tools/call', { name: command.name, arguments: command.arguments });
    const leaving = new AbortController();
    const asked = fetch(at.url, {
      method: 'POST',
      signal: leaving.signal,
      headers: { ...headers, 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(message),
    });
    await command.begun();
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await cancelledLine(at.server);
  });

  it('ends when its client cancels it, without an answer', async () => {
    await using at = await openServer();
    const command = held(at.tree);
    const session = await openSession(at.url, token);
    const asked = send(at.url, call(command.name, command.arguments, 'long'), { token, session });
    await command.begun();
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'long' } };
    expect((await send(at.url, cancel, { token, session })).status).toBe(202);
    expect((await asked).text).not.toContain('result');
    await cancelledLine(at.server);
  });

  it('that takes too long answers TIMEOUT', async () => {
    await using at = await openServer(['--call-timeout', '500']);
    const { body } = await sendModern(at.url, modern('tools/call', bash('sleep 60')), { token });
    expect(body.result._meta['dragoman/error'].code).toBe('TIMEOUT');
  });

  it('waits for its turn where as many run as may', async () => {
    await using at = await openServer(['--max-calls', '1', '--metrics', '127.0.0.1:0']);
    const command = held(at.tree);
    const first = sendModern(at.url, modern('tools/call', { name: command.name, arguments: command.arguments }), {
      token,
    });
    await command.begun();
    const read = modern('tools/call', { name: 'Read', arguments: { file_path: at.tree.path('a.txt') } });
    const second = sendModern(at.url, read, { token });
    const metrics = /"url":"([^"]+)"/.exec(at.server.log)?.[1] ?? '';
    const waiting = async () => /^dragoman_calls_waiting (\d+)/m.exec(await (await fetch(metrics)).text())?.[1];
    await expect.poll(waiting, { timeout: 20_000 }).toBe('1');
    command.letGo();
    expect((await first).body.result.isError).toBeUndefined();
    expect((await second).body.result.content[0].text).toContain('hello');
  });
});

describe('a server with room for one session', () => {
  const as = (name: string) => ({ token, headers: { 'dragoman-session': name } });

  it('is busy while that one works, and forgets it afterwards', async () => {
    await using at = await openServer(['--max-sessions', '1']);
    const command = held(at.tree);
    const path = at.tree.path('a.txt');
    const read = modern('tools/call', { name: 'Read', arguments: { file_path: path } });
    const write = modern('tools/call', { name: 'Write', arguments: { file_path: path, content: 'new\n' } });
    expect((await sendModern(at.url, read, as('one'))).status).toBe(200);
    const running = sendModern(
      at.url,
      modern('tools/call', { name: command.name, arguments: command.arguments }),
      as('one'),
    );
    await command.begun();
    const refused = await sendModern(at.url, read, as('two'));
    expect([refused.status, refused.headers.get('retry-after'), refused.body.error.message]).toEqual([
      503,
      '1',
      'The server is busy',
    ]);
    command.letGo();
    await running;
    await expect.poll(async () => (await sendModern(at.url, read, as('two'))).status).toBe(200);
    const { body } = await sendModern(at.url, write, as('one'));
    expect(body.result._meta['dragoman/error'].code).toBe('NOT_READ');
  });
});
