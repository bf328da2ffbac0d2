import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram, ended, mount, openTree, type TemporaryTree, testRounds } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createSession, type Session, writeFile } from '../src/index.ts';

const CALL = { requireRead: false, maxResponseSize: 1e6 };
const SERVERS = Math.min(8, testRounds(4));
const WRITES = Math.min(30, testRounds(12));
// A sixth of what four of them write.
const MAX_BYTES = WRITES * 4000;

// Writes a file again and again, and takes every third write back, unless it is gone because the others wrote so much.
const WRITER = `
import { createSession, writeFile } from './index.js'
const [root, dir, name, writes, maxBytes] = process.argv.slice(2)
const session = createSession({ workdir: root, builtinDeny: false, fsync: false, journal: { dir, maxBytes: Number(maxBytes) } })
const call = { requireRead: false, maxResponseSize: 1e6, by: { dialect: 'd', tool: 't', client: name } }
const path = root + '/' + name
for (let now = 1; now <= Number(writes); now += 1) {
  await writeFile(session, { path, content: (name + now + '.').repeat(300) }, call)
  if (now % 3 !== 0) continue
  const last = await session.journal.last({ session: session.id, file: path, state: 'done' })
  const outcome = last === null ? null : await session.journal.undo([last.id])
  const { problem, operations = [] } = outcome?.refusal ?? {}
  const isGone = problem === 'unknown' || operations.flatMap(({ files }) => files).some(({ problem }) => problem === 'not-kept')
  if (outcome?.kind === 'refused' && !isGone) throw new Error(JSON.stringify(outcome))
}
`;

it(`is shared by ${SERVERS} servers, of which each lets old operations go`, { timeout: 120_000 }, async () => {
  await using tree = await openTree({ work: null });
  using program = createProgram([join(import.meta.dirname, '../src/index.ts')], WRITER);
  const names = Array.from({ length: SERVERS }, (_, at) => `server${at}`);
  const children = names.map((name) =>
    program.start([tree.path('work'), tree.path('journal'), name, String(WRITES), String(MAX_BYTES)]),
  );
  expect(await Promise.all(children.map(ended))).toEqual(names.map(() => 0));
  const isUndone = names.map((name) => {
    const [last, before] = [WRITES, WRITES - 1].map((now) => `${name}${now}.`.repeat(300));
    const content = readFileSync(tree.path('work', name), 'utf8');
    expect([last, before]).toContain(content);
    return content === before;
  });
  expect(isUndone).toContain(true);
  const contents = tree.path('journal/contents');
  const sizes = readdirSync(contents).map((name) => statSync(join(contents, name)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_BYTES);
  expect(readdirSync(tree.path('journal/records'))).toEqual([]);
  await using session = sessionIn(tree, MAX_BYTES);
  const operations = (await session.journal?.operations({ state: 'done' })) ?? [];
  expect(operations.length).toBeGreaterThan(1);
  // Whatever is listed as the last that was done to a file can be taken back.
  for (const name of new Set(operations.map(({ client }) => client))) {
    const last = operations.find(({ client }) => client === name);
    expect(await session.journal?.undo([last?.id ?? ''], { dryRun: true })).toMatchObject({ kind: 'undone' });
  }
});

function sessionIn(tree: TemporaryTree, maxBytes?: number): Session {
  const dir = tree.path('journal');
  return createSession({
    workdir: tree.path('work'),
    builtinDeny: false,
    journal: { dir, ...(maxBytes !== undefined && { maxBytes }) },
  });
}

describe('a journal on a full disk', () => {
  it('lets no call change what it cannot keep, and takes up again once there is room', async (context) => {
    await using tree = await openTree({ 'work/f': 'old', journal: null });
    using _disk = mount(context, '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', tree.path('journal'));
    await using session = sessionIn(tree);
    const path = tree.path('work/f');
    const write = (content: string) => writeFile(session, { path, content }, CALL);
    await write('first');
    const filler = tree.path('journal/filler');
    for (let left = 2 ** 20; left >= 1; left = Math.floor(left / 2)) fill(filler, left);
    await expect(write('second'.repeat(2000))).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect(readFileSync(path, 'utf8')).toBe('first');
    expect(readdirSync(tree.path('work'))).toEqual(['f']);
    writeFileSync(filler, '');
    await write('third');
    expect((await session.journal?.operations())?.length).toBe(2);
    expect(await session.journal?.undo()).toMatchObject({ kind: 'undone' });
    expect(await session.journal?.undo()).toMatchObject({ kind: 'undone' });
    expect(readFileSync(path, 'utf8')).toBe('old');
  });

  it('keeps no content that is larger than all of it', async () => {
    await using tree = await openTree({ 'work/f': 'x'.repeat(1000) });
    await using session = sessionIn(tree, 500);
    const path = tree.path('work/f');
    await writeFile(session, { path, content: 'small' }, CALL);
    const [operation] = (await session.journal?.operations()) ?? [];
    expect(await session.journal?.undo()).toEqual({
      kind: 'refused',
      refusal: {
        problem: 'files',
        operations: [
          { id: operation?.id, files: [{ path, isDirectory: false, problem: 'not-kept', changedBy: null }] },
        ],
      },
    });
    expect(readFileSync(path, 'utf8')).toBe('small');
  });
});

function fill(path: string, bytes: number): void {
  try {
    writeFileSync(path, new Uint8Array(bytes), { flag: 'a' });
  } catch {
    // It is full.
  }
}

describe('a journal', () => {
  it('records nothing of dry runs, and undoes nothing in a session that only reads', async () => {
    await using tree = await openTree({ 'work/f': 'old' });
    const options = { workdir: tree.path('work'), builtinDeny: false, journal: { dir: tree.path('journal') } };
    const path = tree.path('work/f');
    await using dry = createSession({ ...options, dryRun: true });
    await writeFile(dry, { path, content: 'new' }, CALL);
    expect(await dry.journal?.operations()).toEqual([]);
    await using session = createSession(options);
    await writeFile(session, { path, content: 'new' }, CALL);
    expect(await dry.journal?.undo()).toMatchObject({ kind: 'undone', dryRun: true });
    await using reader = createSession({ ...options, readOnly: true });
    await expect(reader.journal?.undo()).rejects.toMatchObject({ code: 'READ_ONLY' });
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  it('is private, and made where it is missing, in an allowed tree only if that is said', async () => {
    await using tree = await openTree({ 'work/f': 'old' });
    mkdirSync(tree.path('work/j'), { mode: 0o755 });
    await using session = createSession({
      workdir: tree.path('work'),
      builtinDeny: false,
      journal: { dir: tree.path('work/j') },
    });
    await writeFile(session, { path: tree.path('work/f'), content: 'new' }, CALL);
    expect(statSync(tree.path('work/j')).mode & 0o777).toBe(0o700);
    await expect(session.volume.open(tree.path('work/j/operations.jsonl'))).rejects.toMatchObject({
      code: 'ACCESS_DENIED',
    });
    const environment = { XDG_STATE_HOME: tree.path('work') };
    expect(() => createSession({ workdir: tree.path('work'), environment, journal: {} })).toThrow(/allowed directory/);
    expect(existsSync(tree.path('work/dragoman'))).toBe(false);
  });
});
