import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename } from 'node:path';
import { openTree, type TemporaryTree, testRounds, watchCalls } from '@dragoman/testing';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openLocalVolume, type Volume } from '../src/index.ts';
import { lockName } from '../src/lib/lock/file-lock.ts';
import { filesIn } from './open-local.ts';
import { takeFlock } from './take-flock.ts';

const isHere = existsSync('/usr/bin/flock') && existsSync('/proc/self/fd');
const STAGED = '.dragoman-4194399-5-00000000-000000000001.tmp';
const KEPT = '.dragoman-4194399-5-00000000-000000000002.old';
const OTHER = '.dragoman-4194399-5-00000000-000000000003.old';
const RECORDS = '.dragoman/transactions';
// Between the names of planted records.
const TRUE = `${RECORDS}/5.jsonl`;

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
/** The record of a process that died before it had put `staged` in the place of `f`. */
const TRUE_RECORD = `${line({ steps: [{ do: 'put', path: 'f', staged: STAGED, kept: KEPT }], made: [] })}[null]\nfalse\n`;

interface Hostile extends AsyncDisposable {
  readonly outside: TemporaryTree;
  readonly tree: TemporaryTree;
  readonly volume: Volume;
  /** Last names of the files that flock(2) was asked for, one for each call. */
  readonly locked: string[];
  /** Calls the volume as a tool that reads. */
  look(): Promise<void>;
  record(name: string): string;
}

/** A tree with a true record, in a directory that holds other files, too. */
async function openHostile(more: Parameters<typeof openLocalVolume>[0] | object = {}): Promise<Hostile> {
  const outside = await openTree({
    'tree/f': 'new',
    [`tree/${KEPT}`]: 'old',
    [`tree/${STAGED}`]: '',
    'tree/mine': 'mine',
    'tree/secret': 'secret',
    [`tree/${TRUE}`]: TRUE_RECORD,
    file: 'outside',
    [OTHER]: 'outside',
  });
  const root = outside.path('tree');
  const tree: TemporaryTree = { ...outside, root, path: (...names) => outside.path('tree', ...names) };
  const locked: string[] = [];
  const volume = openLocalVolume({
    ...{ allow: [root], deny: ['secret'], locks: 'shared' },
    async takeFlock(fd) {
      locked.push(basename(readlinkSync(`/proc/self/fd/${fd}`)));
      return await takeFlock(fd);
    },
    ...more,
  });
  return {
    ...{ outside, tree, volume, locked },
    look: async () => (await volume.open(root)).close(),
    record: (name) => tree.path(RECORDS, name),
    [Symbol.asyncDispose]: () => outside[Symbol.asyncDispose](),
  };
}

/** Everything that the true record does not speak of is as it was, and what that speaks of was taken back. */
function expectRecovered({ tree, outside }: Hostile): void {
  expect(readFileSync(tree.path('f'), 'utf8')).toBe('new');
  expect([KEPT, STAGED, TRUE].filter((name) => existsSync(tree.path(name)))).toEqual([]);
  expect(['mine', 'secret'].map((name) => readFileSync(tree.path(name), 'utf8'))).toEqual(['mine', 'secret']);
  expect(readdirSync(outside.root).sort()).toEqual([OTHER, 'file', 'tree'].sort());
  expect([readFileSync(outside.path('file'), 'utf8'), readFileSync(outside.path(OTHER), 'utf8')]).toEqual([
    'outside',
    'outside',
  ]);
}

/** Keeps the time of a look from ending on a busy machine. */
const stopClock = () => vi.spyOn(process, 'uptime').mockReturnValue(5);

