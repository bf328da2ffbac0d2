import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSession } from '../create-session.ts';
import { moveEntry } from '../operations/edit/move-entry.ts';
import { writeFile } from '../operations/edit/write-file.ts';
import type { Session } from '../session.ts';
import type { OperationFilter, SessionJournal } from './session-journal.ts';

const CALL = { requireRead: false, maxResponseSize: 1e6 };

function sessionIn(tree: TemporaryTree, more: { dryRun?: boolean; readOnly?: boolean } = {}) {
  const options = { workdir: tree.path('work'), builtinDeny: false, fsync: false, ...more };
  const session = createSession({ ...options, journal: { dir: tree.path('journal') } });
  const { journal } = session;
  if (journal === null) throw new Error('There is one');
  return { session, journal, write: writer(session, tree) };
}

const writer = (session: Session, tree: TemporaryTree) => async (name: string, content: string) =>
  void (await writeFile(session, { path: tree.path('work', name), content }, CALL));

const pathsOf = (operations: Awaited<ReturnType<SessionJournal['operations']>>): string[] =>
  operations.map(({ changes }) => changes.map(({ path }) => path.split('/').at(-1)).join(' '));

/** Two sessions: one wrote `d/a`, the other `b` twice, of which the last is undone. */
async function twoSessions(tree: TemporaryTree) {
  const first = sessionIn(tree);
  await first.write('d/a', 'a');
  const second = sessionIn(tree);
  await second.write('b', '1');
  await second.write('b', '2');
  await second.journal.undo();
  return { first, second, journal: second.journal };
}

describe('a journal of several sessions', () => {
  it('lists what a filter lets through, the newest first', async () => {
    await using tree = await openTree({ work: null });
    const { first, second, journal } = await twoSessions(tree);
    const rows: [OperationFilter, string[]][] = [
      [{}, ['b', 'b', 'a']],
      [{ session: undefined }, ['b', 'b', 'a']],
      [{ session: first.session.id }, ['a']],
      [{ session: 'last' }, ['b', 'b']],
      [{ session: 'none' }, []],
      [{ state: 'done' }, ['b', 'a']],
      [{ state: 'undone' }, ['b']],
      [{ paths: [tree.path('work/d')] }, ['a']],
      [{ paths: [tree.path('work/d/a'), tree.path('work/none')] }, ['a']],
      [{ paths: [tree.path('work')], state: 'done', session: second.session.id }, ['b']],
      [{ file: tree.path('work/b') }, ['b', 'b']],
      [{ file: tree.path('work/d') }, []],
    ];
    for (const [filter, paths] of rows) {
      expect(pathsOf(await journal.operations(filter))).toEqual(paths);
      const { operations, total } = await journal.newest(1, filter);
      expect([pathsOf(operations), total]).toEqual([paths.slice(0, 1), paths.length]);
      expect((await journal.last(filter))?.id).toBe(operations[0]?.id);
    }
    expect((await journal.newest(2)).operations).toHaveLength(2);
  });

  it('turns all of a session, or what is named, and says what of it cannot be', async () => {
    await using tree = await openTree({ work: null });
    const { first, journal } = await twoSessions(tree);
    const [undone, , other] = await journal.operations();
    expect(await journal.undo([undone?.id ?? ''])).toEqual({
      kind: 'refused',
      refusal: { problem: 'state', id: undone?.id, state: 'undone' },
    });
    expect(await journal.redo(undefined, { session: first.session.id })).toMatchObject({
      refusal: { problem: 'nothing' },
    });
    expect(await journal.redo(undefined, { dryRun: true })).toMatchObject({ kind: 'redone', dryRun: true });
    expect(await journal.redo()).toMatchObject({ kind: 'redone', dryRun: false });
    expect(readFileSync(tree.path('work/b'), 'utf8')).toBe('2');
    expect(await journal.undo(undefined, { session: 'last' })).toMatchObject({ operations: [{}, {}] });
    expect(readdirSync(tree.path('work'))).toEqual(['d']);
    writeFileSync(tree.path('work/d/a'), 'by hand');
    expect(await journal.undo([other?.id ?? ''])).toMatchObject({ refusal: { problem: 'files' } });
  });

  it('says what is done where it stops, and tells of each operation as it is done', async () => {
    await using tree = await openTree({ work: null });
    const { journal, write } = sessionIn(tree);
    for (const name of ['a', 'b', 'c']) await write(name, name);
    writeFileSync(tree.path('work/a'), 'by hand');
    for (const dryRun of [true, false]) {
      const told: unknown[] = [];
      let bytes = 0;
      const outcome = await journal.undo(undefined, {
        ...{ session: 'last', dryRun },
        onApplied: (operation, count) => void told.push([...pathsOf([operation]), count]),
        onWritten: (count) => {
          bytes += count;
        },
      });
      const counts = [
        ['c', { done: 1, total: 3 }],
        ['b', { done: 2, total: 3 }],
      ];
      expect(told).toEqual(counts);
      expect(bytes).toBe(0);
      if (outcome.kind !== 'refused') throw new Error('It stops at the oldest');
      expect(outcome.refusal).toMatchObject({ operations: [{ files: [{ path: tree.path('work/a') }] }] });
      expect(pathsOf(outcome.done ?? [])).toEqual(['c', 'b']);
    }
    expect(await journal.undo()).not.toHaveProperty('done');
    expect(readdirSync(tree.path('work'))).toEqual(['a']);
  });

  it('finds one, and what it did', async () => {
    await using tree = await openTree({ work: null });
    const { journal } = await twoSessions(tree);
    const [newest] = await journal.operations();
    expect(await journal.find()).toMatchObject({ id: newest?.id });
    expect(await journal.find(newest?.id.slice(0, 6))).toMatchObject({ id: newest?.id });
    expect(await journal.find('zzzz')).toEqual({ problem: 'unknown', id: 'zzzz' });
    expect(await journal.diff('zzzz')).toEqual({ kind: 'refused', refusal: { problem: 'unknown', id: 'zzzz' } });
    const diff = await journal.diff();
    expect(diff).toMatchObject({ kind: 'diff', files: [{ before: { text: '1' }, after: { text: '2' } }] });
    const [version = ''] = newest?.changes.flatMap(({ after }) => after ?? []) ?? [];
    expect(Buffer.from((await journal.contentOf(version)) ?? []).toString()).toBe('2');
    unlinkSync(tree.path('journal/contents', version.slice('sha256:'.length)));
    expect(await journal.contentOf(version)).toBeNull();
    expect(await journal.diff()).toMatchObject({ refusal: { problem: 'files' } });
  });

  it('follows a directory that was moved for a diff', async () => {
    await using tree = await openTree({ 'work/d/f': 'f', 'work/d/e/g': 'g' });
    const { session, journal } = sessionIn(tree);
    await moveEntry(session, { from: tree.path('work/d'), to: tree.path('work/n') }, CALL);
    const found = await journal.diff();
    expect(found.kind === 'diff' && found.files.map(({ path, from }) => [from, path])).toEqual([
      [tree.path('work/d/e/g'), tree.path('work/n/e/g')],
      [tree.path('work/d/f'), tree.path('work/n/f')],
    ]);
    rmSync(tree.path('work/n'), { recursive: true });
    expect(await journal.diff()).toMatchObject({ kind: 'diff', files: [] });
  });
});

