import { hash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { JournalOperation } from '@dragoman/outcomes/internal/parts';
import {
  createProgram,
  ended,
  openTree,
  type Program,
  spoken,
  type TemporaryTree,
  testRounds,
} from '@dragoman/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSession } from '../src/index.ts';

// Two operations, of which the second moves a directory that is an affair of the first; then both are undone, redone and
// undone again, until the process is killed.
const ENDLESS = `
import { writeSync } from 'node:fs'
import { createSession, moveEntry } from './index.js'
const [root, dir] = process.argv.slice(2)
const session = createSession({ workdir: root, builtinDeny: false, journal: { dir } })
const call = { requireRead: false, maxResponseSize: 1e6, by: { dialect: 'd', tool: 't', client: 'c' } }
const { journal } = session
const content = (text) => () => [new TextEncoder().encode(text)]
const at = (name) => root + '/' + name
const done = async (outcome) => {
  const { kind, refusal } = await outcome
  if (kind === 'refused') throw new Error(JSON.stringify(refusal))
  writeSync(1, kind + '\\n')
}
for (let now = 1; ; now += 1) {
  await session.transact([
    { kind: 'write', path: at('e'), change: content('e' + now) },
    { kind: 'write', path: at('d/f'), change: content('f' + now) },
    { kind: 'write', path: at('made/for/it'), change: content('m' + now) },
    { kind: 'remove', path: at('t'), recursive: true },
  ], call)
  await moveEntry(session, { from: at('d'), to: at('new/n') }, call)
  const ids = (await journal.newest(2)).operations.map(({ id }) => id)
  await done(journal.undo(ids))
  await done(journal.redo(ids))
  await done(journal.undo(ids))
}
`;

const FILES = { 'project/e': 'e0', 'project/d/f': 'f0', 'project/d/deep/g': 'g0', 'project/t/x': 'x0' };
const ROUNDS = testRounds(3);
// In memory a sync costs nothing, so that most of the time is spent between the steps.
const home = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

let program: Program;
beforeAll(() => {
  program = createProgram([join(import.meta.dirname, '../src/index.ts')], ENDLESS);
});
afterAll(() => program[Symbol.dispose]());

it(`is whole after a kill in operations, undos and redos, once it is opened again (${ROUNDS} rounds)`, {
  timeout: 60_000 + 3000 * ROUNDS,
}, async () => {
  const found: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    await using tree = await openTree(FILES, home);
    await killedSometime(tree);
    const left = { records: recordsIn(tree).length, files: Object.keys(filesIn(tree)).join() };
    const { operations, undoRest, close } = await opened(tree);
    expect(recordsIn(tree)).toEqual([]);
    expect(hashesIn(tree)).toEqual(expectedAfter(operations));
    await undoRest();
    expect(hashesIn(tree)).toEqual(expectedAfter([]));
    await close();
    const what = stateOf(operations);
    found[what] = (found[what] ?? 0) + 1;
    if (left.records > 0) found.unfinished = (found.unfinished ?? 0) + 1;
  }
  console.info(`${ROUNDS} killed:`, found);
});

async function killedSometime(tree: TemporaryTree): Promise<void> {
  const child = program.start([tree.path('project'), tree.path('journal')]);
  await spoken(child);
  await delay(Math.random() * 30);
  child.kill('SIGKILL');
  await ended(child);
}

async function opened(tree: TemporaryTree) {
  const session = createSession({
    workdir: tree.path('project'),
    builtinDeny: false,
    journal: { dir: tree.path('journal') },
  });
  const operations = (await session.journal?.operations()) ?? [];
  const undoRest = async (): Promise<void> => {
    const ids = operations.filter(({ state }) => state === 'done').map(({ id }) => id);
    if (ids.length > 0) expect(await session.journal?.undo(ids)).toMatchObject({ kind: 'undone' });
  };
  return { operations, undoRest, close: session.close };
}

/** The operations of the last round that are done; the newest is listed first. */
function stateOf([newest, other]: readonly JournalOperation[]): 'none' | 'first' | 'both' {
  const isMoved = newest?.changes.some(({ change }) => change === 'move') ?? false;
  const [move, first] = isMoved ? [newest, other] : [undefined, newest];
  if (first?.state !== 'done') {
    expect(move?.state).not.toBe('done');
    return 'none';
  }
  return move?.state === 'done' ? 'both' : 'first';
}

const versionOf = (text: string): string => `sha256:${hash('sha256', text)}`;

/** Files after the operations that the journal records, by version. Nothing older is done. */
function expectedAfter(operations: readonly JournalOperation[]): Record<string, string | null> {
  const state = stateOf(operations);
  const done = operations.filter((each) => each.state === 'done');
  expect(done).toHaveLength({ none: 0, first: 1, both: 2 }[state]);
  const start = Object.fromEntries(
    Object.entries(FILES).map(([name, text]) => [name.slice('project/'.length), versionOf(text)]),
  );
  if (state === 'none') return start;
  const first = done.at(-1);
  const after = (name: string) => first?.changes.find(({ path }) => path.endsWith(`/project/${name}`))?.after ?? null;
  const directory = state === 'both' ? 'new/n' : 'd';
  return {
    e: after('e'),
    [`${directory}/f`]: after('d/f'),
    [`${directory}/deep/g`]: versionOf('g0'),
    'made/for/it': after('made/for/it'),
  };
}

function filesIn(tree: TemporaryTree): Record<string, string> {
  const root = tree.path('project');
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !lstatSync(join(root, name)).isDirectory(),
  );
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, name), 'utf8')]));
}

function hashesIn(tree: TemporaryTree): Record<string, string> {
  return Object.fromEntries(Object.entries(filesIn(tree)).map(([name, text]) => [name, versionOf(text)]));
}

function recordsIn(tree: TemporaryTree): string[] {
  return readdirSync(tree.path('journal/records'));
}
