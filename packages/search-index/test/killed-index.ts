import type { ChildProcess } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLocalVolume } from '@dragoman/fs-core';
import { createProgram, ended, openTree, passTick } from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { forcedIndex, indexTree, search, updateIndex } from './indexed.ts';

/** Works at an index, and kills itself before it changes the disk for the given time: 0 for never. */
const PROGRAM = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { buildTreeIndex, createNarrower, findLines, openLocalVolume, refreshTreeIndex } from './index-program.js';

const [action, root, directory, kill] = process.argv.slice(2);
let changes = 0;
const counted = (change) => (...args) => {
  changes += 1;
  if (changes === Number(kill)) process.kill(process.pid, 'SIGKILL');
  return change(...args);
};
for (const name of ['writeSync', 'renameSync', 'rmSync', 'mkdirSync', 'symlinkSync', 'unlinkSync', 'utimesSync']) {
  fs[name] = counted(fs[name]);
}
const open = fs.openSync;
fs.openSync = (path, flags, mode) => (typeof flags === 'string' && flags !== 'r' ? counted(open) : open)(path, flags, mode);
syncBuiltinESMExports();

const volume = openLocalVolume({ allow: [root] });
const skip = new Set();
const given = { volume, root, directory, rules: '', userExcludes: null, skip, restMs: 0 };
if (action === 'build') await buildTreeIndex(given);
else if (action === 'refresh') await refreshTreeIndex(given, { leastFiles: 0, leastChanges: 1, leastPart: 1 });
else {
  const bounds = { slowMs: 0, slowSearches: 0, leastFiles: 0, mostListed: Infinity };
  const index = createNarrower({ directory, rules: '', log() {}, slow: new Map(), building: null, bounds });
  const searched = await volume.open(root);
  const request = { pattern: 'needle', result: 'lines', hidden: true, ignoreFiles: 'all', skip, maxLines: 9, index };
  for await (const files of findLines(volume, searched, request)) console.log(files.length);
}
`;

export const FILES = { 'tree/a': 'needle\n', 'tree/b': 'hay\n', 'tree/c/d': 'needle, hay\n', index: null };
export const lacksLinux = process.platform !== 'linux';

/**
 * States that an index loses no line whose process is killed at a change of the disk.
 * @param step every how many changes one is killed: 1 for each in turn
 */
export function killedIndexSuite(step: number): void {
  describe.skipIf(lacksLinux)('an index whose', () => {
    const program = lacksLinux ? null : createProgram([join(import.meta.dirname, 'index-program.ts')], PROGRAM);
    afterAll(() => program?.[Symbol.dispose]());

    // A program outside of the package finds ripgrep there.
    beforeAll(() => vi.stubEnv('NODE_PATH', join(import.meta.dirname, '../../search/node_modules')));

    const start = (action: string, root: string, directory: string, kill: number): ChildProcess => {
      const child = program?.start([action, root, directory, `${kill}`]);
      if (child === undefined) throw new Error('There is no program');
      child.stdout?.resume();
      return child;
    };

    it.each(['build', 'refresh', 'search'])(
      'process is killed at any change of the disk loses no line: %s',
      { timeout: 600_000 },
      async (action) => {
        await using tree = await openTree(FILES);
        const [root, directory] = [tree.path('tree'), tree.path('index')];
        let kill = 0;
        let end: NodeJS.Signals | null = 'SIGKILL';
        for (; end === 'SIGKILL'; kill += step) {
          if (action !== 'build') await indexTree(root, directory);
          writeFileSync(join(root, `new-${kill}`), 'needle\n');
          passTick(tree.path('tick'));
          const child = start(action, root, directory, kill + 1);
          await ended(child);
          end = child.signalCode;
          if (end === null) expect(child.exitCode).toBe(0);
          await expectRightLines(root, directory);
        }
        expect(kill).toBeGreaterThan(2);
        await updateOrBuild(root, directory);
        expect(namesOf(directory)).toEqual(['manifest', 'segment', 'table']);
      },
    );

    it('builders are three takes one of them at a time', async () => {
      await using tree = await openTree(FILES);
      const [root, directory] = [tree.path('tree'), tree.path('index')];
      const builders = Array.from({ length: 3 }, () => start('refresh', root, directory, 0));
      const reader = start('search', root, directory, 0);
      const codes = await Promise.all([reader, ...builders].map((child) => ended(child)));
      expect(codes[0]).toBe(0);
      expect(codes.slice(1)).toContain(0);
      expect(namesOf(directory)).toEqual(['manifest', 'segment', 'table']);
      await expectRightLines(root, directory);
    });
  });
}

async function updateOrBuild(root: string, directory: string): Promise<void> {
  writeFileSync(join(root, 'last'), 'needle\n');
  await indexTree(root, directory);
  await updateIndex(root, directory).catch(() => 0);
  await indexTree(root, directory);
}

/** The kinds of the files of the only index. */
export function namesOf(directory: string): string[] {
  return readdirSync(homeIn(directory)).map((name) => name.replace(/-\d+$/, ''));
}

/** The directory of the only index. */
export function homeIn(directory: string): string {
  const place = join(directory, 'dragoman/index');
  const [home = ''] = readdirSync(place);
  return join(place, home);
}

/** Checks that a search finds by the index what it finds without; returns the lines that it logged. */
export async function expectRightLines(root: string, directory: string): Promise<string[]> {
  const told: string[] = [];
  const log = (_: string, text: string, data?: object) => void told.push(JSON.stringify({ text, ...data }));
  const volume = openLocalVolume({ allow: [root] });
  const expected = await search(volume, root, { pattern: 'needle' });
  expect(await search(volume, root, { pattern: 'needle', index: { ...forcedIndex(directory), log } })).toEqual(
    expected,
  );
  expect(expected.error).toBeNull();
  return told;
}
