import { utimesSync } from 'node:fs';
import { openTree, serve } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { give, refuse } from './results.ts';

const tree = { 'src/a.ts': 'const a = 1;\nconst b = a;\n', 'src/b.md': 'a\n', 'c.ts': '// a\n', 'new\nline': 'a\n' };

interface List extends Readonly<Record<string, unknown>> {
  readonly continuation: string | null;
}

describe('search_code', () => {
  it('gives matches in order, page by page', async () => {
    await using place = await openTree(tree);
    await using server = await serve('budgeted', place);
    const query = { pattern: '\\ba\\b', glob: '*.ts' };
    const first = await give<List>(server, 'search_code', { ...query, max_lines: 2, max_tokens: 100 });
    expect(first).toEqual({
      matches: [
        { file_path: 'c.ts', line: 1, text: '// a' },
        { file_path: 'src/a.ts', line: 1, text: 'const a = 1;' },
      ],
      truncated: true,
      truncated_by: 'max_lines',
      limits: { max_tokens: 100, max_bytes: expect.any(Number), max_lines: 2 },
      usage: { tokens: expect.any(Number), bytes: 36, lines: 2 },
      continuation: expect.any(String),
    });
    const rest = { ...query, continuation: first.continuation, metadata_level: 'minimal' };
    expect(await give(server, 'search_code', rest)).toEqual({
      matches: [{ file_path: 'src/a.ts', line: 2, text: 'const b = a;' }],
      truncated: false,
      continuation: null,
    });
    expect(await give(server, 'search_code', { pattern: 'A', case_insensitive: true, path: 'src/b.md' })).toMatchObject(
      {
        matches: [{ file_path: 'src/b.md', line: 1, text: 'a' }],
      },
    );
  });

  it('says how much of a long line it leaves out on either side of the match', async () => {
    await using place = await openTree({ f: `${'a'.repeat(5000)}needle${'b'.repeat(9000)}\n` });
    await using server = await serve('budgeted', place);
    const { matches } = await give<List & { matches: Record<string, unknown>[] }>(server, 'search_code', {
      pattern: 'needle',
    });
    const [{ text, cut_before: before, cut_after: after } = {}] = matches;
    expect(text).toMatch(/^a+needleb+$/);
    expect(Number(before) + String(text).length + Number(after)).toBe(14_006);
    expect(Math.min(Number(before), Number(after))).toBeGreaterThan(0);
  });

  it.each([
    [{ pattern: '(' }, 'INVALID_PATTERN'],
    [{ pattern: 'a', path: '/etc' }, 'ACCESS_DENIED'],
    [{ pattern: 'a', path: 'none' }, 'NOT_FOUND'],
    [{ pattern: 'a', max_bytes: 1 }, 'INVALID_ARGUMENT'],
    [{ pattern: 'a', continuation: 'x' }, 'INVALID_ARGUMENT'],
    [{}, 'INVALID_ARGUMENT'],
  ])('refuses %j as %s', async (args, code) => {
    await using place = await openTree(tree);
    await using server = await serve('budgeted', place);
    expect(await refuse(server, 'search_code', args)).toMatchObject({ code });
    expect(await give(server, 'search_code', { pattern: 'none' })).toMatchObject({ matches: [], truncated: false });
  });
});

describe('find_files', () => {
  it('gives files in order, page by page', async () => {
    await using place = await openTree(tree);
    await using server = await serve('budgeted', place);
    const first = await give<List>(server, 'find_files', { pattern: '**', max_lines: 2 });
    expect(first).toEqual({
      files: [
        { file_path: 'c.ts', size: 5, modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) },
        { file_path: 'new\nline', size: 2, modified: expect.any(String) },
      ],
      truncated: true,
      truncated_by: 'max_lines',
      limits: { max_tokens: null, max_bytes: expect.any(Number), max_lines: 2 },
      usage: { tokens: null, bytes: expect.any(Number), lines: 2 },
      continuation: expect.any(String),
    });
    const rest = { pattern: '**', continuation: first.continuation, metadata_level: 'minimal' };
    expect(await give(server, 'find_files', rest)).toMatchObject({
      files: [{ file_path: 'src/a.ts' }, { file_path: 'src/b.md' }],
      truncated: false,
      continuation: null,
    });
  });

  it('tells of files and of those that links lead to, and of nothing outside or denied', async () => {
    await using outside = await openTree({ secret: 'not for you' });
    await using place = await openTree({
      'a/one.ts': 'first',
      'a/two.ts': 'second one',
      'a/deep/three.ts': '3',
      'a-b/.env': 'TOKEN=1',
      'b/to-one.ts': { link: '../a/one.ts' },
      'b/to-nothing.ts': { link: 'none' },
      'b/to-directory.ts': { link: '../a' },
      'b/to-outside.ts': { link: outside.path('secret') },
      'b/to-denied.ts': { link: '../a-b/.env' },
    });
    utimesSync(place.path('a/two.ts'), 1, 1_600_000_000.5);
    await using server = await serve('budgeted', place, { args: ['--deny', '**/.env'] });
    const { files } = await give<List & { files: Record<string, unknown>[] }>(server, 'find_files', { pattern: '**' });
    expect(files.map(({ file_path, size }) => [file_path, size])).toEqual([
      ['a/deep/three.ts', 1],
      ['a/one.ts', 5],
      ['a/two.ts', 10],
      ['b/to-one.ts', 5],
    ]);
    expect(files[2]).toMatchObject({ modified: '2020-09-13T12:26:40.500Z' });
  });

  it.each([
    [{ pattern: '**', path: '/etc' }, 'ACCESS_DENIED'],
    [{ pattern: '**', path: 'c.ts' }, 'NOT_DIRECTORY'],
    [{ pattern: '**', continuatoin: 'x' }, 'INVALID_ARGUMENT'],
    [{ pattern: '**', continuation: 'x' }, 'INVALID_ARGUMENT'],
  ])('refuses %j as %s', async (args, code) => {
    await using place = await openTree(tree);
    await using server = await serve('budgeted', place);
    expect(await refuse(server, 'find_files', args)).toMatchObject({ code });
  });
});
