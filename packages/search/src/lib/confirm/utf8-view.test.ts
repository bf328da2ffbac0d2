import { openLocalVolume } from '@dragoman/fs-core';
import { openTree } from '@dragoman/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openUtf8 } from './utf8-view.ts';

const LINE = 'ein Satz mit ü, 漢字 und 😀\n';

async function withView<T>(
  content: Uint8Array,
  use: (open: () => ReturnType<typeof openUtf8>) => Promise<T>,
): Promise<T> {
  await using tree = await openTree({ file: Buffer.from(content) });
  using file = await openLocalVolume({ allow: [tree.root] }).open(tree.path('file'));
  if (file.kind !== 'file') throw new Error('not a file');
  return await use(() => openUtf8(file, { headBytes: 50, aheadBytes: 100 }));
}

describe('openUtf8', () => {
  it.each(['utf16le', 'utf8'] as const)('reads any range of a file in %s, in whatever order', async (encoding) => {
    const text = LINE.repeat(20_000);
    const utf8 = Buffer.from(text);
    await withView(Buffer.from(`\uFEFF${text}`, encoding), async (open) => {
      const at = fc.nat(utf8.length + 10);
      const property = fc.asyncProperty(fc.array(fc.tuple(at, fc.nat(300_000)), { maxLength: 5 }), async (ranges) => {
        const readAt = await open();
        for (const [offset, length] of ranges) {
          const bytes = await readAt(offset, length);
          expect(Buffer.compare(bytes, utf8.subarray(offset, offset + length))).toBe(0);
        }
      });
      await fc.assert(property, { numRuns: 20 });
    });
  });
});
