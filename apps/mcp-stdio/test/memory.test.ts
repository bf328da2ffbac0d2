import { connect, openTree, peakMemory, textOf } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { callOf, startRaw } from './raw.ts';

const MIB = 1024 * 1024;

describe.runIf(process.platform === 'linux')('memory of the server', () => {
  it('grows by less than 16 MiB for the first and last ten lines of a 9.9 MB file', async () => {
    const line = `${'x'.repeat(98)}\n`;
    const count = Math.floor((9.9 * MIB) / line.length);
    await using tree = await openTree({ small: 'one\ntwo\n', large: line.repeat(count) });
    await using server = await connect({ args: ['--dialect', 'editor'], cwd: tree.root });
    await server.call('view', { path: 'small', view_range: [1, 2] });
    const before = peakMemory(server.process.pid);

    const first = await server.call('view', { path: 'large', view_range: [1, 10] });
    const last = await server.call('view', { path: 'large', view_range: [count - 9, count] });
    const grown = peakMemory(server.process.pid) - before;

    expect(first.content[0]).toMatchObject({ text: expect.stringMatching(/^ {5}1\tx{98}\n/) });
    expect(last.content[0]).toMatchObject({ text: expect.stringMatching(new RegExp(`\\n *${count}\tx{98}$`)) });
    expect(grown).toBeGreaterThanOrEqual(0);
    expect(grown).toBeLessThan(16 * MIB);
  });

  it('stays within 200 MiB over 100 answers of 1 MB that are asked for at once', { timeout: 300_000 }, async () => {
    const calls = 100;
    await using tree = await openTree({ large: `${'x'.repeat(99)}\n`.repeat(9000) });
    // On a busy machine V8 collects late, unless its heap has a bound; a server that kept its answers would burst it.
    const env = { NODE_OPTIONS: '--max-old-space-size=64' };
    await using server = startRaw({ args: ['--dialect', 'editor', '--log-level', 'silent'], cwd: tree.root, env });
    for (let id = 0; id < calls; id += 1)
      await server.send(callOf(id, 'view', { path: 'large', view_range: [1, 9000] }));
    const answered = new Set<unknown>();
    for (let id = 0; id < calls; id += 1) answered.add((await server.next()).id);
    expect(answered.size).toBe(calls);
    expect(peakMemory(server.process.pid)).toBeLessThan(200 * MIB);
  });

  it('stays within 150 MiB over an edit of half a million places', async () => {
    const places = 500_000;
    await using tree = await openTree({ large: 'a'.repeat(places) });
    await using server = await connect({ args: ['--dialect', 'editor'], cwd: tree.root });
    const edit = { path: 'large', old_str: 'a', new_str: 'b', replace_all: true };
    const result = await server.call('str_replace', edit);
    expect(textOf(result)).toBe(`Replaced ${places} occurrences in large`);
    expect(peakMemory(server.process.pid)).toBeLessThan(150 * MIB);
  });
});
