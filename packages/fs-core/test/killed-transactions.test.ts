import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openTree, type TemporaryTree, testRounds } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openLocalVolume } from '../src/index.ts';
import { createProgram, type Program, spoken } from './program.ts';
import { takeFlock } from './take-flock.ts';

// Makes one transaction after the other, each of so many changes, and tells the number of each that it has made. What the
// tree holds follows from that number alone: see `filesAfter`.
const TRANSACTIONS = `
import { spawn } from 'node:child_process'
import { writeSync } from 'node:fs'
import { openLocalVolume } from './index.js'
const [root, count, length, locks] = process.argv.slice(2)
const takeFlock = (fd) => new Promise((resolve) =>
  spawn('flock', ['-x', '-n', '3'], { stdio: ['ignore', 'inherit', 'ignore', fd] }).once('close', (code) => resolve(code === 0)))
const volume = openLocalVolume({ allow: [root], builtinDeny: false, locks, takeFlock })
const content = (text) => () => [new TextEncoder().encode(text + '.'.repeat(Number(length)))]
const at = (name) => root + '/' + name
const WAYS = [
  (i, now) => ({ kind: 'write', path: at('edited' + i), change: content('v' + now) }),
  (i, now) => now % 2 === 1
    ? { kind: 'write', path: at('made/for' + i + '/file'), change: content('v' + now) }
    : { kind: 'remove', path: at('made/for' + i + '/file') },
  (i, now) => ({ kind: 'move', from: at('from' + ((now + 1) % 2) + '/moved' + i), to: at('from' + (now % 2) + '/moved' + i) }),
  (i, now) => ({ kind: 'move', from: at('changed' + i + '-' + ((now + 1) % 2)), to: at('changed' + i + '-' + (now % 2)), change: content('v' + now) }),
  (i, now) => now % 2 === 1
    ? { kind: 'remove', path: at('tree' + i), recursive: true }
    : { kind: 'write', path: at('tree' + i + '/inner/file'), change: content('v' + now) },
  (i, now) => ({ kind: 'move', from: at('directory' + i + '-' + ((now + 1) % 2)), to: at('directory' + i + '-' + (now % 2)) }),
  (i, now) => now % 2 === 1
    ? { kind: 'move', from: at('new' + i), to: at('old' + i), overwrite: true }
    : { kind: 'write', path: at('new' + i), change: content('v' + now) },
]
for (let now = 1; ; now += 1) {
  await volume.transact(Array.from({ length: Number(count) }, (_, i) => WAYS[i % WAYS.length](i, now)))
  writeSync(1, now + '\\n')
}
`;

type Files = Record<string, string>;

/** Files after `now` transactions, for each kind of change. */
const WAYS: readonly ((i: number, now: number) => Files)[] = [
  (i, now) => ({ [`edited${i}`]: `v${now}` }),
  (i, now) => (now % 2 === 1 ? { [`made/for${i}/file`]: `v${now}` } : {}),
  (i, now) => ({ [`from${now % 2}/moved${i}`]: 'v0' }),
  (i, now) => ({ [`changed${i}-${now % 2}`]: `v${now}` }),
  (i, now) => (now % 2 === 1 ? {} : { [`tree${i}/inner/file`]: `v${now}` }),
  (i, now) => ({ [`directory${i}-${now % 2}/one`]: 'v0', [`directory${i}-${now % 2}/inner/two`]: 'v0' }),
  (i, now) =>
    now % 2 === 1
      ? { [`old${i}`]: `v${now - 1}` }
      : { [`old${i}`]: `v${Math.max(0, now - 2)}`, [`new${i}`]: `v${now}` },
];

function filesAfter(now: number, count: number): Files {
  return Object.assign({}, ...Array.from({ length: count }, (_, i) => WAYS[i % WAYS.length]?.(i, now)));
}

/** Every name of the tree that is no directory, with what the file says; a temporary name is one, too. */
function filesIn(root: string): Files {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/^\.dragoman(\/|$)/.test(name),
  );
  const files = names.filter((name) => !lstatSync(join(root, name)).isDirectory() || name.includes('.dragoman'));
  return Object.fromEntries(files.sort().map((name) => [name, readFileSync(join(root, name), 'utf8')]));
}

const records = join(homedir(), '.local/state/dragoman/dragoman-transactions');

