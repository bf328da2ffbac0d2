import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { openTree, testRounds } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openLocalVolume } from '../src/index.ts';
import { createProgram, ended, type Program, spoken } from './program.ts';

const INCREMENTS = `
import { openLocalVolume } from './index.js'
const [root, path, times] = process.argv.slice(2)
const volume = openLocalVolume({ allow: [root], fsync: false })
for (let i = 0; i < Number(times); i += 1) {
  await volume.update(path, async (current) => {
    const bytes = new Uint8Array(current.size)
    await current.read(bytes, 0)
    return [new TextEncoder().encode(String(Number(new TextDecoder().decode(bytes)) + 1))]
  })
}
`;

// Says so once its first write is done: by then what was left by those before it is swept.
const REWRITES = `
import { openLocalVolume } from './index.js'
const [root, path, way] = process.argv.slice(2)
const volume = openLocalVolume({ allow: [root], builtinDeny: false })
const size = 5 * 1024 * 1024
const changes = {
  written: (round) => [new Uint8Array(size).fill(97 + (round % 26)), new Uint8Array(8).fill(97 + (round % 26))],
  edited: (round) => [{ from: 0, to: size }, new Uint8Array(8).fill(97 + (round % 26))],
}
for (let round = 0; ; round += 1) {
  await volume.update(path, () => changes[way](round))
  if (round === 0) process.stdout.write('ready')
}
`;

const HOLDS = `
import { openLocalVolume } from './index.js'
const [root, path] = process.argv.slice(2)
setInterval(() => undefined, 1000)
await openLocalVolume({ allow: [root] }).update(path, () => {
  process.stdout.write('ready')
  return new Promise(() => undefined)
})
`;

// Ends a thread that holds the lock and has made its temporary file, and then writes the same file itself.
const ENDS_A_THREAD = `
import { readdirSync } from 'node:fs'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { openLocalVolume } from './index.js'
const [root, path] = process.argv.slice(2)
const carryAttributes = async () => {
  if (isMainThread) return null
  parentPort.postMessage('writing')
  setInterval(() => undefined, 1000)
  return new Promise(() => undefined)
}
const volume = openLocalVolume({ allow: [root], carryAttributes })
if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url), { argv: [root, path] })
  await new Promise((resolve) => worker.once('message', resolve))
  await worker.terminate()
  const left = readdirSync(root).length
  await volume.update(path, () => [Buffer.from('mine')])
  process.stdout.write(JSON.stringify({ left, now: readdirSync(root) }))
} else {
  await volume.update(path, () => [Buffer.from('theirs')])
}
`;

const SIZE = 5 * 1024 * 1024;

const EDITS = Math.min(250, testRounds(20));
const ROUNDS = testRounds(2);
// A busy machine does as many as it can in this time.
const TIME_MS = 240_000;

// In memory a sync costs nothing, so that most of the time is spent between the steps of a write.
const home = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

describe('several processes on one file', () => {
  it('lose no edit', async () => {
    using program = createProgram(INCREMENTS);
    await using tree = await openTree({ count: '0' });
    const children = Array.from({ length: 4 }, () => program.start([tree.root, tree.path('count'), String(EDITS)]));
    expect(await Promise.all(children.map(ended))).toEqual([0, 0, 0, 0]);
    expect(readFileSync(tree.path('count'), 'utf8')).toBe(String(4 * EDITS));
    expect(readdirSync(tree.root)).toEqual(['count']);
  }, 60_000);

  it('lose no edit inside one process either', async () => {
    await using tree = await openTree({ count: '' });
    const volume = openLocalVolume({ allow: [tree.root], fsync: false });
    const append = () =>
      volume.update(tree.path('count'), (current) => [{ from: 0, to: current?.size ?? 0 }, new Uint8Array([120])]);
    await Promise.all(Array.from({ length: 64 }, append));
    expect(readFileSync(tree.path('count'), 'utf8')).toBe('x'.repeat(64));
  });
});

describe('a process that holds a file', () => {
  it('keeps others waiting until it dies', async () => {
    using program = createProgram(HOLDS);
    await using tree = await openTree({ file: 'old' });
    const holder = program.start([tree.root, tree.path('file')]);
    await spoken(holder);
    const order: string[] = [];
    const update = openLocalVolume({ allow: [tree.root] }).update(tree.path('file'), () => {
      order.push('written');
      return [new Uint8Array([120])];
    });
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
    order.push('killed');
    holder.kill('SIGKILL');
    await update;
    expect(order).toEqual(['killed', 'written']);
    expect(readdirSync(tree.root)).toEqual(['file']);
  });
});

describe.runIf(process.platform === 'linux')('a thread that is ended in the midst of a write', () => {
  it('leaves nothing that its process would wait for', async () => {
    using program = createProgram(ENDS_A_THREAD);
    await using tree = await openTree({ file: 'old' });
    const child = program.start([tree.root, tree.path('file')]);
    const said = await text(child.stdout ?? Readable.from([]));
    expect(JSON.parse(said)).toEqual({ left: 2, now: ['file'] });
    expect(readFileSync(tree.path('file'), 'utf8')).toBe('mine');
  });
});

describe('a process killed while 5 MB are written', () => {
  it(`leaves the whole old or the whole new file, and nothing after the next write (${ROUNDS} rounds)`, async () => {
    using program = createProgram(REWRITES);
    await Promise.all((['written', 'edited'] as const).map((way) => rounds(program, way, ROUNDS / 2)));
  }, 600_000);
});

async function rounds(program: Program, way: 'written' | 'edited', count: number): Promise<void> {
  await using tree = await openTree({ file: 'a'.repeat(SIZE + 8) }, home);
  const volume = openLocalVolume({ allow: [tree.root], builtinDeny: false });
  const deadline = performance.now() + TIME_MS;
  for (let round = 0; round < count && performance.now() < deadline; round += 1) {
    const child = program.start([tree.root, tree.path('file'), way]);
    await spoken(child);
    await delay(Math.random() * 15);
    child.kill('SIGKILL');
    await ended(child);
    const bytes = readFileSync(tree.path('file'));
    expect(bytes.length).toBe(SIZE + 8);
    expect(isOneLetter(bytes.subarray(0, SIZE)) && isOneLetter(bytes.subarray(SIZE))).toBe(true);
    if (way === 'written') expect(bytes[0]).toBe(bytes[SIZE]);
    expect(readdirSync(tree.root).length).toBeLessThanOrEqual(2);
    using directory = await volume.open(tree.root);
    if (directory.kind === 'directory') expect(directory.entries()).toEqual([{ name: 'file', kind: 'file' }]);
  }
  await volume.update(tree.path('file'), () => [new Uint8Array([120])]);
  expect(readdirSync(tree.root)).toEqual(['file']);
}

function isOneLetter(bytes: Buffer): boolean {
  return bytes.equals(Buffer.alloc(bytes.length, bytes[0]));
}
