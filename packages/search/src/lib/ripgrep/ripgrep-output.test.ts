import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCountReader, createLineReader, type OutputReader, type ProposedFile } from './ripgrep-output.ts';

/** Returns the files that a reader finds in an output that comes in pieces, cut at the given offsets. */
function read(reader: OutputReader, output: string, cuts: readonly number[] = []): ProposedFile[] {
  const bytes = Buffer.from(output);
  const places = [
    0,
    ...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((one, other) => one - other),
    bytes.length,
  ];
  const chunks = places.slice(1).map((to, index) => bytes.subarray(places[index], to));
  return [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()];
}

const inShort = (files: readonly ProposedFile[]) =>
  files.map(({ path, count, lineCount, lines }) => ({
    ...{ path: path.toString(), count, lineCount },
    lines: lines.map(({ kind, number, matchAt, offset, bytes, length, afterGap }) =>
      [kind, number, matchAt, offset, Buffer.from(bytes).toString(), length, afterGap].join(' '),
    ),
  }));

const cuts = fc.array(fc.nat(200), { maxLength: 8 });
const readLines = (maxLines = 100) => createLineReader({ maxLines, seenTo: () => 0 });

describe('createLineReader', () => {
  const output = [
    './a\0',
    '1-0-before\n2\x003\x007\x00x needle\n--\n9\x001\x0040\x00needle\n',
    '\n./new\nline\0',
    '1\x001\x000\x00needle: 1:2\n',
    '\n./binary\0',
    '1\x001\x000\x00needle\n./binary: WARNING: stopped searching binary file after match (found "\\0" byte around offset 9)\n',
    '\n./last\0',
    '5\x001\x009\x00\n',
    // Without a column: the match stands behind the last character of the file.
    '6\x0010\x007:8\n',
  ].join('');
  const expected = [
    {
      ...{ path: './a', count: 2, lineCount: 3 },
      lines: ['context 1 0 0 before 6 false', 'match 2 2 7 x needle 8 false', 'match 9 0 40 needle 6 true'],
    },
    { path: './new\nline', count: 1, lineCount: 1, lines: ['match 1 0 0 needle: 1:2 11 false'] },
    { path: './last', count: 2, lineCount: 2, lines: ['match 5 0 9  0 false', 'match 6 3 10 7:8 3 false'] },
  ];

  it('reads the same however the output is cut', () => {
    expect(inShort(read(readLines(), output))).toEqual(expected);
    fc.assert(
      fc.property(cuts, (places) => {
        expect(inShort(read(readLines(), output, places))).toEqual(expected);
      }),
    );
  });

  it('keeps no more lines than it was told, and counts the others', () => {
    const [first] = inShort(read(readLines(1), output));
    expect(first).toMatchObject({ count: 2, lineCount: 3, lines: ['context 1 0 0 before 6 false'] });
  });

  it('keeps a megabyte of a line, and knows how long it is', () => {
    const long = 'x'.repeat(3_000_000);
    const [file] = read(readLines(), `./a\x001\x001\x000\x00${long}\n`, [1_000_000, 1_500_000, 2_500_000]);
    const [line] = file?.lines ?? [];
    expect(line?.bytes.length).toBe(1024 * 1024 - 6);
    expect(line?.length).toBe(3_000_000);
  });

  it('skips lines that were seen before', () => {
    const reader = createLineReader({ maxLines: 100, seenTo: (path) => (path.toString() === './a' ? 2 : 0) });
    expect(inShort(read(reader, output))[0]).toMatchObject({ path: './a', count: 1, lineCount: 1 });
  });
});

describe('createCountReader', () => {
  it('reads the same however the output is cut', () => {
    const expected = [
      { path: './a', count: 12, lineCount: 0, lines: [] },
      { path: './new\nline', count: 1, lineCount: 0, lines: [] },
    ];
    fc.assert(
      fc.property(cuts, (places) => {
        expect(inShort(read(createCountReader(), './a\x0012\n./new\nline\x001\n', places))).toEqual(expected);
      }),
    );
  });
});
