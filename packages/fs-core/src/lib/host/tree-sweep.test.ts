import { lstatSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createTreeSweep, type TreeTable } from './tree-sweep.ts';

const DIRECTORIES = ['', 'in', 'in/deep'];
const FILES = ['a', 'b', 'c', 'd'];
const PATHS = ['a', 'b', 'in/c', 'in/deep/d'];

function texts(all: readonly string[]) {
  const parts = all.map((text) => Buffer.from(text));
  let end = 0;
  return {
    bytes: Uint8Array.from(Buffer.concat(parts)),
    ends: Uint32Array.from(parts, ({ length }) => {
      end += length;
      return end;
    }),
  };
}

function tableOf(root: string): TreeTable {
  const states = [...DIRECTORIES, ...PATHS].flatMap((path) => {
    const { dev, ino, size, ctimeNs } = lstatSync(`${root}/${path}`, { bigint: true });
    return [dev, ino, size, ctimeNs];
  });
  const [directories, names] = [texts(DIRECTORIES), texts(FILES)];
  return {
    root: Buffer.from(root).toString('latin1'),
    directories: directories.bytes,
    directoryEnds: directories.ends,
    firstFiles: Uint32Array.of(0, 2, 3, 4),
    names: names.bytes,
    nameEnds: names.ends,
    states: BigUint64Array.from(states),
  };
}

const openSwept = () => openTree({ 'ü/a': '1', 'ü/b': '2', 'ü/in/c': '3', 'ü/in/deep/d': '4' });

describe.skipIf(process.platform === 'win32')('createTreeSweep', () => {
  it('tells what differs from the table', async () => {
    await using tree = await openSwept();
    const root = tree.path('ü');
    const sweep = createTreeSweep(tableOf(root));
    expect(await sweep.look(0, 3)).toEqual({ directories: [], files: [] });
    writeFileSync(`${root}/b`, 'changed');
    rmSync(`${root}/in/deep/d`);
    expect(await sweep.look(0, 3)).toEqual({ directories: [2], files: expect.arrayContaining([1, 3]) });
    expect(await sweep.look(1, 2)).toEqual({ directories: [], files: [] });
    renameSync(`${root}/in`, `${root}/away`);
    symlinkSync('away', `${root}/in`);
    const changes = await sweep.look(0, 3);
    expect(changes.directories).toEqual(expect.arrayContaining([0, 1]));
    sweep.close();
  });

  it('takes what has no state for changed', async () => {
    await using tree = await openSwept();
    const table = tableOf(tree.path('ü'));
    table.states.fill(0n, 4 * 5, 4 * 6);
    const sweep = createTreeSweep(table);
    expect(await sweep.look(0, 3)).toEqual({ directories: [], files: [2] });
    sweep.close();
  });

  it('lets those who ask while it looks share the next look, and looks again after a close', async () => {
    await using tree = await openSwept();
    const root = tree.path('ü');
    const sweep = createTreeSweep(tableOf(root));
    const first = sweep.look(0, 3);
    await Promise.resolve();
    const [second, third] = [sweep.look(1, 2), sweep.look(0, 3)];
    expect(third).toBe(second);
    expect(await Promise.all([first, second])).toEqual(Array(2).fill({ directories: [], files: [] }));
    sweep.close();
    writeFileSync(`${root}/a`, 'changed');
    expect(await sweep.look(0, 1)).toEqual({ directories: [], files: [0] });
    const cut = sweep.look(0, 3);
    await Promise.resolve();
    sweep.close();
    await cut.catch((error: Error) => expect(error.message).toBe('The thread has ended'));
    sweep.close();
  });
});
