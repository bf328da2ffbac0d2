import { renameSync, writeFileSync } from 'node:fs';
import { openLocalVolume } from '@dragoman/fs-core';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { type Counts, countAgain, countLines, type OpenedMatch } from '../src/lib/confirm/count-again.ts';
import type { LineQuery } from '../src/lib/ripgrep/ripgrep-arguments.ts';

const TEXTS = {
  'one.txt': 'needle\n',
  'sub/several.txt': 'a needle, a needle\r\nnone\r\nNEEDLE\r\nneedle',
  'sub/none.txt': 'nothing\n',
  'marked.txt': '\uFEFFneedle\n',
};

const QUERIES: Readonly<Record<string, Partial<LineQuery>>> = {
  lines: {},
  'single matches': { onlyMatching: true },
  'any case': { ignoreCase: true },
  'over several lines': { pattern: 'needle\\s+n', multiline: true },
};

type Way = typeof countAgain;

async function countsIn(tree: TemporaryTree, way: Way, query: Partial<LineQuery>, change = () => {}): Promise<Counts> {
  const volume = openLocalVolume({ allow: [tree.root] });
  using searched = await volume.open(tree.root);
  if (searched.kind !== 'directory') throw new TypeError('Not a directory');
  const opened = new Map<string, OpenedMatch>();
  const counts: Counts = new Map();
  try {
    for (const path of Object.keys(TEXTS)) opened.set(path, { file: searched.openFile(path), count: 1 });
    change();
    const whole = { pattern: 'needle', result: 'counts', hidden: true, ...query } as const;
    await way({ searched, opened, query: whole, signal: undefined }, counts);
  } finally {
    for (const { file } of opened.values()) file.close();
  }
  return counts;
}

const certain = (counts: Counts) => [...counts].filter(([, count]) => count !== null).sort();

describe('countLines', () => {
  it.each(Object.entries(QUERIES))('counts %s as ripgrep does in open files', async (_, query) => {
    await using tree = await openTree(TEXTS);
    const counts = await countsIn(tree, countLines, query);
    expect(certain(counts)).toEqual(certain(await countsIn(tree, countAgain, query)));
    expect(counts.get('sub/none.txt')).toBeNull();
  });

  it('leaves open what it finds under the name of another file', async () => {
    await using tree = await openTree(TEXTS);
    const counts = await countsIn(tree, countLines, {}, () => writeFileSync(tree.path('one.txt'), 'x\nneedle\n'));
    // The same file with another content: what is found is there.
    expect(counts.get('one.txt')).toBe(1);
    const replaced = await countsIn(tree, countLines, {}, () => replace(tree.path('one.txt'), 'needle again\n'));
    expect(replaced.get('one.txt')).toBeNull();
    expect(replaced.get('marked.txt')).toBe(1);
  });
});

function replace(path: string, content: string): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}
