import { writeFileSync } from 'node:fs';
import { type OpenFile, openLocalVolume } from '@dragoman/fs-core';
import { openTree } from '@dragoman/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProposedLine } from '../ripgrep/ripgrep-output.ts';
import { confirmLines } from './confirm-lines.ts';

async function openFile(path: string): Promise<OpenFile> {
  const opened = await openLocalVolume({ allow: [path.slice(0, path.lastIndexOf('/'))] }).open(path);
  if (opened.kind !== 'file') throw new TypeError('Not a file');
  return opened;
}

/** All lines of a text, as ripgrep would propose them. */
function proposed(text: string, matchAt = 0): ProposedLine[] {
  let offset = 0;
  return text.split('\n').map((line, index) => {
    const bytes = Buffer.from(line);
    const start = offset;
    offset += bytes.length + 1;
    return { kind: 'match', number: index + 1, matchAt, offset: start, bytes, length: bytes.length, afterGap: false };
  });
}

describe('confirmLines', () => {
  it('gives the lines that are there as they were proposed, and leaves out the others', async () => {
    await using tree = await openTree();
    const line = fc.constantFrom('', 'a', 'é日😀', 'x'.repeat(1000), 'needle');
    const lines = fc.array(fc.record({ text: line, isKept: fc.boolean() }), { minLength: 1, maxLength: 40 });
    const property = fc.asyncProperty(lines, async (pairs) => {
      const before = pairs.map(({ text }) => text);
      // A change that moves no other line.
      const after = pairs.map(({ text, isKept }) => (isKept ? text : '#'.repeat(Buffer.byteLength(text))));
      writeFileSync(tree.path('file'), after.join('\n'));
      using file = await openFile(tree.path('file'));
      const confirmed = await confirmLines(file, proposed(before.join('\n')));
      const expected = after.flatMap((text, index) => (text === before[index] ? [{ number: index + 1, text }] : []));
      expect(confirmed.map(({ number, text }) => ({ number, text }))).toEqual(expected);
    });
    await fc.assert(property, { numRuns: 50 });
  });

  it('leaves out what lies past the end of a file that became shorter', async () => {
    await using tree = await openTree({ file: 'one\ntw' });
    using file = await openFile(tree.path('file'));
    expect(await confirmLines(file, proposed('one\ntwo\nthree'))).toMatchObject([{ number: 1, text: 'one' }]);
  });

  it.each([0, 1001, 3000, 5998])(
    'shows a long line around its match at byte %i, in whole characters',
    async (matchAt) => {
      const line = '日'.repeat(2000);
      await using tree = await openTree({ file: line });
      using file = await openFile(tree.path('file'));
      const [shown] = await confirmLines(file, proposed(line, matchAt));
      const { text = '', cutBefore = 0, cutAfter = 0 } = shown ?? {};
      expect(text).toBe('日'.repeat(text.length));
      expect(cutBefore + Buffer.byteLength(text) + cutAfter).toBe(6000);
      expect(Buffer.byteLength(text)).toBeGreaterThan(1990);
      expect(cutBefore).toBeLessThanOrEqual(matchAt);
      expect(cutBefore + Buffer.byteLength(text)).toBeGreaterThan(matchAt);
    },
  );
});
