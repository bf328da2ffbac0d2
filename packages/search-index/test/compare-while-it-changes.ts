import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { openLocalVolume } from '@dragoman/fs-core';
import { expect } from 'vitest';
import { forcedIndex, indexTree, type SearchRequest, search, updateIndex } from './indexed.ts';

const FILES = 4_000;
const FILES_A_DIRECTORY = 20;
const EDITOR = join(import.meta.dirname, 'edit-tree.py');
// What has changed since accumulates; an index that rules nothing out would test nothing.
const EDITS_AN_INDEX = 100;
const EDITS_AN_UPDATE = 25;

const SOUGHT: readonly SearchRequest[] = [
  { pattern: 'needle' },
  { pattern: 'NEEDLE', ignoreCase: true },
  { pattern: 'quartz|pelican', result: 'counts', inOrder: true },
  { pattern: 'zebra\\d+', hidden: false },
  { pattern: 'fühlen', globs: ['!*.log'] },
  { pattern: 'haystack needle', literal: true, ignoreFiles: 'none' },
  { pattern: 'file-\\d*7 pelican', multiline: true },
];

export function plant(root: string): void {
  for (let file = 0; file < FILES; file++) {
    const group = Math.floor(file / FILES_A_DIRECTORY);
    const directory = join(root, `part-${group % 7}`, `group-${group}`);
    if (file % FILES_A_DIRECTORY === 0) mkdirSync(directory, { recursive: true });
    const word = file % 97 === 0 ? 'pelican' : 'sparrow';
    writeFileSync(join(directory, `file-${file}${file % 5 === 0 ? '.log' : ''}`), `file-${file} ${word}\n`.repeat(20));
  }
  mkdirSync(join(root, 'out'));
  writeFileSync(join(root, 'out', 'made'), 'needle, made\n');
  writeFileSync(join(root, '.gitignore'), 'out/\n');
  mkdirSync(join(root, '.git'));
}

/** Another process that changes a tree, a step for each call. */
function startEditor(root: string, outside: string, seed: number) {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn('python3', [EDITOR, root, outside, `${seed}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit').then((): never => {
    throw new Error(`The editor has ended; seed ${seed}`);
  });
  ended.catch(() => undefined);
  return {
    async edit(): Promise<string> {
      const answer = once(lines, 'line');
      child.stdin.write('\n');
      return String((await Promise.race([answer, ended]))[0]);
    },
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  };
}

export interface ChangingTree {
  readonly root: string;
  /** The directory of files whose names are in no index; on the same file system. */
  readonly outside: string;
  /** The directory of the index. */
  readonly place: string;
}

/** Changes a tree again and again, and searches it after each change, with an index and without. */
export async function compareWhileItChanges({ root, outside, place }: ChangingTree, rounds: number) {
  const seed = Math.floor(Math.random() * 2 ** 31);
  using editor = startEditor(root, outside, seed);
  const told: string[] = [];
  const index = { ...forcedIndex(place), log: (_: string, text: string) => void told.push(text) };
  const edits: string[] = [];
  const segments: number[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % EDITS_AN_INDEX === 0) await indexTree(root, place, null);
    else if (round % EDITS_AN_UPDATE === 0) {
      execFileSync('sync', ['-f', root]);
      segments.push(await updateIndex(root, place));
    }
    edits.push(await editor.edit());
    for (const at of [round, round + 3]) {
      const sought = SOUGHT[at % SOUGHT.length] ?? { pattern: 'needle' };
      // No volume remembers listings of the one before.
      const [narrowed, full] = [openLocalVolume({ allow: [root] }), openLocalVolume({ allow: [root] })];
      const found = await search(narrowed, root, { ...sought, index });
      const expected = await search(full, root, sought);
      expect(found, `seed ${seed}, round ${round}: ${sought.pattern} after ${edits.slice(-5).join(', ')}`).toEqual(
        expected,
      );
    }
  }
  return { narrowed: told.filter((text) => text === 'search reads some files').length, segments };
}

/** True if this machine cannot run a program. */
export function lacks(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
}

/** Paths of a tree, and of what belongs to it, on a file system of their own. */
export function treeOn(disk: string): ChangingTree {
  return { root: join(disk, 'tree'), outside: join(disk, 'outside'), place: join(disk, 'index') };
}
