import { describe, expect, it } from 'vitest';
import { memoryFile } from '../../../test/memory-file.ts';
import { sniff } from '../encoding/sniff.ts';
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

  it.each(['', 'a\nb\n', 'Ã©'])('carries the encoding to what else is UTF-8 in that file only: %j', async (text) => {
    const old = memoryFile(Buffer.from('El Ni\xf1o\n', 'latin1'));
    const { bytes } = await encodeOver(old, text);
    expect(bytes).toEqual(Buffer.from(text, 'latin1'));
    expect(await sniff(memoryFile(bytes))).toMatchObject({ encoding: 'utf-8', sure: true });
    const written = { ...memoryFile(bytes), realPath: old.realPath };
    expect(await sniff(written)).toMatchObject({ encoding: 'windows-1252', sure: true });
  });
});
