import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import type { FindPageOutcome, SearchPageOutcome } from '@dragoman/outcomes';
import { callOptions, openTree } from '@dragoman/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../create-session.ts';
import type { Limits } from '../../limits.ts';
import type { Session } from '../../session.ts';
import { type FindPageRequest, findPage } from './find-page.ts';
import { type SearchPageRequest, searchPage } from './search-page.ts';

const none = { maxTokens: null, maxBytes: null, maxLines: null };

type ListArguments<Request extends { limits: unknown }> = Partial<Omit<Request, 'limits'>> & {
  readonly limits?: Partial<FindPageRequest['limits']>;
};

function find(session: Session, { limits, ...asked }: ListArguments<FindPageRequest> = {}) {
  return findPage(session, { pattern: '**', ...asked, limits: { ...none, ...limits } }, callOptions);
}

function search(
  session: Session,
  { limits, ...asked }: ListArguments<SearchPageRequest> = {},
  maxResponseSize?: number,
) {
  const request = { pattern: 'x', ignoreCase: false, ...asked, limits: { ...none, ...limits } };
  return searchPage(session, request, { ...callOptions, ...(maxResponseSize && { maxResponseSize }) });
}

async function all<Page extends { continuation: string | null }>(
  next: (continuation: { continuation?: string }) => Promise<Page>,
): Promise<Page[]> {
  const pages = [await next({})];
  for (let last = pages.at(-1)?.continuation; last; last = pages.at(-1)?.continuation) {
    pages.push(await next({ continuation: last }));
  }
  return pages;
}

const pathsOf = (pages: readonly FindPageOutcome[]) => pages.flatMap(({ files }) => files.map(({ path }) => path));
const linesOf = (pages: readonly SearchPageOutcome[]) =>
  pages.flatMap(({ matches }) => matches.map(({ path, line, text }) => `${path}:${line}:${text}`));
const sessionIn = (root: string, limits: Partial<Limits> = {}): Session => createSession({ workdir: root, limits });

