import { readdirSync, readFileSync } from 'node:fs';
import { openTree, serve, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { commandsIn } from './journal-commands.ts';

const NAMES = ['a', 'b'];
const PATCH = `*** Begin Patch\n${NAMES.map((name) => `*** Update File: ${name}\n-one\n+two`).join('\n')}\n*** End Patch`;

// A process that is gone as soon as the first of the files has its new content.
const KILLED = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { renameSync } = fs;
  fs.renameSync = (from, to) => {
    renameSync(from, to);
    if (/[/][ab]$/.test(String(to))) process.kill(process.pid, 'SIGKILL');
  };
  syncBuiltinESMExports();
`;

const textsIn = (tree: TemporaryTree) => NAMES.map((name) => readFileSync(tree.path('work', name), 'utf8'));

/** Kills a call, its undo or its redo between its two files. */
async function killedIn(tree: TemporaryTree, what: 'call' | 'undo' | 'redo'): Promise<void> {
  const words = { call: ['--journal', '--dialect', 'codex', 'apply_patch', PATCH], undo: ['undo'], redo: ['redo'] };
  const { run } = commandsIn(tree);
  for (const before of { call: [], undo: [words.call], redo: [words.call, words.undo] }[what])
    expect(await run(...before)).toMatchObject({ code: 0 });
  const option = `--import data:text/javascript,${encodeURIComponent(KILLED)}`;
  expect((await commandsIn(tree, { NODE_OPTIONS: option }).run(...words[what])).code).toBeNull();
  expect(textsIn(tree).sort()).toEqual(['one\n', 'two\n']);
}

async function expectWhole(tree: TemporaryTree): Promise<void> {
  const texts = textsIn(tree);
  expect(readdirSync(tree.path('state/dragoman/journal/records'))).toEqual([]);
  const { stdout } = await commandsIn(tree).run('log', '--json');
  const [operation] = JSON.parse(stdout);
  const text = operation?.state === 'done' ? 'two\n' : 'one\n';
  expect(texts).toEqual([text, text]);
  expect(readdirSync(tree.path('work')).sort()).toEqual(NAMES);
}

const FILES = { 'work/a': 'one\n', 'work/b': 'one\n' };

describe('what a killed process left half done', () => {
  it.each([
    ['call', 'log'],
    ['call', 'diff'],
    ['call', 'undo'],
    ['call', 'redo'],
    ['undo', 'log'],
    ['redo', 'undo'],
  ] as const)('of %s is finished by %s', async (what, command) => {
    await using tree = await openTree(FILES);
    await killedIn(tree, what);
    await commandsIn(tree).run(command);
    await expectWhole(tree);
    if (command === 'undo') expect(textsIn(tree)).toEqual(['one\n', 'one\n']);
  });

  it('is finished by the next server before its first call', async () => {
    await using tree = await openTree(FILES);
    await killedIn(tree, 'undo');
    const journal = ['--journal', '--journal-dir', tree.path('state/dragoman/journal')];
    await using server = await serve('codex', tree, { args: ['--workdir', tree.path('work'), ...journal] });
    const first = await Promise.all(
      NAMES.map((name) => server.call('read_file', { file_path: tree.path('work', name) })),
    );
    expect(new Set(first.map(({ text }) => text)).size).toBe(1);
    await expectWhole(tree);
  });
});
