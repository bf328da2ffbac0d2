import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, textOf } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { edit, type Machines, ROUNDS } from './machines.ts';

const TIMEOUT_MS = 60_000 + 2000 * ROUNDS;

/** Tests that no write is lost or seen half. */
export function describeEdits({ mounts, one, two }: Machines): void {
  it(`lose none of ${2 * ROUNDS} edits of one file`, { timeout: TIMEOUT_MS }, async () => {
    writeFileSync(join(mounts.one, 'list'), 'END\n');
    const acknowledged: string[] = [];
    const editing = async (server: Connection, name: string, from: number) => {
      for (let at = from; at < ROUNDS; at += 4) {
        const line = `${name} ${at}`;
        const result = await server.call(...edit('list', 'END', `${line}\nEND`));
        expect([line, result.isError ? textOf(result) : 'edited']).toEqual([line, 'edited']);
        acknowledged.push(line);
      }
    };
    const since = performance.now();
    await Promise.all([0, 1, 2, 3].flatMap((from) => [editing(one, 'one', from), editing(two, 'two', from)]));
    console.info(`${((performance.now() - since) / (2 * ROUNDS)).toFixed(1)} ms an edit`);
    const lines = readFileSync(join(mounts.two, 'list'), 'utf8').split('\n');
    expect(lines.toSorted()).toEqual([...acknowledged, 'END', ''].toSorted());
    expect(acknowledged).toHaveLength(2 * ROUNDS);
  });

  it(`show a reader on the other machine whole files only, in ${5 * ROUNDS} replacements`, {
    timeout: TIMEOUT_MS,
  }, async () => {
    const contentOf = (round: number) => `${round % 10}`.repeat(100_000);
    writeFileSync(join(mounts.one, 'large'), contentOf(0));
    let isOver = false;
    const writing = (async () => {
      for (let round = 1; round <= 5 * ROUNDS; round += 1) {
        const result = await one.call('create_file', { path: 'large', content: contentOf(round) });
        if (result.isError) throw new Error(textOf(result));
      }
    })().finally(() => {
      isOver = true;
    });
    const seen = new Set<string>();
    const torn: string[] = [];
    let looks = 0;
    for (; !isOver; looks += 1) {
      const text = readFileSync(join(mounts.two, 'large'), 'utf8');
      if (text === contentOf(Number(text[0]))) seen.add(text.slice(0, 1));
      else torn.push(text.slice(0, 100));
      await new Promise(setImmediate);
    }
    await writing;
    console.info(`${looks} looks`);
    expect([torn, seen.size > 1]).toEqual([[], true]);
  });
}
