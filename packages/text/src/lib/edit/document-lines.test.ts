import { createPace } from '@dragoman/fs-core/internal/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadCodec } from '../encoding/load-codec.ts';
import { type Encoding, majorityEnding } from '../encoding/text-format.ts';
import { type LineEdit, linesBetweenNewlines, linesOf, spliceLines } from './document-lines.ts';
import { applySplices } from './splice.ts';
import { documentOf, type TextDocument } from './text-document.ts';

const pace = createPace();

async function documentFor(text: string, encoding: Encoding = 'utf-8', bom = ''): Promise<TextDocument> {
  const codec = await loadCodec(encoding);
  const mark = Buffer.from(bom, 'hex');
  const bytes = Buffer.concat([mark, codec.encode(text)]);
  const lineEnding = majorityEnding(bytes, encoding);
  return documentOf(bytes, { encoding, bomLength: mark.length, lineEnding, sure: true });
}

async function edited(text: string, ...edits: LineEdit[]): Promise<string> {
  const document = await documentFor(text);
  const splices = await spliceLines(document, await linesOf(document, pace), { edits, pace });
  return (await applySplices(document, splices, pace)).bytes.toString();
}

describe('linesOf', () => {
  it.each([
    ['', []],
    ['\n', ['']],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\r\n\nb\r', ['a', '', 'b\r']],
    ['a\n\r\n', ['a', '']],
  ])('gives the lines of %j', async (text, lines) => {
    expect((await linesOf(await documentFor(text), pace)).texts).toEqual(lines);
  });

  it.each<[Encoding, string]>([
    ['utf-8', 'efbbbf'],
    ['utf-16le', 'fffe'],
    ['utf-16be', 'feff'],
    ['shift_jis', ''],
  ])('knows where lines begin in %s', async (encoding, bom) => {
    const document = await documentFor('一\r\n\n上\n', encoding, bom);
    const { texts, offsets } = await linesOf(document, pace);
    const { bytes, codec } = document;
    expect(texts).toEqual(['一', '', '上']);
    expect(offsets.slice(0, -1).map((at, line) => codec.decode(bytes.subarray(at, offsets[line + 1])))).toEqual([
      '一\r\n',
      '\n',
      '上\n',
    ]);
  });
});

describe('linesBetweenNewlines', () => {
  it.each([0, 1, 2, 3])('finds the lines of a long text, moved by %i', async (by) => {
    const text = `${'x'.repeat(by)}${'a\r\n\n\rb\r\r\n'.repeat(30_000)}end\r`;
    expect(await linesBetweenNewlines(text, pace)).toEqual(text.split(/\r?\n/));
  });
});

describe('spliceLines', () => {
  it.each<[string, string, LineEdit[], string]>([
    ['a line by one that ends alike', 'a\r\nb\nc\r\n', [{ start: 0, removed: 2, added: ['x', 'y'] }], 'x\r\ny\nc\r\n'],
    [
      'one by several: as the line before',
      'a\n b\r\nc\n',
      [{ start: 1, removed: 1, added: ['x', 'y'] }],
      'a\nx\r\ny\r\nc\n',
    ],
    ['nothing: as the line before', 'a\r\nb\n', [{ start: 1, removed: 0, added: ['x'] }], 'a\r\nx\r\nb\n'],
    [
      'nothing at the start: as the line after',
      'a\r\nb\nc\n',
      [{ start: 0, removed: 0, added: ['x'] }],
      'x\r\na\r\nb\nc\n',
    ],
    ['nothing in an empty text', '', [{ start: 0, removed: 0, added: ['x', 'y'] }], 'x\ny\n'],
    ['the last line, which is open', 'a\r\nb', [{ start: 1, removed: 1, added: ['x', 'y'] }], 'a\r\nx\r\ny'],
    ['what follows an open line', 'a\r\nb', [{ start: 2, removed: 0, added: ['x', 'y'] }], 'a\r\nb\r\nx\r\ny'],
    ['what follows the only line, which is open', 'a', [{ start: 1, removed: 0, added: ['x'] }], 'a\nx'],
    ['the last line, which is open, by none', 'a\nb', [{ start: 1, removed: 1, added: [] }], 'a'],
    ['several open at the end by none', 'a\r\nb\r\nc', [{ start: 1, removed: 2, added: [] }], 'a'],
    ['the open line after an empty one by none', 'a\n\nb', [{ start: 2, removed: 1, added: [] }], 'a\n\n'],
    ['the last line, which is closed, by none', 'a\nb\n', [{ start: 1, removed: 1, added: [] }], 'a\n'],
    ['all lines by none', 'a\nb', [{ start: 0, removed: 2, added: [] }], ''],
    [
      'lines, and what follows them',
      'a\nb',
      [
        { start: 1, removed: 1, added: ['x'] },
        { start: 2, removed: 0, added: ['y'] },
      ],
      'a\nx\ny',
    ],
  ])('replaces %s', async (_, text, edits, expected) => {
    expect(await edited(text, ...edits)).toBe(expected);
  });

  it('changes the lines it is told to, and no byte of another', async () => {
    const line = fc.tuple(fc.constantFrom('', 'a', 'b ', '文'), fc.constantFrom('\n', '\r\n'));
    const input = fc.record({
      lines: fc.array(line, { maxLength: 8 }),
      isOpen: fc.boolean(),
      marks: fc.array(
        fc.record({ gap: fc.nat(3), removed: fc.nat(2), added: fc.array(fc.constantFrom('', 'x'), { maxLength: 3 }) }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(input, async ({ lines, isOpen, marks }) => {
        const whole = lines.map(([text, ending]) => text + ending);
        if (isOpen) whole.push('open');
        const edits: LineEdit[] = [];
        let at = 0;
        for (const { gap, removed, added } of marks) {
          const start = Math.min(whole.length, at + gap);
          const gone = Math.min(removed, whole.length - start);
          edits.push({ start, removed: gone, added });
          at = start + gone;
        }
        const result = await edited(whole.join(''), ...edits);
        const expected: string[] = [];
        let kept = 0;
        for (const { start, removed, added } of edits) {
          expected.push(...whole.slice(kept, start).map((text) => text.replace(/\r?\n$/, '')), ...added);
          kept = start + removed;
        }
        expected.push(...whole.slice(kept).map((text) => text.replace(/\r?\n$/, '')));
        const isClosed = result.endsWith('\n');
        expect(result.split(/\r?\n/).slice(0, isClosed ? -1 : undefined)).toEqual(result === '' ? [''] : expected);
        if (whole.length > 0 && !isOpen && expected.length > 0) expect(isClosed).toBe(true);
        const untouched = edits[0] === undefined ? whole : whole.slice(0, edits[0].start);
        expect(result.startsWith(untouched.slice(0, -1).join(''))).toBe(true);
      }),
    );
  });
});
