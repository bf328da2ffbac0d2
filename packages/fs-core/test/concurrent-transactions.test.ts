import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { openTree, testRounds } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openLocalVolume, type Volume } from '../src/index.ts';
import { createProgram, ended } from './program.ts';

// So many callers, each of which adds one to some of the counters, in whichever order, until they have made so many calls.
// A counter is a file of a thousand lines that all say the same number. At the end the process tells what it has added.
const ADDS = `
import { openLocalVolume } from './index.js'
const [root, files, callers, calls] = [process.argv[2], ...process.argv.slice(3).map(Number)]
const volume = openLocalVolume({ allow: [root], builtinDeny: false, fsync: false })
const added = new Array(files).fill(0)
const add = async (current) => {
  const bytes = new Uint8Array(current.size)
  await current.read(bytes, 0)
  const next = Number(new TextDecoder().decode(bytes.subarray(0, 8))) + 1
  return [new TextEncoder().encode((String(next).padStart(8, '0') + '\\n').repeat(1000))]
}
const path = (file) => root + '/counter' + file
const shuffled = () => added.map((_, file) => [Math.random(), file]).sort().map(([, file]) => file)
let left = calls
const caller = async () => {
  while (left > 0) {
    left -= 1
    const chosen = shuffled().slice(0, 1 + Math.floor(Math.random() * 4))
    if (chosen.length === 1) await volume.update(path(chosen[0]), add)
    else await volume.transact(chosen.map((file) => ({ kind: 'write', path: path(file), change: add })))
    for (const file of chosen) added[file] += 1
  }
}
await Promise.all(Array.from({ length: callers }, caller))
process.stdout.write(JSON.stringify(added))
`;

const FILES = 6;
const CALLS = 20 * testRounds(5);
const counter = (count: number): string => `${String(count).padStart(8, '0')}\n`.repeat(1000);

// In memory a sync costs nothing, and thousands of calls would wait for little else.
const home = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

describe('two processes with 32 callers each', () => {
  it(`lose nothing in ${CALLS} transactions and single edits, and never wait for each other`, async () => {
    using program = createProgram(ADDS);
    const names = Array.from({ length: FILES }, (_, file) => `counter${file}`);
    await using tree = await openTree(Object.fromEntries(names.map((name) => [name, counter(0)])), home);
    const args = [tree.root, FILES, 32, CALLS / 2].map(String);
    const children = [program.start(args), program.start(args)];
    const told = Promise.all(children.map((child) => text(child.stdout ?? Readable.from([]))));
    const over = Promise.all(children.map(ended));
    const volume = openLocalVolume({ allow: [tree.root], builtinDeny: false });
    const torn: string[] = [];
    const rounds = await eachRoundUntil(over, async () => {
      const contents = await Promise.all(names.map((name) => contentOf(volume, tree.path(name))));
      torn.push(...contents.filter((content) => content !== counter(Number(content.slice(0, 8)))));
    });

    expect(await over).toEqual([0, 0]);
    const added = (await told).map((each): number[] => JSON.parse(each));
    const sums = names.map((_, file) => added.reduce((sum, each) => sum + (each[file] ?? 0), 0));
    expect(names.map((name) => readFileSync(tree.path(name), 'utf8'))).toEqual(sums.map(counter));
    expect(readdirSync(tree.root).sort()).toEqual(names);
    expect(torn).toEqual([]);
    expect(rounds).toBeGreaterThan(0);
  }, 600_000);
});

/** Acts again and again until it is over; gives how often. */
async function eachRoundUntil(over: Promise<unknown>, act: () => Promise<void>): Promise<number> {
  let isOver = false;
  void over.then(() => {
    isOver = true;
  });
  let rounds = 0;
  for (; !isOver; rounds += 1) {
    await act();
    await new Promise(setImmediate);
  }
  return rounds;
}

async function contentOf(volume: Volume, path: string): Promise<string> {
  using file = await volume.open(path);
  if (file.kind !== 'file') return 'a directory';
  const bytes = new Uint8Array(file.size);
  await file.read(bytes, 0);
  return new TextDecoder().decode(bytes);
}
