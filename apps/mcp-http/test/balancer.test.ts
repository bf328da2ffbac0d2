import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openTree, testRounds } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { startOwned, OWNER_TOKEN as token } from './http-process.ts';
import { call, type HttpAnswer, openSession, send } from './messages.ts';

/** A balancer that picks at random, and that forgets a node which it cannot reach. */
async function openBalancer(nodes: readonly string[]) {
  const left = new Set(nodes);
  const server: Server = createServer((request, response) => {
    const all = [...left];
    const node = all[Math.floor(Math.random() * all.length)] ?? '';
    const { hostname, port } = new URL(node);
    const { method, url: path, headers } = request;
    const onward = httpRequest({ hostname, port, method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response).on('error', () => response.destroy());
      answer.on('error', () => response.destroy());
    });
    onward.on('error', () => {
      left.delete(node);
      response.destroy();
    });
    request.pipe(onward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

it('behind a balancer that picks at random, no session is lost with a node, and no write is lost or done twice', {
  timeout: 120_000,
}, async () => {
  await using tree = await openTree({ secret: 'x'.repeat(40), 'work/.keep': '' });
  const args = ['--workdir', tree.path('work'), '--secret-file', tree.path('secret')];
  await using one = await startOwned(args);
  await using two = await startOwned(args);
  await using balancer = await openBalancer([one.url, two.url]);
  const agents = testRounds(8);
  const rounds = 12;
  let done = 0;
  const agent = async (index: number): Promise<void> => {
    const path = tree.path('work', `f${index}`);
    const session = await openSession(balancer.url, token, 'claude-code');
    const ask = async (name: string, rest: object): Promise<HttpAnswer | null> => {
      const answer = await send(balancer.url, call(name, { file_path: path, ...rest }), { token, session }).catch(
        () => null,
      );
      // Whatever the node: whoever has an id that it can verify is known.
      if (answer !== null) expect(answer.status).toBe(200);
      return answer;
    };
    const content = async (): Promise<string> => (await readFile(path, 'utf8').catch(() => '')).trim();
    while ((await content()) !== '0') await ask('Write', { content: '0\n' });
    for (let round = 0; round < rounds; round += 1) {
      const step = { old_string: `${round}`, new_string: `${round + 1}` };
      // As a client does that has lost an answer, or is told to read again: what was done is found done.
      while ((await content()) === `${round}`) {
        await ask('Read', {});
        await ask('Edit', step);
      }
      expect(await content()).toBe(`${round + 1}`);
      done += 1;
      if (done === Math.floor((agents * rounds) / 2)) one.process.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: agents }, (_, index) => agent(index)));
  for (let index = 0; index < agents; index += 1)
    expect(await readFile(tree.path('work', `f${index}`), 'utf8')).toBe(`${rounds}\n`);
});
