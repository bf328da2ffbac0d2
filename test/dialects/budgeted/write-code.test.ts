import { readFileSync } from 'node:fs';
import { openTree, type ServedDialect, serve, serveBuilt, testRounds } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { type CodePage, give, refuse } from './results.ts';

describe('write_code', () => {
  it('replaces lines and tells what changed', async () => {
    await using tree = await openTree({ f: 'a\nb\nc\n' });
    await using server = await serve('budgeted', tree);
    const { version: previous_version } = await give<CodePage>(server, 'read_code', { file_path: 'f' });
    const lines = { file_path: 'f', start_line: 2, end_line: 2, replacement: 'x\ny' };
    const written = await give(server, 'write_code', { ...lines, preconditions: { version: previous_version } });
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('a\nx\ny\nc\n');
    expect(written).toEqual({
      file_path: 'f',
      previous_version,
      version: (await give<CodePage>(server, 'read_code', { file_path: 'f' })).version,
      affected_lines: { start: 2, removed: 1, added: 2 },
      total_lines: 4,
      bytes_written: 8,
      diff: '--- f\n+++ f\n@@ -1,3 +1,4 @@\n a\n-b\n+x\n+y\n c',
    });
    expect(await give(server, 'write_code', { ...lines, dry_run: true, metadata_level: 'minimal' })).toEqual({
      file_path: 'f',
      version: expect.stringMatching(/^sha256:/),
      affected_lines: { start: 2, removed: 1, added: 2 },
    });
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('a\nx\ny\nc\n');
  });

  it('tells of a conflict what it takes to write anew', async () => {
    await using tree = await openTree({ f: 'a\nb\nc\n' });
    await using server = await serve('budgeted', tree);
    const { version } = await give<CodePage>(server, 'read_code', { file_path: 'f' });
    const lines = { file_path: 'f', start_line: 2, end_line: 2, replacement: 'x' };
    const preconditions = { version: 'sha256:old', expected_text: 'B', total_lines: 4 };
    expect(await refuse(server, 'write_code', { ...lines, preconditions })).toEqual({
      code: 'CONFLICT',
      message: expect.any(String),
      file_path: 'f',
      failed: ['version', 'expected_text', 'total_lines'],
      expected: preconditions,
      actual: { version, total_lines: 3, text: 'b\n' },
    });
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('a\nb\nc\n');
  });

  it('refuses what is too large, what is not there and what makes no sense, and keeps the connection', async () => {
    await using tree = await openTree({ f: 'a\n' });
    await using server = await serve('budgeted', tree);
    const lines = { file_path: 'f', start_line: 1, end_line: 1 };
    expect(await refuse(server, 'write_code', { ...lines, replacement: 'x'.repeat(262_145) })).toEqual({
      code: 'REPLACEMENT_TOO_LARGE',
      message: expect.any(String),
      file_path: 'f',
      size: 262_145,
      max_replacement_size: 262_144,
    });
    for (const [args, code] of [
      [{ ...lines, file_path: 'none', replacement: '' }, 'NOT_FOUND'],
      [{ ...lines, end_line: 2, replacement: '' }, 'INVALID_RANGE'],
      [{ ...lines, start_line: 3, end_line: 2, replacement: '' }, 'INVALID_RANGE'],
      [{ ...lines }, 'INVALID_ARGUMENT'],
      [{ ...lines, replacement: '', preconditions: { versoin: '' } }, 'INVALID_ARGUMENT'],
      [{ ...lines, replacement: '', preconditions: { total_lines: 'x' } }, 'INVALID_ARGUMENT'],
      [{ ...lines, replacement: '', chunk: { id: 'a', index: 1, last: true } }, 'INVALID_ARGUMENT'],
      [{ ...lines, replacement: '', chunk: { id: 'a' } }, 'INVALID_ARGUMENT'],
      [{ ...lines, replacement: '\ud800' }, 'UNENCODABLE'],
    ] as const) {
      expect(await refuse(server, 'write_code', args)).toMatchObject({ code });
    }
    expect(await refuse(server, 'write_code', { ...lines, file_path: 'none', replacement: '' })).toMatchObject({
      file_path: 'none',
    });
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('a\n');
    await give(server, 'write_code', { ...lines, replacement: 'x'.repeat(262_144) });
    expect(readFileSync(tree.path('f'), 'utf8')).toBe(`${'x'.repeat(262_144)}\n`);
  });

  it('goes on after a message that is over the limit', async () => {
    await using server = await serveBuilt('budgeted', { f: 'a\n' }, { args: ['--max-message-size', '2MB'] });
    const lines = { file_path: 'f', start_line: 1, end_line: 1 };
    await expect(server.call('write_code', { ...lines, replacement: 'x'.repeat(3_000_000) })).rejects.toThrow();
    await give(server, 'write_code', { ...lines, replacement: 'b' });
    expect(readFileSync(server.path('f'), 'utf8')).toBe('b\n');
  });

  it('takes a replacement of any size in chunks', async () => {
    await using tree = await openTree({ f: 'a\nb\n' });
    await using server = await serve('budgeted', tree, { args: ['--max-replacement-size', '10'] });
    const lines = { file_path: 'f', start_line: 1, end_line: 1 };
    const part = (index: number, replacement: string, last = false) => ({
      ...lines,
      replacement,
      chunk: { id: 'big', index, last },
    });
    expect(await give(server, 'write_code', part(0, 'one\ntwo\n'))).toEqual({
      file_path: 'f',
      chunk: { id: 'big', index: 0, bytes_received: 8 },
    });
    expect(await refuse(server, 'write_code', part(2, 'x'))).toMatchObject({ expected_index: 1 });
    await give(server, 'write_code', part(1, 'thr'));
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('a\nb\n');
    expect(await give(server, 'write_code', part(2, 'ee\n', true))).toMatchObject({
      affected_lines: { start: 1, removed: 1, added: 3 },
    });
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('one\ntwo\nthree\nb\n');
  });

  it('is not there where nothing may be changed, and says so where nothing is', async () => {
    await using tree = await openTree({ f: 'a\n' });
    await using reader = await serve('budgeted', tree, { args: ['--read-only'] });
    const tools = await reader.tools();
    expect(tools.map(({ name }) => name)).toEqual(['read_code', 'search_code', 'find_files']);
    await using dry = await serve('budgeted', tree, { args: ['--dry-run'] });
    const lines = { file_path: 'f', start_line: 1, end_line: 1, replacement: 'x' };
    expect(await give(dry, 'write_code', lines)).toMatchObject({ dry_run: true, total_lines: 1 });
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('a\n');
  });

  it('loses nothing where two servers edit one file by its version', async () => {
    await using tree = await openTree({ f: '0\n0\n' });
    await using one = await serve('budgeted', tree, { args: ['--no-fsync'] });
    await using other = await serve('budgeted', tree, { args: ['--no-fsync'] });
    const retries = await Promise.all([countUp(one, 1, EDITS), countUp(other, 2, EDITS)]);
    expect(readFileSync(tree.path('f'), 'utf8')).toBe(`${EDITS}\n${EDITS}\n`);
    expect(retries.every((count) => count >= 0)).toBe(true);
  }, 240_000);
});

const EDITS = testRounds(15);

interface Fault {
  readonly error?: { readonly code: string };
}

/** Adds one to a line of the file `times` times, each time from what was just read; returns how often that was late. */
async function countUp(server: ServedDialect, line: number, times: number): Promise<number> {
  let late = 0;
  for (let done = 0; done < times; ) {
    const read = await server.call('read_code', { file_path: 'f' });
    const { content, version, error: moving } = read.structuredContent as Partial<CodePage> & Fault;
    if (content === undefined) {
      // On a busy machine the other one may write each time that this one reads.
      expect(moving?.code).toBe('CONFLICT');
      late += 1;
      continue;
    }
    const replacement = String(Number(content.split('\n')[line - 1]) + 1);
    const { structuredContent } = await server.call('write_code', {
      file_path: 'f',
      start_line: line,
      end_line: line,
      replacement,
      preconditions: { version },
    });
    const { error } = structuredContent as Fault;
    if (error !== undefined && error.code !== 'CONFLICT') throw new Error(error.code);
    if (error === undefined) done += 1;
    else late += 1;
  }
  return late;
}
