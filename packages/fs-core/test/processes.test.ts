import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openLocalVolume } from '../src/index.ts';
import { createProgram, ended, type Program } from './program.ts';

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

const REWRITES = `
import { openLocalVolume } from './index.js'
const [root, path] = process.argv.slice(2)
const volume = openLocalVolume({ allow: [root] })
process.stdout.write('ready')
for (let i = 0; ; i = (i + 1) % 26) await volume.update(path, () => [new Uint8Array(5 * 1024 * 1024).fill(97 + i)])
`;

// Five hundred are for whoever changes how files are written; every run takes a few.
const ROUNDS = Number(process.env.DRAGOMAN_KILL_ROUNDS ?? 12);

describe('several processes on one file', () => {
  it('lose no edit', async () => {
    using program = createProgram(INCREMENTS);
    await using tree = await openTree({ count: '0' });
    const children = Array.from({ length: 4 }, () => program.start([tree.root, tree.path('count'), '250']));
    expect(await Promise.all(children.map(ended))).toEqual([0, 0, 0, 0]);
    expect(readFileSync(tree.path('count'), 'utf8')).toBe('1000');
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

describe('a process killed while it writes 5 MB', () => {
  it(`leaves the whole old or the whole new file, and nothing after the next write (${ROUNDS} rounds)`, async () => {
    using program = createProgram(REWRITES);
    await Promise.all([rounds(program, Math.ceil(ROUNDS / 2)), rounds(program, Math.floor(ROUNDS / 2))]);
  }, 600_000);
});

async function rounds(program: Program, count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    await using tree = await openTree({ file: 'a'.repeat(5 * 1024 * 1024) });
    const child = program.start([tree.root, tree.path('file')]);
    if (child.stdout !== null) await once(child.stdout, 'data');
    await delay(Math.random() * 60);
    child.kill('SIGKILL');
    await ended(child);
    const bytes = readFileSync(tree.path('file'));
    expect(bytes.length).toBe(5 * 1024 * 1024);
    expect(bytes.equals(Buffer.alloc(bytes.length, bytes[0]))).toBe(true);
    const volume = openLocalVolume({ allow: [tree.root] });
    using directory = await volume.open(tree.root);
    if (directory.kind === 'directory') expect(directory.entries()).toEqual([{ name: 'file', kind: 'file' }]);
    await volume.update(tree.path('file'), () => [new Uint8Array([120])]);
    expect(readdirSync(tree.root)).toEqual(['file']);
  }
}
