import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { createSession, writeFile } from '@dragoman/tools';
import { describe, expect, it } from 'vitest';
import { commandsIn } from './journal-commands.ts';

const BY = { dialect: 'editor', tool: 'write', client: 'c' };
const CALL = { requireRead: false, maxResponseSize: 1e6, by: BY };
const SHORTEST = 4;

/** Records operations until two ids begin alike; the newest first. */
async function twoAlike(tree: TemporaryTree): Promise<readonly [string, string]> {
  const journal = { dir: tree.path('state/dragoman/journal') };
  await using session = createSession({ workdir: tree.path('work'), fsync: false, builtinDeny: false, journal });
  const ids = new Map<string, string>();
  for (let now = 0; ; now += 1) {
    await writeFile(session, { path: tree.path('work/f'), content: `${now}` }, CALL);
    const { id = '' } = (await session.journal?.last({})) ?? {};
    const known = ids.get(id.slice(0, SHORTEST));
    if (known !== undefined) return [id, known];
    ids.set(id.slice(0, SHORTEST), id);
  }
}

describe('an id', () => {
  it('is not enough of one if two operations begin with it', async () => {
    await using tree = await openTree({ work: null });
    const [newer, older] = await twoAlike(tree);
    const { run } = commandsIn(tree);
    const beginning = newer.slice(0, SHORTEST);
    const stderr = `dragoman: "${beginning}" names 2 operations: ${newer}, ${older}\n`;
    for (const command of ['undo', 'redo', 'diff'])
      expect([command, await run(command, beginning)]).toEqual([command, { stdout: '', stderr, code: 1 }]);
    const different = [...newer].findIndex((digit, at) => digit !== older[at]);
    expect((await run('undo', newer.slice(0, different + 1))).stdout).toBe(`Undid ${newer} (write)\n  M f\n`);
    expect((await run('diff', older)).stdout).toContain('diff --git a/f b/f\n');
  });
});

describe('dragoman log', () => {
  it('shows local times, and programs the same in ISO 8601', async () => {
    await using tree = await openTree({ work: null });
    const { call, run } = commandsIn(tree, { TZ: 'Asia/Tokyo' });
    expect(await run('log', '--json')).toEqual({ stdout: '[]\n', stderr: '', code: 0 });
    await call('create_file', 'a.txt', 'a');
    const [{ time }] = JSON.parse((await run('log', '--json')).stdout);
    const there = new Date(Date.parse(time) + 9 * 3_600_000).toISOString();
    expect((await run('log')).stdout).toContain(`  ${there.slice(0, 10)} ${there.slice(11, 19)}  create_file\n`);
  });

  it('tells nothing of what commands do', async () => {
    await using tree = await openTree({ work: null });
    const { call, run, workdir } = commandsIn(tree);
    expect((await call('--shell', 'unrestricted', 'bash', 'echo one >made')).code).toBe(0);
    expect(readdirSync(workdir)).toEqual(['made']);
    expect((await run('log')).stdout).toBe('No operations are recorded\n');
    expect((await run('undo')).stderr).toBe('dragoman: Nothing to undo\n');
  });
});

describe('what cannot be taken back or made again', () => {
  it('is an operation on a content that is larger than the whole journal', async () => {
    await using tree = await openTree({ 'work/f': 'x'.repeat(2000) });
    const { call, run, ids } = commandsIn(tree);
    expect((await call('--journal-size', '1KB', 'create_file', 'f', 'small')).code).toBe(0);
    const [id] = await ids();
    expect(await run('undo')).toEqual({
      stdout: '',
      stderr: `dragoman: Cannot undo ${id}: nothing was changed\n  f: its old content is not kept\n`,
      code: 1,
    });
    expect(readFileSync(tree.path('work/f'), 'utf8')).toBe('small');
  });

  it('is an operation whose files a person has changed since it was undone', async () => {
    await using tree = await openTree({ 'work/f': 'one\n' });
    const { call, run, ids, workdir } = commandsIn(tree);
    await call('str_replace', 'f', 'one', 'two');
    const [id] = await ids();
    await run('undo');
    writeFileSync(`${workdir}/f`, 'by hand\n');
    expect(await run('redo')).toEqual({
      stdout: '',
      stderr: `dragoman: Cannot redo ${id}: nothing was changed\n  f: changed since\n`,
      code: 1,
    });
    expect(readFileSync(`${workdir}/f`, 'utf8')).toBe('by hand\n');
  });
});
