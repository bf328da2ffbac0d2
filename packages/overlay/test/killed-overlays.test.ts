import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type OpenDirectory, openLocalVolume } from '@dragoman/fs-core/internal/kernel';
import {
  createProgram,
  ended,
  openTree,
  type Program,
  spoken,
  type TemporaryTree,
  testRounds,
} from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { overlayOf } from '../src/index.ts';

const FILES = 6;

const DOORS = ['../src/index.ts', '../../fs-core/src/internal/kernel.ts'].map((door) =>
  join(import.meta.dirname, door),
);

// Changes all files of an overlay together, again and again, or commits what was changed; tells of each when it is done.
const OVERLAYS = `
import { writeSync } from 'node:fs'
import { openLocalVolume } from './kernel.js'
import { overlayOf } from './index.js'
const [what, root, at] = process.argv.slice(2)
const overlay = overlayOf(openLocalVolume({ allow: [root], builtinDeny: false }), { at })
await overlay.prepare()
const content = (text) => () => [new TextEncoder().encode(text)]
const changesTo = (now) => Array.from({ length: ${FILES} }, (_, i) => {
  const [old, name] = [root + '/' + i + '-' + (now - 1), root + '/' + i + '-' + now]
  if (i % 3 === 0) return { kind: 'write', path: root + '/' + i + '-0', change: content('v' + now) }
  if (i % 3 === 1) return { kind: 'move', from: old, to: name, change: content('v' + now) }
  return now % 2 === 1 ? { kind: 'remove', path: root + '/' + i + '-0' } : { kind: 'write', path: root + '/' + i + '-0', change: content('v' + now) }
})
writeSync(1, '0\\n')
if (what === 'commit') await overlay.commit()
else for (let now = 1; ; now += 1) {
  await overlay.transact(changesTo(now))
  writeSync(1, now + '\\n')
}
`;

function filesAfter(now: number): Record<string, string> {
  const files = Array.from({ length: FILES }, (_, i): [string, string][] => {
    if (i % 3 === 0) return [[`${i}-0`, `v${now}`]];
    if (i % 3 === 1) return [[`${i}-${now}`, `v${now}`]];
    return now % 2 === 1 ? [] : [[`${i}-0`, `v${now}`]];
  });
  return Object.fromEntries(files.flat());
}

function onDisk({ root }: TemporaryTree): Record<string, string> {
  return Object.fromEntries(readdirSync(root).map((name) => [name, readFileSync(join(root, name), 'utf8')]));
}

async function seenIn(tree: TemporaryTree, at: string): Promise<Record<string, string>> {
  const overlay = overlayOf(openLocalVolume({ allow: [tree.root], builtinDeny: false }), { at });
  await overlay.prepare();
  using root = (await overlay.open(tree.root)) as OpenDirectory;
  const seen = root.entries().map(({ name }) => [name, String(root.readAtOnce(name, 100))]);
  await overlay[Symbol.asyncDispose]();
  return Object.fromEntries(seen);
}

/** Kills the process at some moment; gives the last number that it has told of. */
async function killedAfter(child: ChildProcess, longestMs: number): Promise<number> {
  let told = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  await spoken(child);
  await delay(Math.random() * longestMs);
  child.kill('SIGKILL');
  await ended(child);
  return Number(told.trim().split('\n').at(-1));
}

const ROUNDS = testRounds(2);
// In memory a sync costs nothing, so that most of the time is spent between the steps.
const home = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

describe('a process killed', () => {
  it(`while it changes an overlay loses nothing that it told of (${ROUNDS} rounds)`, { timeout: 600_000 }, async () => {
    using program = createProgram(DOORS, OVERLAYS);
    for (let round = 0; round < ROUNDS; round += 1) {
      await using place = await openTree({}, home);
      await using tree = await openTree(filesAfter(0), home);
      const made = await killedAfter(program.start(['change', tree.root, place.path('overlay')]), 40);
      expect([filesAfter(made), filesAfter(made + 1)]).toContainEqual(await seenIn(tree, place.path('overlay')));
      expect(onDisk(tree)).toEqual(filesAfter(0));
    }
  });

  it(`while it commits leaves all or none, and the next commit ends it (${ROUNDS} rounds)`, {
    timeout: 600_000,
  }, async () => {
    using program = createProgram(DOORS, OVERLAYS);
    for (let round = 0; round < ROUNDS; round += 1) await commitKilled(program);
  });
});

async function commitKilled(program: Program): Promise<void> {
  await using place = await openTree({}, home);
  await using tree = await openTree(filesAfter(0), home);
  const at = place.path('overlay');
  const made = await killedAfter(program.start(['change', tree.root, at]), 20);
  const seen = await seenIn(tree, at);
  await killedAfter(program.start(['commit', tree.root, at]), 8);
  const below = openLocalVolume({ allow: [tree.root], builtinDeny: false });
  (await below.open(tree.root)).close();
  expect([filesAfter(0), seen]).toContainEqual(onDisk(tree));
  const overlay = overlayOf(below, { at });
  expect((await overlay.commit()).conflicts).toEqual([]);
  expect(onDisk(tree)).toEqual(seen);
  await overlay[Symbol.asyncDispose]();
  expect([filesAfter(made), filesAfter(made + 1)]).toContainEqual(seen);
  expect(statSync(at).mode & 0o777).toBe(0o700);
  rmSync(at, { recursive: true });
}
