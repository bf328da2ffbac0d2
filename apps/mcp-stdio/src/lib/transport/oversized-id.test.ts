import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idOf } from './oversized-id.ts';

const id = fc.oneof(fc.string({ unit: 'binary' }), fc.maxSafeInteger());
const others = fc.dictionary(
  fc.string().filter((name) => name !== 'id' && name !== '__proto__'),
  fc.jsonValue(),
);

describe('idOf', () => {
  it('finds what JSON.parse finds, at either end', () => {
    void fc.assert(
      fc.property(id, others, (value, members): void => {
        const atStart = Buffer.from(JSON.stringify({ id: value, ...members, end: [{ id: 'inner' }] }));
        const atEnd = Buffer.from(JSON.stringify({ start: { id: 'inner' }, ...members, id: value }));
        expect(idOf({ head: atStart, tail: Buffer.alloc(0), size: 0 })).toBe(value);
        expect(idOf({ head: Buffer.alloc(0), tail: atEnd, size: 0 })).toBe(value);
      }),
    );
  });

  it.each([
    ['{"id":12', ''],
    ['{"id":"ab', 'c"}'],
    ['{"params":{"id":1', '2}}'],
    ['["id",', ':1]'],
    ['{"x":"\\"id\\":1', '","y":2}'],
  ])('does not guess: %s … %s', (head, tail) => {
    expect(idOf({ head: Buffer.from(head), tail: Buffer.from(tail), size: 0 })).toBeNull();
  });
});