describe('findPage', () => {
  const tree = { 'a-b': '1', 'a/b': '22', 'a/c': '', 'd.ts': '', '.hidden': '', '.git/x': '', 'node_modules/y': '' };

  it('finds files in the order of their paths, with size and time', async () => {
    await using place = await openTree(tree);
    utimesSync(place.path('a/b'), 0, 1_000_000_000.5);
    const found = await find(sessionIn(place.root));
    expect(found).toMatchObject({ truncatedBy: null, continuation: null, incomplete: false });
    expect(found.files.map(({ path, size }) => [path, size])).toEqual([
      ['.hidden', 0],
      ['a-b', 1],
      ['a/b', 2],
      ['a/c', 0],
      ['d.ts', 0],
    ]);
    expect(found.files[2]?.modified).toBe('2001-09-09T01:46:40.500Z');
  });

  it('finds names that are not UTF-8 too, wherever a page ends', { skip: process.platform !== 'linux' }, async () => {
    await using place = await openTree({ 'a/x': '', z: '' });
    for (const name of ['a/caf\xe9', 'caf\xe9']) writeFileSync(Buffer.from(`${place.root}/${name}`, 'latin1'), 'four');
    const session = sessionIn(place.root);
    const pages = await all((continuation) => find(session, { limits: { maxLines: 1 }, ...continuation }));
    expect(pathsOf(pages)).toEqual(['a/caf\udce9', 'a/x', 'caf\udce9', 'z']);
    expect(pages[0]?.files[0]?.size).toBe(4);
  });

  it('takes an empty path for the working directory, on every page', async () => {
    await using place = await openTree(tree);
    const session = sessionIn(place.root);
    const limits = { maxLines: 1 };
    const pages = await all((continuation) => find(session, { path: '', limits, ...continuation }));
    expect(pathsOf(pages)).toEqual(pathsOf([await find(session)]));
  });

  it('gives paths that can be read, and none for nothing', async () => {
    await using place = await openTree(tree);
    const session = sessionIn(place.root);
    expect(pathsOf([await find(session, { path: 'a' })])).toEqual(['a/b', 'a/c']);
    expect(pathsOf([await find(session, { path: place.path('a'), pattern: 'c' })])).toEqual(['a/c']);
    expect(await find(session, { pattern: '*.none' })).toMatchObject({
      files: [],
      truncatedBy: null,
      usage: { lines: 0 },
    });
    await expect(find(session, { path: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(find(session, { pattern: '' })).rejects.toMatchObject({ code: 'INVALID_PATTERN' });
  });

  it.each([
    [{ maxLines: 2 }, [2, 2, 1], 'lines'],
    [{ maxBytes: 70 }, [2, 2, 1], 'bytes'],
  ])('pages under %j', async (limits: Partial<Record<keyof typeof none, number>>, counts, truncatedBy) => {
    await using place = await openTree(tree);
    const session = sessionIn(place.root);
    const pages = await all((continuation) => find(session, { limits, ...continuation }));
    expect(pages.map(({ files }) => files.length)).toEqual(counts);
    expect(pages.map((page) => page.truncatedBy)).toEqual([...counts.slice(1).map(() => truncatedBy), null]);
    expect(pathsOf(pages)).toEqual(pathsOf([await find(session)]));
    for (const { usage } of pages) expect(usage.bytes).toBeLessThanOrEqual(limits.maxBytes ?? 1000);
  });

  it('keeps to the most paths that a search may return, and says whose limit it is', async () => {
    await using place = await openTree(tree);
    const session = sessionIn(place.root, { maxResults: 2 });
    const pages = await all((continuation) => find(session, { limits: { maxLines: 3 }, ...continuation }));
    expect(pages.map(({ files }) => files.length)).toEqual([2, 2, 1]);
    expect(pages[0]).toMatchObject({ truncatedBy: 'response', limits: { maxLines: 2 } });
  });

  it('refuses a limit under which not one file fits', async () => {
    await using place = await openTree(tree);
    const refused = find(sessionIn(place.root), { limits: { maxBytes: 5 } });
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { bound: 'bytes' } });
  });

  it('takes a continuation for its own search only', async () => {
    await using place = await openTree(tree);
    const session = sessionIn(place.root);
    const continuation = (await find(session, { limits: { maxLines: 1 } })).continuation ?? '';
    expect(pathsOf([await find(session, { continuation })])[0]).toBe('a-b');
    for (const other of [{ pattern: '*' }, { path: 'a' }, { continuation: `${continuation}A` }, { continuation: '' }]) {
      await expect(find(session, { continuation, ...other })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
    await expect(search(session, { continuation })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('shows no file twice in a tree that changes between pages', async () => {
    await using place = await openTree(Object.fromEntries(['b', 'd', 'f', 'h', 'j'].map((name) => [name, ''])));
    const session = sessionIn(place.root);
    const property = fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...'abcdefghijk'), fc.boolean())),
      async (changes) => {
        const left = [...changes];
        const pages = await all((continuation) => {
          for (const [name, exists] of left.splice(0, 3)) {
            if (exists) writeFileSync(place.path(name), '');
            else rmSync(place.path(name), { force: true });
          }
          return find(session, { limits: { maxLines: 2 }, ...continuation });
        });
        const paths = pathsOf(pages);
        expect(paths).toEqual([...new Set(paths)].sort());
      },
    );
    await fc.assert(property, { numRuns: 50 });
  });
});

describe('searchPage', () => {
  const tree = { 'a-b': 'x1\n', 'a/b': 'x2\nno\nx3\n', 'a/c': 'no\n', 'd.ts': 'X\nx4' };

  it('finds lines in the order of paths and lines', async () => {
    await using place = await openTree(tree);
    const session = sessionIn(place.root);
    const found = await search(session);
    expect(linesOf([found])).toEqual(['a/b:1:x2', 'a/b:3:x3', 'a-b:1:x1', 'd.ts:2:x4']);
    expect(found).toMatchObject({ truncatedBy: null, continuation: null, usage: { lines: 4, tokens: null } });
    expect(linesOf([await search(session, { ignoreCase: true, globs: ['*.ts'] })])).toEqual(['d.ts:1:X', 'd.ts:2:x4']);
    expect(linesOf([await search(session, { path: '', globs: [''] })])).toEqual(linesOf([found]));
    expect(linesOf([await search(session, { path: 'a/b' })])).toEqual(['a/b:1:x2', 'a/b:3:x3']);
    expect(await search(session, { pattern: 'none' })).toMatchObject({ matches: [], continuation: null });
    await expect(search(session, { pattern: '(' })).rejects.toMatchObject({ code: 'INVALID_PATTERN' });
  });

  it.each([
    [{ maxLines: 1 }, 4],
    [{ maxBytes: 19 }, 2],
    [{ maxBytes: 18 }, 3],
    [{ maxTokens: 14 }, 2],
  ])('pages under %j', async (limits: Partial<Record<keyof typeof none, number>>, count) => {
    await using place = await openTree(tree);
    const session = sessionIn(place.root);
    const pages = await all((continuation) => search(session, { limits, ...continuation }));
    expect(linesOf(pages)).toEqual(linesOf([await search(session)]));
    expect(pages).toHaveLength(count);
    for (const { usage } of pages) {
      expect(usage.lines).toBeLessThanOrEqual(limits.maxLines ?? 4);
      expect(usage.bytes).toBeLessThanOrEqual(limits.maxBytes ?? 100);
      expect(usage.tokens ?? 0).toBeLessThanOrEqual(limits.maxTokens ?? 0);
    }
  });

  it('goes on deep in a file with more matches than a page holds', async () => {
    await using place = await openTree({ f: 'x\n'.repeat(5000) });
    const session = sessionIn(place.root);
    const pages = await all((continuation) => search(session, { limits: { maxLines: 1500 }, ...continuation }));
    expect(pages.map(({ matches }) => matches.length)).toEqual([1500, 1500, 1500, 500]);
    expect(new Set(linesOf(pages)).size).toBe(5000);
  });

  it('keeps within what a response may carry', async () => {
    await using place = await openTree({ f: 'x"\\\t\n'.repeat(3000) });
    const session = sessionIn(place.root);
    const pages = await all((continuation) => search(session, continuation, 8192));
    expect(linesOf(pages)).toHaveLength(3000);
    for (const { matches } of pages) expect(JSON.stringify(matches).length).toBeLessThan(8192);
    expect(pages[0]?.truncatedBy).toBe('response');
  });

  it('refuses a limit under which not one match fits', async () => {
    await using place = await openTree(tree);
    const refused = search(sessionIn(place.root), { limits: { maxTokens: 1 } });
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { bound: 'tokens' } });
  });

  it('shows no line twice in a tree that changes between pages', async () => {
    await using place = await openTree(tree);
    const session = sessionIn(place.root);
    const first = await search(session, { limits: { maxLines: 1 } });
    writeFileSync(place.path('a/b'), 'x2\nx5\nx3\n');
    writeFileSync(place.path('a/a'), 'x\n');
    rmSync(place.path('d.ts'));
    const second = await search(session, { continuation: first.continuation ?? '' });
    expect(linesOf([second])).toEqual(['a/b:2:x5', 'a/b:3:x3', 'a-b:1:x1']);
  });
});
