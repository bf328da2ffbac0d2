import { readFileSync } from 'node:fs';
import { openTree, peakMemory, testRounds } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { openClient, openSockets } from './connections.ts';
import { startOwned, OWNER_TOKEN as token } from './http-process.ts';

const IS_LONG = testRounds(1) > 1;
const MB = 1024 * 1024;

/** Does `act` for each number below `count`, `width` at once. */
async function eachAtOnce(count: number, width: number, act: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

it('each of many sessions is served as if it were alone, ten calls each, at 256 connections', {
  timeout: 600_000,
}, async () => {
  await using tree = await openTree({ 'work/.keep': '' });
  await using server = await startOwned(['--workdir', tree.path('work')]);
  using client = openClient(server.url, { token, connections: 256 });
  const count = IS_LONG ? 1000 : 60;
  const pathOf = (index: number): string => tree.path('work', `f${index}`);
  await eachAtOnce(count, 256, async (index) => {
    const session = await client.openSession();
    const path = pathOf(index);
    await client.callTool('Write', { file_path: path, content: `${index}: 0\n` }, session);
    for (let turn = 0; turn < 4; turn += 1) {
      const args = { file_path: path, old_string: `${index}: ${turn}`, new_string: `${index}: ${turn + 1}` };
      await client.callTool('Edit', args, session);
      expect(await client.callTool('Read', { file_path: path }, session)).toContain(`${index}: ${turn + 1}`);
    }
    expect(await client.callTool('Grep', { pattern: `^${index}: 4$`, path }, session)).toContain(`f${index}`);
  });
  for (let index = 0; index < count; index += 1) expect(readFileSync(pathOf(index), 'utf8')).toBe(`${index}: 4\n`);
});

it('sessions that have read one file each take little memory', { timeout: 600_000 }, async ({ skip }) => {
  if (process.platform !== 'linux') skip('only Linux tells what memory a process takes');
  await using tree = await openTree({ 'a.txt': 'hello\n' });
  await using server = await startOwned(['--workdir', tree.root]);
  using client = openClient(server.url, { token, connections: 32 });
  const open = async (): Promise<void> => {
    const session = await client.openSession();
    expect(await client.callTool('Read', { file_path: tree.path('a.txt') }, session)).toContain('hello');
  };
  await eachAtOnce(50, 32, open);
  const before = peakMemory(server.process.pid);
  await eachAtOnce(IS_LONG ? 10_000 : 400, 32, open);
  expect(peakMemory(server.process.pid) - before).toBeLessThan((IS_LONG ? 350 : 70) * MB);
});

it('connections that say nothing, or have said something once, cost the others nothing but memory, and not much', {
  timeout: 600_000,
}, async ({ skip }) => {
  if (process.platform !== 'linux') skip('only Linux tells what memory a process takes');
  await using tree = await openTree({ 'a.txt': 'hello\n' });
  await using server = await startOwned(['--workdir', tree.root]);
  using client = openClient(server.url, { token, connections: 4 });
  const session = await client.openSession();
  const read = () => client.callTool('Read', { file_path: tree.path('a.txt') }, session);
  await read();
  const before = peakMemory(server.process.pid);
  const count = IS_LONG ? 5000 : 400;
  using silent = await openSockets(server.url, { count, begin: () => {} });
  const healthz = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
  using idle = await openSockets(server.url, { count, begin: (socket) => socket.resume().write(healthz) });
  for (let turn = 0; turn < 100; turn += 1) expect(await read()).toContain('hello');
  expect(peakMemory(server.process.pid) - before).toBeLessThan(2 * count * 20 * 1024 + 50 * MB);
  expect([silent.all.length, idle.all.length]).toEqual([count, count]);
});
