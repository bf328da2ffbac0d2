import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedBlocks, boundedText } from './bounded-text.ts';

describe('boundedText', () => {
  it('leaves alone what fits', () => {
    expect(boundedText('a\nb', { bytes: 3 }, 'note')).toBe('a\nb');
  });

  it('ends at the last whole line and says so', () => {
    expect(boundedText('one\ntwo\nthree', { bytes: 12 }, 'more')).toBe('one\ntwo\nmore');
    expect(boundedText('one\ntwo\nthree', { bytes: 11 }, 'more')).toBe('one\nmore');
  });

  it('cuts a line that is alone between characters', () => {
    expect(boundedText('ééééé', { bytes: 8 }, 'n')).toBe('ééé\nn');
  });

  it('says only that there is more where nothing else fits', () => {
    expect(boundedText('one\ntwo', { bytes: 5 }, 'more')).toBe('\nmore');
    expect(boundedText('one\ntwo', { bytes: 4 }, 'more')).toBe('more');
    expect(boundedText('one\ntwo', { bytes: 3 }, 'more')).toBe('mor');
  });

  it('keeps a byte-order mark that stands in a text', () => {
    expect(boundedText('\ufeffabcdefgh', { bytes: 9 }, 'note')).toBe('\ufeffa\nnote');
  });

  it('never exceeds its bound', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(60), (text, bytes) => {
        expect(Buffer.byteLength(boundedText(text, { bytes }, 'note'))).toBeLessThanOrEqual(bytes);
      }),
    );
  });
});

describe('boundedBlocks', () => {
  const block = (content: string) => ({ type: 'text' as const, text: content });
  const image = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' };

  it('leaves alone what fits', () => {
    const blocks = [block('a'), image, block('b')];
    expect(boundedBlocks(blocks, { bytes: 4 })).toEqual(blocks);
  });

  it('counts what clients put between texts', () => {
    const [first, second] = boundedBlocks([block('a'), block('bcd')], { bytes: 5 });
    expect([first, second]).toMatchObject([{ text: 'a' }, { text: '[T' }]);
  });

  it('ends the text that passes the bound and drops those after it, but no image', () => {
    const blocks = boundedBlocks([block('x\n'.repeat(100)), image, block('b')], { bytes: 100 });
    expect(blocks).toHaveLength(2);
    expect(blocks[0]).toMatchObject({ text: expect.stringMatching(/^(?:x\n)+\[The rest is over .*\]$/) });
    expect(blocks[1]).toBe(image);
  });
});
