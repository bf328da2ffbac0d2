import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeName, systemPath } from './byte-path.ts';

describe('decodeName', () => {
  it('keeps every byte of every path', () => {
    const byte = fc.oneof(fc.constantFrom(0x2f, 0x61, 0xc3, 0xa9, 0xe9, 0xef, 0xbf, 0xbd), fc.nat(255));
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 12 }), (bytes) => {
        const name = Buffer.from(bytes);
        expect(Buffer.from(systemPath(decodeName(name))).equals(name)).toBe(true);
      }),
    );
  });

  it('leaves text as it is', () => {
    expect(decodeName(Buffer.from('dir/ünï🦊\uFFFD'))).toBe('dir/ünï🦊\uFFFD');
    expect(decodeName(Buffer.from('ü/caf\xe9', 'latin1'))).toBe('\udcfc/caf\udce9');
  });
});