const step = (fields: object) => line({ steps: [{ do: 'remove', path: 'mine', kept: OTHER, ...fields }], made: [] });
const FAULTY: readonly string[] = [
  ...['{"steps":5,"made":[]}', '[null,null]', 'false', 'null', '""', '{}', '[]', '{"steps":[],"made":5}', '\0'],
  ...['{"steps":[null],"made":[]}', '{"steps":{"length":1},"made":[]}', '{"steps":[],"made":[null]}', '{"steps":'],
  `${'['.repeat(100_000)}`,
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
]
  .map((text) => `${text}\n`)
  .concat([
    ...[step({ do: 'else' }), step({ path: 5 }), step({ path: '' }), step({ path: '.' }), step({ path: '/' })],
    ...[step({ path: '../file' }), step({ path: 'a/../../file' }), step({ path: '..' })],
    ...[step({ path: 'mine\0' }), step({ path: 'secret' }), step({ path: '.dragoman/locks/x' }), step({ path: 'f/' })],
    ...[step({ kept: 'mine' }), step({ kept: null }), step({ kept: `../${OTHER}` }), step({ kept: [OTHER] })],
    ...[step({ do: 'put', staged: 'mine' }), step({ do: 'put', staged: `../${STAGED}` }), step({ do: 'put' })],
    ...[step({ do: 'shift' }), step({ do: 'shift', to: '../file' }), step({ do: 'shift', to: 'secret', kept: null })],
    line({ steps: [], made: ['../made'] }),
    ...['5', '[]', '[null,null]', '[5]', '[{}]', '[{"inode":1}]', '{'].map((placing) => `${step({})}${placing}\n`),
    ...['5', 'null', '[]', '{'].map((isDone) => `${step({})}[null]\n${isDone}\n`),
  ]);

