import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Encoding } from '../encoding/text-format.ts';
import { countAllNewlines, openByteCounter, plainCounter } from './byte-counter.ts';

const encodings: readonly Encoding[] = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'];

describe.each([
  ['openByteCounter', openByteCounter],
  ['plainCounter', plainCounter],
])('%s', (_, open) => {
  it.each(encodings)('counts what there is in %s', (encoding) => {
    const byte = fc.oneof(fc.constantFrom(0, 0x0a, 0x0d), fc.nat(255));
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 600 }),
        fc.array(byte, { maxLength: 600 }),
        fc.nat(8),
        (tail, head, block) => {
          using counter = open(encoding);
          const unit = encoding.startsWith('utf-16') ? 2 : 1;
          const bytes = Buffer.from([...head, ...tail]);
          const text = bytes.subarray(0, bytes.length - (bytes.length % unit));
          const from = Math.min(64 * block, 64 * Math.floor(text.length / 64));
          counter.buffer.set(text);
          expect(counter.newlines(from, text.length)).toBe(newlinesIn(text.subarray(from), encoding));
          counter.buffer.set(text);
          expect(counter.continuations(text.length)).toBe(
            [...text].filter((byte) => byte >= 0x80 && byte < 0xc0).length,
          );
        },
      ),
    );
  });
});

describe('countAllNewlines', () => {
  it.each(encodings)('counts in more bytes of %s than a counter takes', (encoding) => {
    const bytes = Buffer.from('a\nb\0\n\0\0\n'.repeat(100_000));
    expect(countAllNewlines(bytes, encoding)).toBe(newlinesIn(bytes, encoding));
    expect(countAllNewlines(bytes.subarray(0, 0), encoding)).toBe(0);
  });
});

function newlinesIn(bytes: Buffer, encoding: Encoding): number {
  if (!encoding.startsWith('utf-16')) return [...bytes].filter((byte) => byte === 0x0a).length;
  const units = Array.from({ length: bytes.length / 2 }, (_, at) =>
    encoding === 'utf-16le' ? bytes.readUInt16LE(2 * at) : bytes.readUInt16BE(2 * at),
  );
  return units.filter((unit) => unit === 0x0a).length;
}
