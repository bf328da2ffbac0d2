import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { changeMany } from './many-changes.ts';
import { runLimited, startLimited } from './many-operations.ts';

/** An option of Node by which each file that is prepared takes some time. */
const SLOWLY = `--import=data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  for (const name of ['openSync', 'writeSync']) {
    const act = fs[name];
    fs[name] = (target, ...rest) => {
      if (name === 'writeSync' || String(target).includes('.dragoman-'))
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
      return act(target, ...rest);
    };
  }
  syncBuiltinESMExports();
`)}`;

const COUNT = 60;
const FILES = Object.fromEntries(Array.from({ length: COUNT }, (_, at) => [`work/f${at}`, 'old\n']));
const SECTIONS = Array.from({ length: COUNT }, (_, at) => `*** Update File: f${at}\n@@\n-old\n+new\n`);
const PATCH = `*** Begin Patch\n${SECTIONS.join('')}*** End Patch\n`;
const APPLY = ['--dialect', 'codex', 'apply_patch', PATCH];

describe.skipIf(process.platform === 'win32')('a change of many files', () => {
  it('is made, undone, redone and committed with fewer descriptors than files', { timeout: 120_000 }, async () => {
    await changeMany(120, 100);
  });

  it.each<[string, readonly (readonly string[])[], RegExp, RegExp]>([
    ['apply_patch', [APPLY], /^apply_patch: [1-9]\d* of 60, \d+ s$/m, /ancel/],
    ['undo', [['--journal', ...APPLY], ['undo']], /^undo: [1-9]\d* of 60, \d+ s$/m, /ancel/],
    [
      'overlay commit',
      [
        ['--overlay', ...APPLY],
        ['overlay', 'commit'],
      ],
      /^commit: [1-9]\d* of 60, \d+ s$/m,
      /^dragoman: Stopped there: 0 of 60 changes are committed$/m,
    ],
  ])('says how far %s is, and that nothing was changed when it is interrupted', async (_, commands, progress, end) => {
    await using tree = await openTree(FILES);
    const [last = [], ...before] = commands.toReversed();
    for (const args of before) expect((await runLimited(tree, 1024, ...args)).code).toBe(0);
    const content = readFileSync(tree.path('work/f0'), 'utf8');
    const child = startLimited(tree, { descriptors: 1024, more: { NODE_OPTIONS: SLOWLY } }, last);
    let printed = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      if (!progress.test(printed) && progress.test(printed + chunk)) child.kill('SIGINT');
      printed += chunk;
    });
    const [code] = await once(child, 'close');
    expect(printed).toMatch(progress);
    expect(printed).toMatch(end);
    expect(code).toBe(130);
    for (let at = 0; at < COUNT; at += 1) expect(readFileSync(tree.path(`work/f${at}`), 'utf8')).toBe(content);
  });
});
