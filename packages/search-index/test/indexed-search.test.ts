import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalVolume } from '@dragoman/fs-core';
import { testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { buildTree, randomTree } from '../../search/test/random-tree.ts';
import { forcedIndex, indexTree, search } from './indexed.ts';

const home = mkdtempSync(join(tmpdir(), 'dragoman-index-'));
const place = join(home, 'index');
afterAll(() => rmSync(home, { recursive: true, force: true }));

const pattern = fc.constantFrom(
  'needle',
  'Needle',
  'hay',
  'x4',
  'n.edle',
  'ünï',
  '(paren',
  '\\(paren\\)',
  'need(le|ed)',
  '',
  'zzz',
);
const globs = fc.constantFrom([], [], ['*.txt'], ['!*.txt'], ['sub/**'], ['.env'], ['a'], ['**/b']);
const request = fc.record({
  pattern,
  literal: fc.boolean(),
  ignoreCase: fc.boolean(),
  multiline: fc.boolean(),
  hidden: fc.boolean(),
  inOrder: fc.boolean(),
  globs,
  ignoreFiles: fc.constantFrom('all', 'git', 'none'),
  result: fc.constantFrom('lines', 'counts'),
});

describe.skipIf(process.platform !== 'linux')('a search with an index', () => {
  it('finds what one without it finds, and says the same of it', { timeout: 600_000 }, async () => {
    const narrowed: string[] = [];
    const property = fc.asyncProperty(
      randomTree,
      fc.array(request, { minLength: 1, maxLength: 6 }),
      async (plan, requests) => {
        using tree = buildTree(plan);
        // ripgrep reads none of these as they are.
        writeFileSync(join(tree.root, 'latin.c'), Buffer.from('hay needle ünï\n', 'latin1'));
        writeFileSync(join(tree.root, 'utf16.txt'), Buffer.from('hay needle ünï\r\n', 'utf16le'));
        writeFileSync(join(tree.root, 'late.log'), `needle\n${'hay\n'.repeat(2_000)}\0\nneedle ünï\n`);
        await indexTree(tree.root, place);
        const volume = openLocalVolume({ allow: [tree.root] });
        const index = { ...forcedIndex(place), log: (_: string, text: string) => void narrowed.push(text) };
        for (const each of requests) {
          const sought = each as Parameters<typeof search>[2];
          expect(await search(volume, tree.root, { ...sought, index })).toEqual(
            await search(volume, tree.root, sought),
          );
        }
      },
    );
    const numRuns = testRounds(8);
    await fc.assert(property, { numRuns });
    expect(narrowed.filter((text) => text === 'search reads some files').length).toBeGreaterThan(numRuns);
  });
});
