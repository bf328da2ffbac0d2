import { createPace } from '@dragoman/fs-core/internal/kernel';
import { testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryFile } from '../../../test/memory-file.ts';
import { isWritten, mediaTypeOf } from '../encoding/media-type.ts';
import { sniff } from '../encoding/sniff.ts';
import { findOccurrences } from './find-occurrences.ts';
import { replaceOccurrences } from './replace-occurrences.ts';
import { applySplices } from './splice.ts';
import { readDocument } from './text-document.ts';

const pace = createPace();
const anyByte = fc.integer({ min: 1, max: 0xff });
const control = fc.constantFrom(1, 7, 8, 0x0b, 0x0c, 0x1b, 0x7f);
const ascii = fc.integer({ min: 0x20, max: 0x7e });
const letter = fc.constantFrom([0xc3, 0xa9], [0xe2, 0x82, 0xac], [0xf0, 0x9f, 0x98, 0x80]);

const bytes = fc
  .array(fc.oneof(anyByte.map(one), control.map(one), ascii.map(one), letter), { maxLength: 60 })
  .map((parts) => Buffer.from(parts.flat()));

function one(byte: number): number[] {
  return [byte];
}

describe('bytes without a NUL and without the beginning of a known format', () => {
  it('are text, and an edit changes none of them but those that it replaces', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, bytes, async (before, after) => {
        const content = Buffer.concat([before, Buffer.from('\nold\n'), after]);
        const mimeType = await mediaTypeOf(content);
        fc.pre((mimeType === null || isWritten(mimeType)) && !/[\r\n]%PDF-/.test(content.toString('latin1')));
        const file = memoryFile(content);
        expect(await sniff(file)).toMatchObject({ kind: 'text' });
        const document = await readDocument(file);
        const found = await findOccurrences(document, '\nold\n', pace);
        fc.pre(found.length === 1);
        const splices = await replaceOccurrences(document, found, { newText: '\nnew\n', pace });
        const edited = await applySplices(document, splices, pace);
        expect(edited.bytes).toEqual(Buffer.concat([before, Buffer.from('\nnew\n'), after]));
      }),
      { numRuns: testRounds(100) },
    );
  });
});
