import { once } from 'node:events';
import { mkdirSync, statSync, symlinkSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { makeDirectories } from './make-directories.ts';

// Makes the same directories in each round, from the top.
const RIVAL = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { mkdirSync } = require('node:fs');
  const { round, root, rounds, names } = workerData;
  parentPort.postMessage('ready');
  for (let next = 1; next <= rounds; next += 1) {
    Atomics.wait(round, 0, next - 1);
    for (const name of names) try { mkdirSync(root + '/' + next + name, 0o700); } catch {}
  }`;

describe('makeDirectories', () => {
  it('makes what is missing with the mode, and leaves what is there', async () => {
    await using tree = await openTree();
    mkdirSync(tree.path('a'), 0o755);
    for (let again = 0; again < 2; again += 1) makeDirectories(tree.path('a/b/c'), 0o700);
    expect(statSync(tree.path('a/b/c')).isDirectory()).toBe(true);
    if (process.platform !== 'win32')
      expect(['a', 'a/b', 'a/b/c'].map((name) => statSync(tree.path(name)).mode & 0o777)).toEqual([
        0o755, 0o700, 0o700,
      ]);
  });

  it('makes what another thread makes at the same time', async () => {
    await using tree = await openTree();
    const rounds = 50;
    const names = Array.from({ length: 20 }, (_, depth) => '/d'.repeat(depth));
    const state = { round: new Int32Array(new SharedArrayBuffer(4)), root: tree.root, rounds, names };
    const rival = new Worker(RIVAL, { eval: true, workerData: state });
    await once(rival, 'message');
    for (let round = 1; round <= rounds; round += 1) {
      Atomics.store(state.round, 0, round);
      Atomics.notify(state.round, 0);
      makeDirectories(`${tree.path(String(round))}${names.at(-1)}`, 0o700);
    }
    expect(await once(rival, 'exit')).toEqual([0]);
  });

  it('follows a link to a directory, and refuses a file and a link to nothing', async () => {
    await using tree = await openTree({ file: '', 'd/': null });
    symlinkSync('d', tree.path('link'));
    symlinkSync('gone', tree.path('dangling'));
    makeDirectories(tree.path('link/e'), 0o700);
    expect(statSync(tree.path('d/e')).isDirectory()).toBe(true);
    for (const name of ['file', 'file/e', 'dangling']) expect(() => makeDirectories(tree.path(name), 0o700)).toThrow();
  });

  it.skipIf(process.platform !== 'linux')('ends where the system makes nothing', () => {
    expect(() => makeDirectories('/proc/dragoman/d', 0o700)).toThrow('ENOENT');
  });
});
