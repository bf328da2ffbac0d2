import { openLocalVolume } from '@dragoman/fs-core';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openUtf8 } from '../confirm/utf8-view.ts';
import { readTextBlocks, type TextBlock } from './text-blocks.ts';

const BLOCK = 256 * 1024;

async function blocksOf(content: string | Uint8Array): Promise<TextBlock[]> {
  await using tree = await openTree({ f: content });
  using file = await openLocalVolume({ allow: [tree.root] }).open(tree.path('f'));
  if (file.kind !== 'file') throw new TypeError('Not a file');
  const blocks: TextBlock[] = [];
  for await (const block of readTextBlocks(await openUtf8(file))) blocks.push(block);
  return blocks;
}

/** Each block as `firstLine@offset: bytes+dropped`. */
async function shapesOf(content: string): Promise<string[]> {
  const blocks = await blocksOf(content);
  return blocks.map(({ firstLine, offset, bytes, dropped }) => `${firstLine}@${offset}: ${bytes.length}+${dropped}`);
}

describe('readTextBlocks', () => {
  it('yields whole lines, and counts them', async () => {
    const lines = `${'x'.repeat(63)}\n`.repeat(10_000);
    const blocks = await blocksOf(lines);
    expect(await shapesOf(lines)).toEqual([
      '1@0: 262144+0',
      '4097@262144: 262144+0',
      `8193@524288: ${640_000 - 2 * BLOCK}+0`,
    ]);
    expect(Buffer.concat(blocks.map(({ bytes }) => bytes)).toString()).toBe(lines);
  });

  it('ends a block with the last line that fits', async () => {
    const lines = `${'x'.repeat(200_000)}\n${'y'.repeat(200_000)}\n`;
    expect(await shapesOf(lines)).toEqual(['1@0: 200001+0', '2@200001: 200001+0']);
  });

  it('yields a line that is too long for a block by itself, and goes on after it', async () => {
    const long = 'x'.repeat(3 * BLOCK);
    expect(await shapesOf(`${long}\nlast`)).toEqual([`1@0: ${3 * BLOCK + 1}+0`, `2@${3 * BLOCK + 1}: 4+0`]);
    expect(await shapesOf(`${long}y`)).toEqual([`1@0: ${3 * BLOCK + 1}+0`]);
    expect(await shapesOf(`${'x'.repeat(BLOCK)}`)).toEqual([`1@0: ${BLOCK}+0`]);
  });

  it('yields nothing of an empty file', async () => {
    expect(await blocksOf('')).toEqual([]);
  });

  it('converts marked UTF-16 to UTF-8, and leaves byte-order marks out', async () => {
    const text = (content: string | Uint8Array) =>
      blocksOf(content).then((blocks) => blocks.map(({ bytes }) => bytes.toString()));
    expect(await text(Buffer.from('\ufeffé\n', 'utf16le'))).toEqual(['é\n']);
    expect(await text(Buffer.from('\ufeffé\n', 'utf16le').swap16())).toEqual(['é\n']);
    expect(await text('\ufeffé\n')).toEqual(['é\n']);
  });
});