/** The records that speak of a tree: on this machine, and in the tree itself. */
function recordsOf(root: string): string[] {
  const here = existsSync(records) ? readdirSync(records) : [];
  const shared = join(root, '.dragoman/transactions');
  // One that nobody has locked yet says nothing.
  const there = existsSync(shared) ? readdirSync(shared).filter((name) => name.endsWith('.jsonl')) : [];
  return [...here.filter((name) => textOf(join(records, name)).includes(root)), ...there];
}

/** Text of a record; none if it is gone, as other tests keep theirs beside it. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const ROUNDS = testRounds(3);
// A busy machine does as many as it can in this time.
const TIME_MS = 300_000;

// In memory a sync costs nothing, so that most of the time is spent between the steps.
const home = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

interface Way {
  readonly locks: 'user' | 'shared';
  readonly rounds: number;
  readonly most: number;
  /** Waits, after the first transaction of a process, for the moment at which it is killed. */
  moment(root: string): Promise<void>;
}

const HERE: Way = { locks: 'user', rounds: ROUNDS, most: 20, moment: () => delay(Math.random() * 15) };

// Each lock that several machines share costs a process, and most of the time.
const SHARED: Way = {
  locks: 'shared',
  rounds: Math.ceil(ROUNDS / 5),
  most: 8,
  async moment(root) {
    while (recordsOf(root).length === 0) await new Promise(setImmediate);
    await delay(Math.random() * 3);
  },
};

describe('a process killed in the middle of transactions', () => {
  it(`leaves all or none of each, once a volume was opened (${HERE.rounds} rounds)`, { timeout: 600_000 }, () =>
    killedOften(HERE),
  );

  it.skipIf(!existsSync('/usr/bin/flock'))(
    `leaves all or none of each in a tree that machines share, once one opened it elsewhere (${SHARED.rounds} rounds)`,
    { timeout: 600_000 },
    () => killedOften(SHARED),
  );
});

async function killedOften(way: Way): Promise<void> {
  using program = createProgram(TRANSACTIONS);
  const deadline = performance.now() + TIME_MS;
  let inTheMiddle = 0;
  // In a few rounds, chance may kill none of them in the middle.
  for (let round = 0; (round < way.rounds || inTheMiddle === 0) && performance.now() < deadline; round += 1) {
    inTheMiddle += await killedOnce(program, way, 2 + (round % (way.most - 1)));
  }
  expect(inTheMiddle).toBeGreaterThan(0);
}

/** Kills one process; gives 1 if that was in the middle of a transaction, so that there was something to do. */
async function killedOnce(program: Program, way: Way, count: number): Promise<number> {
  await using tree = await openTree({}, home);
  const before = tree.path('tree');
  for (const [name, text] of Object.entries(filesAfter(0, count))) {
    mkdirSync(dirname(join(before, name)), { recursive: true });
    writeFileSync(join(before, name), text);
  }
  const length = Math.random() < 0.5 ? 0 : 30_000;
  const child = program.start([before, String(count), String(length), way.locks]);
  const made = await killedAfter(child, () => way.moment(before));
  const left = recordsOf(before).length;
  const root = placeAfter(tree, way);
  const volume = openLocalVolume({ allow: [root], builtinDeny: false, locks: way.locks, takeFlock });
  (await volume.open(root)).close();
  const files = filesIn(root);
  const versions = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.replace(/\.*$/, '')]));
  expect([filesAfter(made, count), filesAfter(made + 1, count)]).toContainEqual(versions);
  for (const text of Object.values(files)) expect([0, length]).toContain(text.length - text.replace(/\.*$/, '').length);
  expect(recordsOf(root)).toEqual([]);
  return left;
}

/** Path at which the next volume finds the tree: another machine has it at another place. */
function placeAfter(tree: TemporaryTree, { locks }: Way): string {
  if (locks === 'user') return tree.path('tree');
  renameSync(tree.path('tree'), tree.path('elsewhere'));
  return tree.path('elsewhere');
}

/** Kills the process at some moment; gives how many transactions it has told of. */
async function killedAfter(child: ChildProcess, moment: () => Promise<void>): Promise<number> {
  let told = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  await spoken(child);
  await moment();
  // A flock that it has started holds the lock until it ends, too, and its output with it.
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
  return Number(told.trim().split('\n').at(-1));
}
