import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createSession } from '../src/lib/create-session.ts';
import type { SessionOptions } from '../src/lib/session.ts';

const isHere = existsSync('/usr/bin/flock') && existsSync('/proc/self/fd');
// A process of another machine: what it left long ago is finished by whoever looks.
const DEAD = '4194399-5-00000000';
const NAMES = {
  tree: { staged: `.dragoman-${DEAD}-000000000001.tmp`, kept: `.dragoman-${DEAD}-000000000002.old` },
  journal: { staged: `.dragoman-${DEAD}-000000000003.tmp`, kept: `.dragoman-${DEAD}-000000000004.old` },
};

/** A tree and a journal, each with the record of a process that died before it had put its file in place. */
async function openLeft(): Promise<TemporaryTree> {
  const { tree, journal } = NAMES;
  const opened = await openTree({
    ...{ [`work/${tree.staged}`]: 'new', [`work/${tree.kept}`]: 'old', 'work/.dragoman/transactions': null },
    ...{ [`work/${journal.staged}`]: 'new', [`work/${journal.kept}`]: 'old' },
  });
  const put = (path: string, names: object) =>
    `${JSON.stringify({ steps: [{ do: 'put', path, ...names }], made: [] })}\n[null]\nfalse\n`;
  writeFileSync(opened.path('work/.dragoman/transactions/1.jsonl'), put('f', tree));
  mkdirSync(opened.path('journal/records'), { recursive: true, mode: 0o700 });
  const record = opened.path('journal/records', `${DEAD}-000000000005.jsonl`);
  writeFileSync(record, put(opened.path('work/g'), journal), { mode: 0o600 });
  utimesSync(record, 0, 0);
  return opened;
}

const namesIn = (tree: TemporaryTree) => readdirSync(tree.root, { recursive: true }).sort();

async function lookedAt(tree: TemporaryTree, options: Partial<SessionOptions>): Promise<void> {
  const workdir = tree.path('work');
  const journal = { dir: tree.path('journal') };
  await using session = createSession({ workdir, locks: 'shared', index: 'off', journal, ...options });
  (await session.volume.open(workdir)).close();
  await session.journal?.operations();
}

describe.skipIf(!isHere)('what a killed process left half done', () => {
  it.each([{ readOnly: true }, { dryRun: true }])('stays as it is in a session with %o', async (options) => {
    await using tree = await openLeft();
    await lookedAt(tree, { readOnly: true });
    const before = namesIn(tree);
    await lookedAt(tree, options);
    expect(namesIn(tree)).toEqual(before);
    expect(before).toContain(`work/${NAMES.tree.kept}`);
  });

  it('is taken back in any other', async () => {
    await using tree = await openLeft();
    await lookedAt(tree, {});
    expect(readdirSync(tree.path('work')).sort()).toEqual(['.dragoman', 'f', 'g']);
    expect(['f', 'g'].map((name) => readFileSync(tree.path('work', name), 'utf8'))).toEqual(['old', 'old']);
    expect(['work/.dragoman/transactions', 'journal/records'].map((name) => readdirSync(tree.path(name)))).toEqual([
      [],
      [],
    ]);
  });
});
