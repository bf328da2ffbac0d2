import { connect, openTree, peakMemory, textOf } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const MIB = 1024 * 1024;

describe.runIf(process.platform === 'linux')('memory of the server', () => {
  it('stays within 400 MiB over an edit of five million places', { timeout: 600_000 }, async () => {
    const places = 5_000_000;
    await using tree = await openTree({ large: 'a'.repeat(places) });
    await using server = await connect({ args: ['--dialect', 'editor'], cwd: tree.root });
    const edit = { path: 'large', old_str: 'a', new_str: 'b', replace_all: true };
    const result = await server.call('str_replace', edit);
    expect(textOf(result)).toBe(`Replaced ${places} occurrences in large`);
    expect(peakMemory(server.process.pid)).toBeLessThan(400 * MIB);
  });
});
