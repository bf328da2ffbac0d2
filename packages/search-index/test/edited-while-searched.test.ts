import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { openLocalVolume } from '@dragoman/fs-core';
import { openTree, testRounds } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { forcedIndex, indexTree, search } from './indexed.ts';

const STILL = 600;
const EDITED = 30;
const ROUNDS_AN_INDEX = 10;

/** Goes from file to file: adds a line to three versions of four, and puts a file of one line in place of the fourth. */
const EDITS = `
const { appendFileSync, renameSync, writeFileSync } = require('node:fs');
const { root, begun, done } = require('node:worker_threads').workerData;
for (let version = 1; ; version++) {
  for (let file = 0; file < begun.length; file++) {
    const path = root + '/edited-' + file;
    const line = 'needle ' + version + '\\n';
    Atomics.store(begun, file, version);
    if (version % 4 !== 0) appendFileSync(path, line);
    else {
      writeFileSync(path + '~', line);
      renameSync(path + '~', path);
    }
    Atomics.store(done, file, version);
  }
}
`;

function startEditing(root: string) {
  const counters = () => new Int32Array(new SharedArrayBuffer(4 * EDITED));
  const [begun, done] = [counters(), counters()];
  const worker = new Worker(EDITS, { eval: true, workerData: { root, begun, done } });
  return { begun, done, [Symbol.asyncDispose]: async () => void (await worker.terminate()) };
}

function plant(root: string): void {
  for (let file = 0; file < STILL; file++) {
    const folder = join(root, `part-${file % 20}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `still-${file}`), `a text of file ${file}, 000000\n`);
  }
  for (let file = 0; file < EDITED; file++) writeFileSync(join(root, `edited-${file}`), 'needle 0\n');
}

/** Writes a token over the last digits of a file, which keeps its size and its time. */
function writeToken(root: string, round: number): string {
  const file = (round * 7) % STILL;
  const path = join(root, `part-${file % 20}`, `still-${file}`);
  const { atime, mtime } = statSync(path);
  const token = `${100_000 + round}`;
  writeFileSync(path, `a text of file ${file}, ${token}\n`);
  utimesSync(path, atime, mtime);
  return token;
}

/** The versions that the lines of each edited file name. */
async function versionsFound(root: string, index: ReturnType<typeof forcedIndex>): Promise<Map<number, number[]>> {
  const { files } = await search(openLocalVolume({ allow: [root] }), root, { pattern: 'needle \\d+', index });
  const found = new Map<number, number[]>();
  for (const file of files) {
    const [path, , lines] = JSON.parse(file) as [string, number, string[]];
    const versions = lines.map((line) => Number(/^\d+ match needle (\d+)$/.exec(line)?.[1]));
    if (!path.endsWith('~')) found.set(Number(path.slice('edited-'.length)), versions);
  }
  return found;
}

describe.skipIf(process.platform !== 'linux')('a search with an index of a tree that is edited meanwhile', () => {
  it('shows lines that were there while it ran, and all that was written before', async () => {
    await using tree = await openTree({ tree: null });
    const [root, place] = [tree.path('tree'), tree.path('index')];
    plant(root);
    const told: string[] = [];
    const index = { ...forcedIndex(place), log: (_: string, text: string) => void told.push(text) };
    await indexTree(root, place);
    await using editing = startEditing(root);
    for (let round = 0; round < testRounds(4); round++) {
      if (round % ROUNDS_AN_INDEX === 0) await indexTree(root, place);
      const token = writeToken(root, round);
      const before = Int32Array.from(editing.done);
      const found = await versionsFound(root, index);
      const after = Int32Array.from(editing.begun);
      expect([...found.keys()].toSorted((one, other) => one - other)).toEqual([...before.keys()]);
      for (const [file, versions] of found) {
        const [first = -1, last = -1] = [versions[0], versions.at(-1)];
        expect(versions).toEqual(Array.from({ length: versions.length }, (_, at) => first + at));
        expect(last).toBeGreaterThanOrEqual(before[file] as number);
        expect(last).toBeLessThanOrEqual(after[file] as number);
      }
      const sought = await search(openLocalVolume({ allow: [root] }), root, { pattern: token, index });
      expect(sought.files).toHaveLength(1);
    }
    expect(new Set(told)).toEqual(new Set(['search reads some files']));
  });
});