describe('a journal in which lines are damaged', () => {
  it('passes over them, and counts those that it shows', async () => {
    await using tree = await openTree({ work: null });
    const { journal, write } = sessionIn(tree);
    for (const name of ['a', 'b', 'c']) await write(name, name);
    const list = tree.path('journal/operations.jsonl');
    const [first = '', second = '', third = ''] = readFileSync(list, 'utf8').split('\n');
    writeFileSync(list, `${[first, second, third.replace('"time"', '"tame"')].join('\n')}\n`);
    appendFileSync(list, 'foul\n');
    expect(pathsOf((await journal.newest(5)).operations)).toEqual(['b', 'a']);
    expect((await journal.newest(1)).total).toBe(2);
    expect(await journal.last({})).toMatchObject({ changes: [{ path: tree.path('work/b') }] });
    expect((await journal.newest(1, { state: 'done' })).operations).toHaveLength(1);
    writeFileSync(list, `${[first, second, third].map((line) => line.replace('"time"', '"tame"')).join('\n')}\n`);
    expect(await journal.operations({ session: 'last' })).toEqual([]);
    expect(await journal.last({ session: 'last' })).toBeNull();
    expect(await journal.undo(undefined, { session: 'last' })).toMatchObject({ refusal: { problem: 'nothing' } });
  });
});

describe('a session that changes nothing', () => {
  it('only says what it would undo on a dry run, and undoes nothing if it only reads', async () => {
    await using tree = await openTree({ work: null });
    await sessionIn(tree).write('a', 'a');
    const dry = sessionIn(tree, { dryRun: true });
    expect(await dry.journal.undo()).toMatchObject({ kind: 'undone', dryRun: true });
    await expect(sessionIn(tree, { readOnly: true }).journal.undo()).rejects.toMatchObject({ code: 'READ_ONLY' });
    expect(readdirSync(tree.path('work'))).toEqual(['a']);
  });
});

describe('a clock that goes backwards', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('changes nothing of the order in which operations are listed, undone and redone', async () => {
    await using tree = await openTree({ work: null });
    const { journal, write } = sessionIn(tree);
    await write('f', 'one');
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() - 86_400_000);
    await write('f', 'two');
    const text = (): string => readFileSync(tree.path('work/f'), 'utf8');
    const [newest, first] = await journal.operations();
    expect(Date.parse(newest?.time ?? '')).toBeLessThan(Date.parse(first?.time ?? ''));
    expect(await journal.undo()).toMatchObject({ operations: [{ id: newest?.id }] });
    expect(text()).toBe('one');
    vi.setSystemTime(Date.now() - 86_400_000);
    expect(await journal.undo()).toMatchObject({ operations: [{ id: first?.id }] });
    expect(await journal.redo()).toMatchObject({ operations: [{ id: first?.id }] });
    expect(await journal.redo()).toMatchObject({ operations: [{ id: newest?.id }] });
    expect(text()).toBe('two');
  });
});

describe('a journal whose contents have no place any more', () => {
  it('lets no call change what it cannot keep', async () => {
    await using tree = await openTree({ 'work/f': 'old' });
    const { journal, write } = sessionIn(tree);
    const contents = tree.path('journal/contents');
    rmSync(contents, { recursive: true });
    writeFileSync(contents, '');
    await expect(write('f', 'new')).rejects.toMatchObject({ code: 'IO_ERROR' });
    expect(readFileSync(tree.path('work/f'), 'utf8')).toBe('old');
    expect(readdirSync(tree.path('work'))).toEqual(['f']);
    unlinkSync(contents);
    mkdirSync(contents);
    await write('f', 'new');
    expect(await journal.undo()).toMatchObject({ kind: 'undone' });
    expect(readFileSync(tree.path('work/f'), 'utf8')).toBe('old');
  });
});
