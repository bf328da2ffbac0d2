import { readFileSync, writeFileSync } from 'node:fs';
import type { LinesOutcome } from '@dragoman/outcomes';
import { callOptions, openTree } from '@dragoman/testing';
import { type Encoding, loadCodec } from '@dragoman/text/internal/text';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSession } from '../../create-session.ts';
import type { Session } from '../../session.ts';
import { type WriteLinesRequest, writeLines } from './write-lines.ts';

type WriteArguments = Pick<WriteLinesRequest, 'startLine' | 'endLine' | 'replacement'> & Partial<WriteLinesRequest>;

const write = (session: Session, asked: WriteArguments) =>
  writeLines(session, { path: 'f', preconditions: {}, dryRun: false, ...asked }, callOptions);

const applied = async (session: Session, asked: WriteArguments): Promise<LinesOutcome> => {
  const outcome = await write(session, asked);
  if (outcome.kind !== 'lines') throw new TypeError('Nothing was applied');
  return outcome;
};

describe('writeLines', () => {
  it.each([
    ['a\nb\nc\n', 2, 2, 'x\n', 'a\nx\nc\n', { start: 2, removed: 1, added: 1 }, 3],
    ['a\nb\nc\n', 2, 2, 'x', 'a\nx\nc\n', { start: 2, removed: 1, added: 1 }, 3],
    ['a\nb\nc\n', 2, 2, '\n', 'a\n\nc\n', { start: 2, removed: 1, added: 1 }, 3],
    ['a\nb\nc\n', 2, 2, '', 'a\nc\n', { start: 2, removed: 1, added: 0 }, 2],
    ['a\nb\nc\n', 1, 3, '', '', { start: 1, removed: 3, added: 0 }, 0],
    ['a\nb\n', 2, 1, 'x\ny', 'a\nx\ny\nb\n', { start: 2, removed: 0, added: 2 }, 4],
    ['a\nb\n', 1, 0, 'x', 'x\na\nb\n', { start: 1, removed: 0, added: 1 }, 3],
    ['a\nb\n', 3, 2, 'x', 'a\nb\nx\n', { start: 3, removed: 0, added: 1 }, 3],
    ['a\nb', 3, 2, 'x', 'a\nb\nx', { start: 3, removed: 0, added: 1 }, 3],
    ['a\nb', 3, 2, 'x\n', 'a\nb\nx\n', { start: 3, removed: 0, added: 1 }, 3],
    ['a\nb', 2, 2, 'x', 'a\nx', { start: 2, removed: 1, added: 1 }, 2],
    ['a\nb', 2, 2, 'x\n', 'a\nx\n', { start: 2, removed: 1, added: 1 }, 2],
    ['a\nb', 2, 2, '', 'a\n', { start: 2, removed: 1, added: 0 }, 1],
    ['', 1, 0, 'x\ny\n', 'x\ny\n', { start: 1, removed: 0, added: 2 }, 2],
    ['', 1, 0, 'x', 'x', { start: 1, removed: 0, added: 1 }, 1],
    ['a\r\nb\r\n', 1, 1, 'x\ny\n', 'x\r\ny\r\nb\r\n', { start: 1, removed: 1, added: 2 }, 3],
    ['a\r\nb', 3, 2, 'x\r\ny', 'a\r\nb\r\nx\r\ny', { start: 3, removed: 0, added: 2 }, 4],
  ])(
    'makes of %j, lines %i to %i, with %j: %j',
    async (text, startLine, endLine, replacement, result, lines, total) => {
      await using tree = await openTree({ f: text });
      const outcome = await applied(createSession({ workdir: tree.root }), { startLine, endLine, replacement });
      expect(readFileSync(tree.path('f'), 'utf8')).toBe(result);
      expect(outcome).toMatchObject({ affectedLines: lines, totalLines: total, bytesWritten: result.length });
      const { lead, removed, added, trail } = outcome.differingLines(Number.POSITIVE_INFINITY);
      expect(lead + removed + trail).toBe(text);
      expect(lead + added + trail).toBe(result);
    },
  );

  it.each([
    [3, 3],
    [4, 3],
    [2, 3],
    [0, 0],
    [2, 0],
    [-1, 1],
  ])('refuses lines %i to %i of two', async (startLine, endLine) => {
    await using tree = await openTree({ f: 'a\nb\n' });
    const invalid = { code: 'INVALID_RANGE', details: { path: 'f', totalLines: 2 } };
    const session = createSession({ workdir: tree.root });
    await expect(write(session, { startLine, endLine, replacement: 'x' })).rejects.toMatchObject(invalid);
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('a\nb\n');
  });

  it('never makes a file, and says what a missing one may be', async () => {
    await using tree = await openTree({ 'main.ts': 'a\n', dir: null });
    const session = createSession({ workdir: tree.root });
    const lines = { startLine: 1, endLine: 0, replacement: 'x' };
    const notFound = {
      code: 'NOT_FOUND',
      details: { path: 'mian.ts', candidates: [expect.stringContaining('main.ts')] },
    };
    await expect(write(session, { ...lines, path: 'mian.ts' })).rejects.toMatchObject(notFound);
    await expect(write(session, { ...lines, path: 'dir' })).rejects.toMatchObject({ code: 'IS_DIRECTORY' });
  });

  it('refuses what is too large, and says how large it may be', async () => {
    await using tree = await openTree({ f: 'a\n' });
    const limits = { maxReplacementSize: 4, maxFileSize: 6 };
    const session = createSession({ workdir: tree.root, limits });
    const tooLarge = { code: 'REPLACEMENT_TOO_LARGE', details: { size: 6, maxReplacementSize: 4 } };
    await expect(write(session, { startLine: 1, endLine: 0, replacement: 'ééé' })).rejects.toMatchObject(tooLarge);
    await expect(write(session, { path: 'none', startLine: 1, endLine: 0, replacement: 'ééé' })).rejects.toMatchObject(
      tooLarge,
    );
    const fits = { startLine: 1, endLine: 0, replacement: 'éé' };
    await expect(write(session, fits)).rejects.toMatchObject({ code: 'CONTENT_TOO_LARGE', details: { limit: 6 } });
    writeFileSync(tree.path('f'), 'a\n'.repeat(4));
    await expect(write(session, fits)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE', details: { limit: 6 } });
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('a\n'.repeat(4));
  });

  it('leaves no file larger than it may be', async () => {
    await using tree = await openTree({ f: 'aa\nb\n' });
    const session = createSession({ workdir: tree.root, limits: { maxFileSize: 6 } });
    const tooLarge = write(session, { startLine: 2, endLine: 2, replacement: 'ccc' });
    await expect(tooLarge).rejects.toMatchObject({ code: 'CONTENT_TOO_LARGE', details: { size: 7, limit: 6 } });
    await write(session, { startLine: 2, endLine: 2, replacement: 'cc' });
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('aa\ncc\n');
  });

  it('answers a dry run the same and changes nothing', async () => {
    await using tree = await openTree({ f: 'a\nb\n' });
    const session = createSession({ workdir: tree.root });
    const lines = { startLine: 2, endLine: 2, replacement: 'x' };
    const dry = await applied(session, { ...lines, dryRun: true });
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('a\nb\n');
    const done = await applied(session, lines);
    const differingLines = expect.any(Function);
    expect(done).toEqual({ ...dry, dryRun: false, differingLines });
    expect(done.differingLines(1)).toEqual(dry.differingLines(1));
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('a\nx\n');
  });

  it('changes no byte outside the lines, whatever the encoding', async () => {
    await using tree = await openTree();
    const session = createSession({ workdir: tree.root });
    const encodings = fc.constantFrom<Encoding>('utf-8', 'utf-16le', 'utf-16be', 'shift_jis', 'windows-1252');
    const line = fc.constantFrom('a', '', 'word word', '日本語のテキスト', 'café à la crème', '\t\tx');
    const ending = fc.constantFrom('\n', '\r\n');
    const property = fc.asyncProperty(
      encodings,
      fc.array(fc.tuple(line, ending), { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      fc.nat(),
      fc.nat(),
      async (encoding, lines, isOpen, first, count) => {
        const { encode, decode } = await loadCodec(encoding);
        const texts = lines.map(([text, end], index) => text + (isOpen && index === lines.length - 1 ? '' : end));
        fc.pre(texts.at(-1) !== '');
        const mark = encoding.startsWith('utf-16') ? '\ufeff' : '';
        const parts = [mark, ...texts].map(encode);
        const bytes = Buffer.concat(parts);
        fc.pre(decode(bytes) === mark + texts.join(''));
        writeFileSync(tree.path('f'), bytes);
        const startLine = 1 + (first % texts.length);
        const endLine = Math.min(texts.length, startLine - 1 + (count % 4));
        await write(session, { startLine, endLine, replacement: 'new\n' });
        const now = readFileSync(tree.path('f'));
        const before = Buffer.concat(parts.slice(0, startLine));
        const after = Buffer.concat(parts.slice(endLine + 1));
        expect(now.subarray(0, before.length).equals(before)).toBe(true);
        expect(now.subarray(now.length - after.length).equals(after)).toBe(true);
        const written = decode(now.subarray(before.length, now.length - after.length));
        expect(['new\n', 'new\r\n']).toContain(written);
      },
    );
    await fc.assert(property, { numRuns: 60 });
  }, 60_000);
});

describe('preconditions', () => {
  const lines = { startLine: 2, endLine: 2, replacement: 'x' };

  it('hold in any combination, with whatever ending and final newline', async () => {
    await using tree = await openTree({ f: 'a\r\nb\r\nc' });
    const session = createSession({ workdir: tree.root });
    const { version } = await applied(session, { ...lines, replacement: 'b', preconditions: { totalLines: 3 } });
    for (const preconditions of [
      { version },
      { expectedText: 'b' },
      { expectedText: 'b\n' },
      { expectedText: 'b\r\n', version, totalLines: 3 },
    ]) {
      await write(session, { ...lines, preconditions, dryRun: true });
    }
    await write(session, { startLine: 3, endLine: 3, replacement: 'x', preconditions: { expectedText: 'c\n' } });
    await write(session, { startLine: 1, endLine: 0, replacement: 'x', preconditions: { expectedText: '' } });
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('x\r\na\r\nb\r\nx');
  });

  it('name each that fails, and what is there instead', async () => {
    await using tree = await openTree({ f: 'a\nb\nc\n' });
    const session = createSession({ workdir: tree.root });
    const preconditions = { version: 'sha256:0', expectedText: 'B', totalLines: 4 };
    const version = expect.stringMatching(/^sha256:[0-9a-f]{64}$/);
    await expect(write(session, { ...lines, preconditions })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: {
        path: 'f',
        failed: ['version', 'expectedText', 'totalLines'],
        expected: preconditions,
        actual: { version, totalLines: 3, text: 'b\n' },
      },
    });
    await expect(write(session, { ...lines, preconditions: { totalLines: 4 } })).rejects.toMatchObject({
      details: { failed: ['totalLines'], expected: { totalLines: 4 } },
    });
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('a\nb\nc\n');
  });

  it('conflict before the range is judged, for the file may have shrunk', async () => {
    await using tree = await openTree({ f: 'a\nb\n' });
    const session = createSession({ workdir: tree.root });
    const range = { startLine: 2, endLine: 5, replacement: 'x', preconditions: { totalLines: 9 } };
    await expect(write(session, range)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { actual: { totalLines: 2, text: 'b\n' } },
    });
  });

  it('bound the text of a conflict', async () => {
    await using tree = await openTree({ f: 'é'.repeat(100_000) });
    const range = { startLine: 1, endLine: 1, replacement: 'x', preconditions: { totalLines: 9 } };
    await expect(write(createSession({ workdir: tree.root }), range)).rejects.toMatchObject({
      details: { actual: { text: 'é'.repeat(16 * 1024), textTruncated: true } },
    });
  });
});

describe('chunks', () => {
  const lines = { startLine: 2, endLine: 2 };
  const chunk = (index: number, last = false, id = 'u') => ({ chunk: { id, index, last } });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('are applied together with the last', async () => {
    await using tree = await openTree({ f: 'a\nb\nc\n' });
    const session = createSession({ workdir: tree.root, limits: { maxReplacementSize: 4 } });
    const first = await write(session, { ...lines, replacement: 'one\n', ...chunk(0) });
    expect(first).toEqual({ kind: 'chunk', path: 'f', id: 'u', index: 0, bytesReceived: 4 });
    await write(session, { ...lines, path: tree.path('f'), replacement: 'tw', ...chunk(1) });
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('a\nb\nc\n');
    const outcome = await applied(session, { ...lines, replacement: 'o', ...chunk(2, true) });
    expect(outcome.affectedLines).toEqual({ start: 2, removed: 1, added: 2 });
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('a\none\ntwo\nc\n');
  });

  it('keep what was there where a precondition of any of them fails', async () => {
    await using tree = await openTree({ f: 'a\nb\n' });
    const session = createSession({ workdir: tree.root });
    await write(session, { ...lines, replacement: 'x', ...chunk(0), preconditions: { totalLines: 3 } });
    const conflict = write(session, { ...lines, replacement: 'y', ...chunk(1, true) });
    await expect(conflict).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('a\nb\n');
    const gone = write(session, { ...lines, replacement: 'y', ...chunk(1, true) });
    await expect(gone).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { expectedIndex: 0 } });
  });

  it('come in order, once, for one place', async () => {
    await using tree = await openTree({ f: 'a\nb\n' });
    const session = createSession({ workdir: tree.root });
    const expects = (expectedIndex: number) => ({ code: 'INVALID_ARGUMENT', details: { expectedIndex } });
    await expect(write(session, { ...lines, replacement: 'x', ...chunk(1) })).rejects.toMatchObject(expects(0));
    await write(session, { ...lines, replacement: 'x', ...chunk(0) });
    await expect(write(session, { ...lines, replacement: 'x', ...chunk(0) })).rejects.toMatchObject(expects(1));
    await expect(write(session, { ...lines, replacement: 'x', ...chunk(2) })).rejects.toMatchObject(expects(1));
    const elsewhere = { startLine: 1, endLine: 2, replacement: 'x', ...chunk(1) };
    await expect(write(session, elsewhere)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await write(session, { ...lines, replacement: 'y', ...chunk(1, true) });
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('a\nxy\n');
  });

  it('take no more than a file may have, all together', async () => {
    await using tree = await openTree({ f: 'a\nb\n' });
    const session = createSession({ workdir: tree.root, limits: { maxFileSize: 1000 } });
    await write(session, { ...lines, replacement: 'x'.repeat(500), ...chunk(0) });
    const tooMuch = write(session, { ...lines, replacement: 'x'.repeat(600), ...chunk(0, false, 'v') });
    await expect(tooMuch).rejects.toMatchObject({ code: 'CONTENT_TOO_LARGE', details: { limit: 1000 } });
    await write(session, { ...lines, replacement: '', ...chunk(1, true) });
  });

  it('have their ten minutes, whatever became of others of the same name', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await using tree = await openTree({ f: 'a\nb\n' });
    const session = createSession({ workdir: tree.root, limits: { maxFileSize: 1000 } });
    const tooMuch = write(session, { ...lines, replacement: 'x'.repeat(1300), ...chunk(0) });
    await expect(tooMuch).rejects.toMatchObject({ code: 'CONTENT_TOO_LARGE' });
    vi.advanceTimersByTime(9 * 60_000);
    await write(session, { ...lines, replacement: 'x', ...chunk(0) });
    vi.advanceTimersByTime(2 * 60_000);
    await write(session, { ...lines, replacement: 'y', ...chunk(1, true) });
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('a\nxy\n');
  });

  it('are dropped after ten minutes without another', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await using tree = await openTree({ f: 'a\nb\n' });
    const session = createSession({ workdir: tree.root });
    await write(session, { ...lines, replacement: 'x', ...chunk(0) });
    vi.advanceTimersByTime(9 * 60_000);
    await write(session, { ...lines, replacement: 'x', ...chunk(1) });
    vi.advanceTimersByTime(11 * 60_000);
    const gone = write(session, { ...lines, replacement: 'x', ...chunk(2, true) });
    await expect(gone).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { expectedIndex: 0 } });
  });
});
