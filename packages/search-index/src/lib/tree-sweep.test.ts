import { lstatSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import fc from 'fast-check';
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

/** One file in each directory. */
function wideTable(root: string, files: readonly string[]): TreeTable {
  const parents = files.map((file) => file.split('/')[0] as string);
  const states = [...parents, ...files].flatMap((path) => {
    const { dev, ino, size, ctimeNs } = lstatSync(`${root}/${path}`, { bigint: true });
    return [dev, ino, size, ctimeNs];
  });
  const [directories, names] = [texts(parents), texts(files.map(() => 'file'))];
  return {
    root: Buffer.from(root).toString('latin1'),
    ...{ directories: directories.bytes, directoryEnds: directories.ends },
    firstFiles: Uint32Array.from({ length: files.length + 1 }, (_, at) => at),
    ...{ names: names.bytes, nameEnds: names.ends, states: BigUint64Array.from(states) },
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

  it('shows whoever asks while it looks what was written before they asked, wherever the look is by then', async () => {
    const names = Array.from({ length: 512 }, (_, at) => `in${at}/file`);
    await using tree = await openTree(Object.fromEntries(names.map((name) => [name, ''])));
    const sweep = createTreeSweep(wideTable(tree.root, names));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(511), fc.nat(511), fc.nat(511)), { maxLength: 12 }), async (asked) => {
        const written = new Set<number>();
        const looks = asked.map(async ([at, one, other]) => {
          const [from, to] = [Math.min(one, other), Math.max(one, other) + 1];
          await Promise.race([sweep.look(at, at + 1), sweep.look(0, 512)]);
          writeFileSync(tree.path(names[at] as string), `${Math.random()}`);
          written.add(at);
          const before = [...written].filter((file) => file >= from && file < to);
          expect((await sweep.look(from, to)).files).toEqual(expect.arrayContaining(before));
        });
        await Promise.all(looks);
      }),
      { numRuns: 20 },
    );
    sweep.close();
  });

  it('looks again after a close, and tells those who wait that it has ended', async () => {
    await using tree = await openSwept();
    const root = tree.path('ü');
    const sweep = createTreeSweep(tableOf(root));
    expect(await Promise.all([sweep.look(0, 3), sweep.look(1, 2), sweep.look(2, 2)])).toEqual(
      Array(3).fill({ directories: [], files: [] }),
    );
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
