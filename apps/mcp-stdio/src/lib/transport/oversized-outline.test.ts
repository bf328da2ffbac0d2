import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outlineOf } from './oversized-outline.ts';

const id = fc.oneof(fc.string({ unit: 'binary' }), fc.maxSafeInteger());
const others = fc.dictionary(
  fc.string().filter((name) => name !== 'id' && name !== '__proto__'),
  fc.jsonValue(),
);

describe('outlineOf', () => {
  it('finds what JSON.parse finds, at either end', () => {
    void fc.assert(
      fc.property(id, others, (value, members): void => {
        const atStart = Buffer.from(JSON.stringify({ id: value, ...members, end: [{ id: 'inner' }] }));
        const atEnd = Buffer.from(JSON.stringify({ start: { id: 'inner' }, ...members, id: value }));
        expect(outlineOf({ head: atStart, tail: Buffer.alloc(0), size: 0 }).id).toBe(value);
        expect(outlineOf({ head: Buffer.alloc(0), tail: atEnd, size: 0 }).id).toBe(value);
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
    expect(outlineOf({ head: Buffer.from(head), tail: Buffer.from(tail), size: 0 }).id).toBeNull();
  });

  it.each([
    ['{"jsonrpc":"2.0","id":1,"result":{"roots":[', true],
    ['{"id":1,"error":{"code":1,"message":"', true],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"result":1,', false],
    ['{"id":1,"method":"x","params":{},"result":"', false],
    ['{"id":1,"params":{"result":"', false],
  ])('tells a response by its members: %s', (head, expected) => {
    const { id, isResponse } = outlineOf({ head: Buffer.from(head), tail: Buffer.alloc(0), size: 0 });
    expect([id, isResponse]).toEqual([1, expected]);
  });

  it('tells a response by its end', () => {
    const tail = Buffer.from('"],"id":[]}},"result":{"roots":[]},"jsonrpc":"2.0","id":7}');
    expect(outlineOf({ head: Buffer.alloc(0), tail, size: 0 })).toEqual({ id: 7, isResponse: true });
  });
});
