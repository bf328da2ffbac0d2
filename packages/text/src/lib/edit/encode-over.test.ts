import { describe, expect, it } from 'vitest';
import { memoryFile } from '../../../test/memory-file.ts';
import { encodeOver } from './encode-over.ts';

describe('encodeOver', () => {
  it('reads no more than the beginning of a large file', async () => {
    const file = memoryFile(Buffer.from(`\ufeff${'one\n'.repeat(2 ** 21)}`, 'utf16le'));
    expect(await encodeOver(file, 'é')).toEqual({ bytes: Buffer.from('\ufeffé', 'utf16le') });
    expect(file.bytesRead()).toBeLessThan(100_000);
  });

  it('writes UTF-8 in place of what is no text', async () => {
    expect(await encodeOver(memoryFile(Buffer.from('\x7fELF\0\0\x01')), 'é')).toEqual({ bytes: Buffer.from('é') });
    expect(await encodeOver(null, 'é')).toEqual({ bytes: Buffer.from('é') });
  });

  it('doubles no byte-order mark', async () => {
    const file = memoryFile(Buffer.from('\ufeffone\n'));
    expect((await encodeOver(file, '\ufefftwo')).bytes.toString()).toBe('\ufefftwo');
    expect((await encodeOver(file, 'two')).bytes.toString()).toBe('\ufefftwo');
  });
});