describe.skipIf(!isHere)('records that somebody has planted in a shared tree', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('keep no true one from being obeyed, and are neither obeyed nor locked nor removed', async () => {
    stopClock();
    await using hostile = await openHostile();
    const names = FAULTY.map((text, at) => {
      const name = `${at % 10}${at}.jsonl`;
      writeFileSync(hostile.record(name), text);
      return name;
    });
    await hostile.look();
    expectRecovered(hostile);
    expect(readdirSync(hostile.tree.path(RECORDS)).sort()).toEqual(names.sort());
    expect(hostile.locked).toEqual(['5.jsonl', lockName('f')]);
  });

  it('are nothing if they are no plain files of one name', async () => {
    await using hostile = await openHostile();
    const { outside, record } = hostile;
    mkdirSync(record('1.jsonl'));
    execFileSync('mkfifo', [record('2.jsonl')]);
    writeFileSync(outside.path('file'), 'outside');
    symlinkSync(outside.path('file'), record('3.jsonl'));
    linkSync(outside.path('file'), record('4.jsonl'));
    writeFileSync(record('4.5.jsonl'), '');
    truncateSync(record('4.5.jsonl'), 2 ** 40);
    await hostile.look();
    expectRecovered(hostile);
    expect(readdirSync(hostile.tree.path(RECORDS))).toHaveLength(5);
  });

  it('cost nothing again, however many they are', async () => {
    await using hostile = await openHostile();
    const uptime = vi.spyOn(process, 'uptime');
    let now = 5;
    uptime.mockImplementation(() => now);
    for (let at = 0; at < 2000; at += 1) {
      const path = at % 2 === 0 ? '../file' : 'secret';
      writeFileSync(hostile.record(`${at % 10}-${at}.jsonl`), step({ path }));
    }
    await hostile.look();
    expectRecovered(hostile);
    expect(hostile.locked).toEqual(['5.jsonl', lockName('f')]);
    now += 2;
    const opened: unknown[] = [];
    {
      using _ = watchCalls(['openSync'], (_name, [path]) => void opened.push(path));
      await hostile.look();
    }
    expect(opened.filter((path) => String(path).endsWith('.jsonl'))).toEqual([]);
    // What one of them says later counts.
    writeFileSync(hostile.tree.path(KEPT), 'older');
    writeFileSync(hostile.record('0-0.jsonl'), TRUE_RECORD);
    now += 2;
    await hostile.look();
    expect(readFileSync(hostile.tree.path('f'), 'utf8')).toBe('new');
    expect([KEPT, `${RECORDS}/0-0.jsonl`].filter((name) => existsSync(hostile.tree.path(name)))).toEqual([]);
  });

  it('have so much time in one look, and the others their turn in the next', async () => {
    await using hostile = await openHostile();
    let now = 5;
    vi.spyOn(process, 'uptime').mockImplementation(() => now);
    const names = Array.from({ length: 12 }, (_, at) => `4-${at}.jsonl`);
    for (const name of names) writeFileSync(hostile.record(name), step({}));
    const slow = openLocalVolume({
      ...{ allow: [hostile.tree.root], locks: 'shared' },
      async takeFlock(fd) {
        now += 0.1;
        hostile.locked.push(basename(readlinkSync(`/proc/self/fd/${fd}`)));
        // As long as their processes seem to live, each of them is asked again and again.
        return !hostile.locked.at(-1)?.startsWith('4-') && (await takeFlock(fd));
      },
    });
    for (let look = 1; look <= 4; look += 1) {
      const before = hostile.locked.length;
      (await slow.open(hostile.tree.root)).close();
      expect(hostile.locked.length - before).toBeLessThanOrEqual(8);
      now += 2;
    }
    expectRecovered(hostile);
  });

  it('have so much time to be looked at, too, and other calls their turn meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let now = 5;
    vi.spyOn(process, 'uptime').mockImplementation(() => now);
    await using hostile = await openHostile();
    for (let at = 0; at < 500; at += 1) mkdirSync(hostile.record(`4-${at}.jsonl`));
    let [looked, turns] = [0, 0];
    const takeTurns = (): NodeJS.Immediate =>
      setImmediate(() => {
        turns += 1;
        timer = takeTurns();
      });
    let timer = takeTurns();
    {
      using _ = watchCalls(['lstatSync'], (_, [path]) => {
        if (!basename(String(path)).startsWith('4-')) return;
        looked += 1;
        now += 0.01;
        vi.setSystemTime(Date.now() + 10);
      });
      await hostile.look();
    }
    clearImmediate(timer);
    expect(looked).toBeGreaterThan(20);
    expect(looked).toBeLessThan(30);
    expect(turns).toBeGreaterThan(10);
    for (let look = 0; look < 20; look += 1) {
      now += 2;
      await hostile.look();
    }
    expectRecovered(hostile);
  });

  it('hold nobody up with a file that somebody else writes', async () => {
    let now = 5;
    vi.spyOn(process, 'uptime').mockImplementation(() => now);
    await using hostile = await openHostile({
      async takeFlock(fd: number) {
        if (!readlinkSync(`/proc/self/fd/${fd}`).endsWith(lockName('mine'))) return await takeFlock(fd);
        now += 0.1;
        return false;
      },
    });
    for (let at = 0; at < 4; at += 1) writeFileSync(hostile.record(`4-${at}.jsonl`), step({}));
    const times: number[] = [];
    for (let look = 0; look < 5; look += 1) {
      const since = performance.now();
      await hostile.look();
      times.push(performance.now() - since);
      now += 2;
    }
    expectRecovered(hostile);
    // A writer waits for ten seconds.
    expect(Math.max(...times)).toBeLessThan(5_000);
  });

  it('do nothing outside, and keep no true one from being obeyed, whatever they say', {
    timeout: 120_000,
  }, async () => {
    stopClock();
    const name = fc.constantFrom('mine', 'secret', '../file', '', '.', '/', '\0', '.dragoman', 'made/x', OTHER);
    const own = fc.constantFrom(OTHER, `../${OTHER}`, 'mine', '', null, '.dragoman-1-1-00000000-000000000009.tmp');
    const print = fc.oneof(
      fc.constant(null),
      fc.record({ inode: fc.string(), size: fc.string(), mtimeNs: fc.string() }),
    );
    const stepOf = fc.record(
      { do: fc.constantFrom('put', 'remove', 'shift', 'x'), path: name, to: name, staged: own, kept: own },
      { requiredKeys: ['do', 'path'] },
    );
    const intent = fc.record({
      steps: fc.array(fc.oneof({ weight: 9, arbitrary: stepOf }, fc.jsonValue())),
      made: fc.array(name),
    });
    const lines = fc.tuple(
      fc.oneof(intent, fc.jsonValue()),
      fc.oneof(fc.array(print, { maxLength: 3 }), fc.jsonValue()),
      fc.oneof(fc.boolean(), fc.jsonValue()),
      fc.jsonValue(),
    );
    const likely = fc
      .tuple(lines, fc.nat(4), fc.string())
      .map(([values, count, rest]) => values.slice(0, count).map(line).join('') + rest);
    const texts = fc.array(fc.oneof({ weight: 5, arbitrary: likely }, fc.string()), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(texts, async (planted) => {
        await using hostile = await openHostile({ takeFlock: async () => true });
        const before = filesOutside(hostile);
        for (const [at, text] of planted.entries()) writeFileSync(hostile.record(`${at}-.jsonl`), text);
        await hostile.look();
        expectRecovered(hostile);
        expect(filesOutside(hostile)).toEqual(before);
      }),
      { numRuns: testRounds(20) },
    );
  });
});

function filesOutside({ outside }: Hostile): Record<string, unknown> {
  const { file, [OTHER]: other } = filesIn(outside.root) as Record<string, unknown>;
  return { file, other, modes: [statSync(outside.root).mode, statSync(outside.path('file')).mode] };
}
