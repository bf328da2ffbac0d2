import { expect, it } from 'vitest';
import { imageBlocks } from './image-blocks.ts';

const data = new Uint8Array([1, 2, 3]);

it('shows an image that models see as it is', () => {
  expect(imageBlocks({ mimeType: 'image/png', data, size: 3 })).toEqual([
    { type: 'image', data: 'AQID', mimeType: 'image/png' },
  ]);
});

it('says of any other image what it is', () => {
  expect(imageBlocks({ mimeType: 'image/tiff', data, size: 3 })).toEqual([
    { type: 'image', data: 'AQID', mimeType: 'image/tiff' },
    { type: 'text', text: 'Image: image/tiff (3 B)' },
  ]);
});
